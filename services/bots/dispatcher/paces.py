"""`Pace.bot_ms` of games, from the first entry of their logs."""

from collections.abc import Iterable

import msgspec
from redis.asyncio import Redis

from services.bots.recent import Recent
from shared.log.commands import FIELD
from shared.log.entry import Pace, decode_entry
from shared.log.keys import keys_of

GAMES = 10_000


class Paces:
    def __init__(self, redis: Redis, partitions: int) -> None:
        self._redis = redis
        self._partitions = partitions
        self._kept = Recent[int](GAMES)

    async def of(self, games: Iterable[str]) -> dict[str, int]:
        """By game; never changes, so each is read once."""
        wanted = list(games)
        known = {game: bot_ms for game in wanted if (bot_ms := self._kept.get(game)) is not None}
        return known | await self._read([game for game in wanted if game not in known])

    async def _read(self, games: list[str]) -> dict[str, int]:
        if not games:
            return {}
        async with self._redis.pipeline(transaction=False) as pipeline:
            for game in games:
                pipeline.xrange(keys_of(game, self._partitions).log(game), "1-0", "1-0")
            found = await pipeline.execute()
        paces = {game: _bot_ms(entries) for game, entries in zip(games, found, strict=True)}
        for game, bot_ms in paces.items():
            self._kept.keep(game, bot_ms)
        return paces


def _bot_ms(entries: list[tuple[bytes, dict[bytes, bytes]]]) -> int:
    """The default for a log that is gone or broken, so that one such game stops no other."""
    try:
        opening = decode_entry(entries[0][1][FIELD]).opening if entries else None
    except msgspec.DecodeError:
        opening = None
    return (opening.pace if opening else Pace()).bot_ms
