"""Which partitions are ours: leases that are renewed, shared fairly among workers, and handed over on leaving.

A lease only says who should work; safety is the fence, which every commit names and every new owner raises.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout

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
        self._workers = 1

    async def renew(self) -> Renewal:
        """Renews what we own and takes what is free, up to our share. To be called well within the time to live.

        A partition whose node (of a cluster) does not answer is lost until it does.
        """
        seconds, micros = await self._redis.time()
        share = await self._share(seconds * 1000 + micros // 1000)
        wanted = [*self.fences, *await self._free(share - len(self.fences))]
        pipeline = self._redis.pipeline(transaction=False)
        for partition in wanted:
            keys = self._keys[partition]
            pipeline.fcall(*lease_call(keys, self._owner, self._ttl_ms, self.away_ms))
        answers = zip(wanted, await pipeline.execute(raise_on_error=False), strict=True)
        answered = {
            partition: lease_of(_sound(answer)) for partition, answer in answers if not _is_away(answer)
        }
        leases = {partition: lease for partition, lease in answered.items() if lease.fence}
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
        counted = (await pipeline.execute(raise_on_error=False))[2]
        if not _is_away(counted):
            self._workers = max(int(_sound(counted)), 1)
        return -(-len(self._keys) // self._workers)

    async def _free(self, most: int) -> list[int]:
        """Partitions that nobody owns, at most so many."""
        if most <= 0:
            return []
        others = [keys for keys in self._keys if keys.partition not in self.fences]
        pipeline = self._redis.pipeline(transaction=False)
        for keys in others:
            pipeline.exists(keys.lease)
        taken = await pipeline.execute(raise_on_error=False)
        return [keys.partition for keys, owned in zip(others, taken, strict=True) if not owned][:most]

    async def release(self, partitions: Iterable[int]) -> None:
        """Gives partitions up; whoever takes one goes on with its first unjudged command."""
        given = [partition for partition in partitions if self.fences.pop(partition, None) is not None]
        pipeline = self._redis.pipeline(transaction=False)
        for partition in given:
            pipeline.fcall("release", 1, self._keys[partition].lease, self._owner)
        for answer in await pipeline.execute(raise_on_error=False):
            _ = _is_away(answer) or _sound(answer)

    async def leave(self) -> None:
        """The end of a worker that stops by itself."""
        await self.release(list(self.fences))
        await self._redis.zrem(WORKERS, self._owner)


def _is_away(answer: Any) -> bool:
    """Whether it is the failure of one node of a cluster; a single server's raises at once."""
    return isinstance(answer, (RedisConnectionError, RedisTimeout, OSError))


def _sound(answer: Any) -> Any:
    if isinstance(answer, Exception):
        raise answer
    return answer
