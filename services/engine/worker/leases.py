"""Which partitions are ours: leases that are renewed, shared fairly among workers, and handed over on leaving.

A lease only says who should work; safety is the fence, which every commit names and every new owner raises.
"""

from collections.abc import Iterable
from typing import NamedTuple

from redis.asyncio import Redis

from shared.log.keys import Keys
from shared.log.valkey import AWAY_MS, Lease, lease_call, lease_of

WORKERS = "workers"
"""Sorted set of workers by when they were last heard of, in ms."""


class Renewal(NamedTuple):
    gained: dict[int, int]
    """Fences by partition."""
    lost: set[int]
    excess: list[int]
    """What we own beyond our share, to be released between two cycles."""
    server_time: tuple[int, int]
    """Seconds and microseconds."""
    leases: dict[int, Lease]
    """What the server said of the partitions that are ours."""


class Leases:
    def __init__(self, redis: Redis, owner: str, partitions: int, ttl_ms: int) -> None:
        self._redis = redis
        self._owner = owner
        self._ttl_ms = ttl_ms
        self.away_ms = ttl_ms + AWAY_MS
        self._keys = [Keys(partition) for partition in range(partitions)]
        self.fences: dict[int, int] = {}
        """The partitions that are ours, and the fence to commit with."""

    async def renew(self) -> Renewal:
        """Renews what we own and takes what is free, up to our share. To be called well within the time to live."""
        seconds, micros = await self._redis.time()
        share = await self._share(seconds * 1000 + micros // 1000)
        wanted = [*self.fences, *await self._free(share - len(self.fences))]
        pipeline = self._redis.pipeline(transaction=False)
        for partition in wanted:
            keys = self._keys[partition]
            pipeline.fcall(*lease_call(keys, self._owner, self._ttl_ms, self.away_ms))
        answers = dict(zip(wanted, map(lease_of, await pipeline.execute()), strict=True))
        leases = {partition: lease for partition, lease in answers.items() if lease.fence}
        fences = {partition: lease.fence for partition, lease in leases.items()}
        lost = {partition for partition, fence in self.fences.items() if fences.get(partition) != fence}
        gained = {
            partition: fence for partition, fence in fences.items() if self.fences.get(partition) != fence
        }
        self.fences = fences
        return Renewal(gained, lost, list(fences)[share:], (seconds, micros), leases)

    async def _share(self, now_ms: int) -> int:
        """How many partitions each living worker should own at the most; one whose leases have run out does not count."""
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.zadd(WORKERS, {self._owner: now_ms})
        pipeline.zremrangebyscore(WORKERS, "-inf", now_ms - self._ttl_ms)
        pipeline.zcard(WORKERS)
        workers = int((await pipeline.execute())[2])
        return -(-len(self._keys) // max(workers, 1))

    async def _free(self, most: int) -> list[int]:
        """Partitions that nobody owns, at most so many."""
        if most <= 0:
            return []
        others = [keys for keys in self._keys if keys.partition not in self.fences]
        pipeline = self._redis.pipeline(transaction=False)
        for keys in others:
            pipeline.exists(keys.lease)
        taken = await pipeline.execute()
        return [keys.partition for keys, owned in zip(others, taken, strict=True) if not owned][:most]

    async def release(self, partitions: Iterable[int]) -> None:
        """Gives partitions up; whoever takes one goes on with its first unjudged command."""
        given = [partition for partition in partitions if self.fences.pop(partition, None) is not None]
        pipeline = self._redis.pipeline(transaction=False)
        for partition in given:
            pipeline.fcall("release", 1, self._keys[partition].lease, self._owner)
        await pipeline.execute()

    async def leave(self) -> None:
        """The end of a worker that stops by itself."""
        await self.release(list(self.fences))
        await self._redis.zrem(WORKERS, self._owner)
