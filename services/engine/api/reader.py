"""Games folded for reading: kept in memory, and carried on from where they were at each look."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence

import structlog

from shared.api.problem import ApiError, Code
from shared.log.game import Game
from shared.log.keys import keys_of
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog

log = structlog.get_logger()

MOST_GAMES = 2000


class Reader:
    def __init__(self, log: ValkeyLog, partitions: int) -> None:
        self._log = log
        self._partitions = partitions
        self._games: OrderedDict[str, Game] = OrderedDict()

    async def latest(self, game: str) -> Game:
        """The game at its newest version; what is returned does not move on until the next call.

        Raises `no-such-game`, or `game-parked` for a log that does not fold.
        """
        held = self._held(game)
        after = held.version
        try:
            found = await self._log.read(self.log_of(game), after)
        except CorruptLog as cause:
            return self._moved_on(held, after, cause)
        return self._moved_on(held, after, found)

    async def all(self, games: Iterable[str]) -> list[Game]:
        """Those of the games that there are and that fold, at their newest versions, in their order."""
        known = [(held, held.version) for held in map(self._held, games)]
        found = await self._log.read_all([(self.log_of(held.id), after) for held, after in known])
        read: list[Game] = []
        for (held, after), payloads in zip(known, found, strict=True):
            with contextlib.suppress(ApiError):
                read.append(self._moved_on(held, after, payloads))
            await asyncio.sleep(0)  # others get their turn: a game not held before takes a while to fold
        return read

    def _held(self, game: str) -> Game:
        return self._games.get(game) or Game(game)

    def _moved_on(self, held: Game, after: int, found: Sequence[bytes] | CorruptLog) -> Game:
        """The game with what was read after a version; another reader may have taken it there meanwhile."""
        self._games.pop(held.id, None)
        try:
            if isinstance(found, CorruptLog):
                raise found
            for payload in found[held.version - after :]:
                held.apply(payload)
        except CorruptLog as cause:
            log.error("game-does-not-fold", game=held.id, cause=str(cause))
            raise ApiError(Code.GAME_PARKED) from cause
        if held.version == 0:
            raise ApiError(Code.NO_SUCH_GAME)
        self._keep(held)
        return held

    async def known(self, game: str) -> Game:
        """The game at any version: enough for what never changes, its kind and who holds its seats."""
        return self._games.get(game) or await self.latest(game)

    def _keep(self, held: Game) -> None:
        self._games[held.id] = held
        while len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def log_of(self, game: str) -> str:
        return keys_of(game, self._partitions).log(game)
