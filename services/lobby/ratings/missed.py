"""Games that the feed may have told of and does not any more."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncIterator, Mapping
from typing import Any, cast

from redis.asyncio import Redis

from shared.log.keys import Keys, partition_of

AT_ONCE = 200
LATE_MS = 7 * 24 * 3600 * 1000
"""How much longer ago than the feed told of it a game may have ended: its last command waited for a worker so long."""


class Missed:
    def __init__(self, redis: Redis, partitions: int) -> None:
        self._redis = redis
        self._partitions = partitions

    async def games(self, since: Mapping[int, int]) -> AsyncIterator[list[str]]:
        """Of partitions, with the moment (ms) until which each was read: archived games that ended later, by then, and
        every log that is hot, the running ones too."""
        hot = [
            game async for game in self._hot(since)
        ]  # first: what is moved meanwhile is then in one or both
        for games in (await self._archived(since), hot):
            for start in range(0, len(games), AT_ONCE):
                yield games[start : start + AT_ONCE]

    async def _archived(self, since: Mapping[int, int]) -> list[str]:
        pipeline = self._redis.pipeline(transaction=False)
        for partition, at_ms in since.items():
            pipeline.zrangebyscore(Keys(partition).archived, at_ms - LATE_MS, "+inf", withscores=True)
        found: list[Any] = await pipeline.execute()
        ended = sorted((score, game) for part in found for game, score in part)
        return [game.decode() for _, game in ended]

    async def _hot(self, since: Mapping[int, int]) -> AsyncIterator[str]:
        names: AsyncIterator[bytes] = cast(Any, self._redis).scan_iter("{p*}:log:*", count=500)
        async for name in names:
            game = name.decode().partition(":log:")[2]
            if partition_of(game, self._partitions) in since:
                yield game
