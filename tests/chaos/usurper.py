"""Takes partitions from workers that run and think they own them: until they notice, only the fence stops them."""

import asyncio

from redis.asyncio import Redis

from shared.log.connect import connect
from shared.log.keys import Keys
from shared.log.valkey import release_lease, take_lease

OWNER = "usurper"
OWNS_S = 1.0


class Overwritten(RuntimeError):
    """Somebody wrote to partitions that were not theirs."""


async def usurp(valkey: str, partitions: int) -> None:
    """Owns what it can get for a while, in which nothing must be written. Raises `Overwritten`."""
    async with connect(valkey) as redis:
        try:
            owned = await _take(redis, [Keys(partition) for partition in range(partitions)])
            before = await _written(redis, owned)
            await asyncio.sleep(OWNS_S)
            after = await _written(redis, owned)
            await asyncio.gather(*(release_lease(redis, keys, OWNER) for keys in owned))
        finally:
            await redis.connection_pool.disconnect()
    if wrong := [keys.tag for keys, *ends in zip(owned, before, after, strict=True) if ends[0] != ends[1]]:
        raise Overwritten(f"written to by who did not own them: {', '.join(wrong)}")


async def _take(redis: Redis, every: list[Keys]) -> list[Keys]:
    """Without asking; a worker that renews in between keeps its partition."""
    taken: list[Keys] = []
    for keys in every:
        await redis.delete(keys.lease)
        if await take_lease(redis, keys, OWNER, 5000):
            taken.append(keys)
    return taken


async def _written(redis: Redis, owned: list[Keys]) -> list[bytes]:
    """The last of what each partition's commits have told; each that moves a game tells."""
    found = [await redis.xrevrange(keys.feed, count=1) for keys in owned]
    return [newest[0][0] if newest else b"" for newest in found]
