"""Games folded for reading: kept in memory, and carried on from where they were at each look."""

from collections import OrderedDict

import structlog
from redis.asyncio import Redis

from shared.api.problem import ApiError, Code
from shared.log.game import Game
from shared.log.keys import keys_of
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog

log = structlog.get_logger()

MOST_GAMES = 2000


class Reader:
    def __init__(self, redis: Redis, partitions: int) -> None:
        self._log = ValkeyLog(redis)
        self._partitions = partitions
        self._games: OrderedDict[str, Game] = OrderedDict()

    async def latest(self, game: str) -> Game:
        """The game at its newest version; what is returned does not move on until the next call.

        Raises `no-such-game`, or `game-parked` for a log that does not fold.
        """
        held = self._games.pop(game, None) or Game(game)
        after = held.version
        found = await self._log.read(keys_of(game, self._partitions).log(game), after)
        held = self._games.pop(game, held)
        try:
            for payload in found[held.version - after :]:
                held.apply(payload)
        except CorruptLog as cause:
            log.error("game-does-not-fold", game=game, cause=str(cause))
            raise ApiError(Code.GAME_PARKED) from cause
        if held.version == 0:
            raise ApiError(Code.NO_SUCH_GAME)
        self._keep(game, held)
        return held

    async def known(self, game: str) -> Game:
        """The game at any version: enough for what never changes, its kind and who holds its seats."""
        return self._games.get(game) or await self.latest(game)

    def _keep(self, game: str, held: Game) -> None:
        self._games[game] = held
        while len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)
