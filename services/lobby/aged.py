"""Tables in the order in which their time may be over, and their end."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from redis.asyncio import Redis

from services.lobby.tables import Table
from shared.log.keys import Keys, keys_of
from shared.log.valkey import drop_table, put_off

LOGS = "{p*}:table:*"
AT_ONCE = 200


class Aged:
    def __init__(self, redis: Redis, partitions: int) -> None:
        self._redis = redis
        self._partitions = partitions

    async def ripe(self, now_ms: int) -> list[str]:
        """Those to look at by now, at most `AT_ONCE` of each partition."""
        pipeline = self._redis.pipeline(transaction=False)
        for partition in range(self._partitions):
            pipeline.zrangebyscore(Keys(partition).ageing, "-inf", now_ms, start=0, num=AT_ONCE)
        return [table.decode() for found in await pipeline.execute() for table in found]

    async def put_off(self, table: Table, at_ms: int) -> None:
        """Looks at a table no sooner than then, unless it has changed since it was read."""
        await put_off(self._redis, self._keys(table.id), table.id, table.version, at_ms)

    async def put_aside(self, table: str, at_ms: int) -> None:
        """The same for one that cannot be read."""
        await self._redis.zadd(self._keys(table).ageing, {table: at_ms}, xx=True)

    async def drop(self, table: Table) -> bool:
        """Removes everything of a table; `False` if it has changed since it was read."""
        return await drop_table(self._redis, self._keys(table.id), table.id, table.version)

    async def lost(self, table: str) -> None:
        """There is no log of it."""
        await self._redis.zrem(self._keys(table).ageing, table)

    async def archived(self, table: str) -> bool:
        """Whether its game's log has left for the archive."""
        return await self._redis.zscore(self._keys(table).archived, table) is not None

    async def adopt(self) -> None:
        """Takes in tables that are in no order yet, as those of older releases are."""
        async for name in self._redis.scan_iter(LOGS, count=AT_ONCE):
            tag, _, table = name.decode().partition(":table:")
            await self._redis.zadd(f"{tag}:{AGEING}", {table: 0}, nx=True)

    def _keys(self, table: str) -> Keys:
        return keys_of(table, self._partitions)


AGEING = Keys(0).ageing.rpartition(":")[2]
