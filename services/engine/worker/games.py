"""The worker's games in memory: bounded, and folded again from their logs whenever one is missing."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

import structlog
from redis.asyncio import Redis

from services.engine.worker.judge import Held
from shared.log.archive import Archive
from shared.log.game import Game, fold
from shared.log.keys import Keys, partition_of
from shared.log.port import CorruptLog
from shared.log.valkey import contiguous

log = structlog.get_logger()

ARCHIVE_S = 1.0
"""How long other games may stand still for one that is in the archive."""


class Games:
    """Least recently used games go first; nothing is lost with them but the time to fold them again."""

    def __init__(self, redis: Redis, most: int, archive: Archive | None) -> None:
        self._redis = redis
        self._archive = archive
        self._most = most
        self._held: OrderedDict[str, Held] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    async def get(self, wanted: Iterable[tuple[Keys, str]]) -> dict[str, Held | CorruptLog | None]:
        """The games by id: `None` for a parked one, `CorruptLog` for one whose log does not fold."""
        named = {game: keys for keys, game in wanted}
        found: dict[str, Held | CorruptLog | None] = {}
        for game in named:
            if (held := self._held.get(game)) is not None:
                self._held.move_to_end(game)
                found[game] = held
        missing = [(keys, game) for game, keys in named.items() if game not in found]
        if missing:
            found |= await self._load(missing)
        return found

    async def _load(self, missing: list[tuple[Keys, str]]) -> dict[str, Held | CorruptLog | None]:
        pipeline = self._redis.pipeline(transaction=False)
        for keys, game in missing:
            pipeline.hexists(keys.parked, game)
            pipeline.xrange(keys.log(game))
            pipeline.get(keys.secret(game))
            pipeline.zscore(keys.archived, game)
        replies = await pipeline.execute()
        loaded: dict[str, Held | CorruptLog | None] = {}
        for at, (keys, game) in enumerate(missing):
            parked, entries, secret, archived = replies[4 * at : 4 * at + 4]
            if archived is not None and not parked and not entries:
                loaded[game] = await self._ended(game)
            else:
                loaded[game] = None if parked else _folded(keys, game, entries, secret)
            if isinstance(held := loaded[game], Held):
                self._keep(game, held)
        return loaded

    async def _ended(self, game: str) -> Held | CorruptLog | None:
        """A game from the archive, which answers old commands as it did, and refuses new ones.

        `None` when the archive does not answer at once: its sender may ask again, and all other games go on.
        """
        if self._archive is None:
            return CorruptLog(f"{game}: it is archived, and this worker knows no archive")
        try:
            async with asyncio.timeout(ARCHIVE_S):
                return Held(fold(game, await self._archive.get(game)))
        except CorruptLog as cause:
            return cause
        except OSError as cause:  # also the timeout
            log.warning("archive-away", game=game, error=type(cause).__name__)
            return None

    def _keep(self, game: str, held: Held) -> None:
        self._held[game] = held
        while len(self._held) > self._most:
            self._held.popitem(last=False)

    def drop(self, games: Iterable[str]) -> None:
        """Forgets games that memory may be wrong about."""
        for game in games:
            self._held.pop(game, None)

    def drop_partitions(self, partitions: set[int], of: int) -> None:
        """Forgets the games of partitions that another worker may have moved on."""
        self.drop([game for game in self._held if partition_of(game, of) in partitions])

    def ids(self) -> list[str]:
        return list(self._held)


def _folded(
    keys: Keys, game: str, entries: list[tuple[bytes, dict[bytes, bytes]]], secret: bytes | None
) -> Held | CorruptLog:
    try:
        held = Held(fold(game, contiguous(keys.log(game), 0, entries)) if entries else Game(game))
        if secret:
            held.learn(secret)
        elif held.game.version and held.game.outcome is None:
            raise CorruptLog(f"{game}: its secret is missing")
    except CorruptLog as cause:
        return cause
    return held
