"""Who or what comes up when: a sorted set of deadlines that outlives every process.

Whoever takes what is due moves it on first (`taken`), so that a process that dies in the middle leaves it to come up again;
and moves it away in the end only if nobody has asked for it meanwhile.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable
from typing import Any

from redis.asyncio import Redis


class Schedule:
    def __init__(self, redis: Redis, key: str) -> None:
        self._redis: Any = redis
        self._key = key

    async def sooner(self, members: Iterable[str], at: int) -> None:
        """Has them come up then, or when they would anyhow, if that is sooner."""
        if wanted := dict.fromkeys(members, at):
            await self._redis.zadd(self._key, wanted, lt=True)

    async def first(self, members: Iterable[tuple[str, int]]) -> None:
        """Puts in those that are not in it."""
        if wanted := dict(members):
            await self._redis.zadd(self._key, wanted, nx=True)

    async def put(self, member: str, at: int) -> None:
        await self._redis.zadd(self._key, {member: at})

    async def take_out(self, member: str) -> None:
        await self._redis.zrem(self._key, member)

    async def due(self, now: int, most: int) -> list[tuple[str, int]]:
        """Members and their moments, the longest overdue first."""
        found = await self._redis.zrangebyscore(self._key, "-inf", now, 0, most, withscores=True)
        return [(member.decode(), int(score)) for member, score in found]

    async def taken(self, found: list[tuple[str, int]], again_at: int) -> list[str]:
        """Those that are ours now: nobody else takes them before `again_at`, if we do not move them on."""
        return [member for member, ours in zip(*await self._moved(found, again_at), strict=True) if ours]

    async def done(self, member: str, taken_until: int, next_at: int | None) -> None:
        """Has it come up again at `next_at`, unless somebody has asked for it meanwhile."""
        await self._redis.fcall(
            "notice_move", 1, self._key, member, taken_until, "" if next_at is None else next_at
        )

    async def next_at(self) -> int | None:
        found = await self._redis.zrange(self._key, 0, 0, withscores=True)
        return int(found[0][1]) if found else None

    async def _moved(self, found: list[tuple[str, int]], to: int) -> tuple[list[str], list[int]]:
        if not found:
            return [], []
        pipeline = self._redis.pipeline(transaction=False)
        for member, score in found:
            pipeline.fcall("notice_move", 1, self._key, member, score, to)
        return [member for member, _ in found], await pipeline.execute()
