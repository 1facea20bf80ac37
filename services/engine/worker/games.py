"""The worker's games in memory: bounded, and folded again from their logs whenever one is missing."""

from collections import OrderedDict
from collections.abc import Iterable

from redis.asyncio import Redis

from services.engine.worker.judge import Held
from shared.log.game import Game, fold
from shared.log.keys import Keys, partition_of
from shared.log.port import CorruptLog
from shared.log.valkey import contiguous


class Games:
    """Least recently used games go first; nothing is lost with them but the time to fold them again."""

    def __init__(self, redis: Redis, most: int) -> None:
        self._redis = redis
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
        replies = await pipeline.execute()
        loaded: dict[str, Held | CorruptLog | None] = {}
        for at, (keys, game) in enumerate(missing):
            parked, entries, secret = replies[3 * at : 3 * at + 3]
            loaded[game] = None if parked else _folded(keys, game, entries, secret)
            if isinstance(held := loaded[game], Held):
                self._keep(game, held)
        return loaded

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
