"""Tables in Valkey: read, changed one decision at a time, and listed while they are open."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import structlog
from redis.asyncio import Redis

from services.lobby.ageing import LIVES, UNTOLD_MS, Lives
from services.lobby.events import Started, TableEntry, TableEvent
from services.lobby.judging import decide
from services.lobby.tables import Phase, Table, apply, encode, fold
from services.lobby.wishes import Wish
from shared.api.caps import CAPS, Cap
from shared.api.moment import now_ms
from shared.log.commands import FIELD
from shared.log.entry import decode_entry
from shared.log.keys import Keys, keys_of
from shared.log.port import CorruptLog, VersionTaken
from shared.log.valkey import ValkeyLog, append_table_entry, contiguous

log = structlog.get_logger()

TRIES = 3
LOOKED_AT_ONCE = 50
SPARE = 16
"""Tables opened within one millisecond in one partition that a page may have to skip."""

AnyWish = Wish | Callable[[Table], Awaitable[Wish]]
Command = Callable[[Table], bytes]
Found = Sequence[tuple[bytes, dict[bytes, bytes]]]


class Spot(NamedTuple):
    """Where a list of tables goes on: behind this one, newest first."""

    opened_at: int
    table: str


class Tables:
    def __init__(self, redis: Redis, partitions: int, lives: Lives = LIVES) -> None:
        self._redis = redis
        self.lives = lives
        self._log = ValkeyLog(redis)
        self._partitions = partitions

    def keys(self, table: str) -> Keys:
        return keys_of(table, self._partitions)

    async def read(self, id: str) -> Table | None:
        return fold(id, await self._log.read(self.keys(id).table(id)))

    async def open(self, id: str, events: tuple[TableEvent, ...], command: Command | None = None) -> Table:
        """`command` makes the engine's command, should `events` end with the start. Raises `VersionTaken`."""
        return await self._append(id, None, events, command)

    async def act(self, id: str, by: str, wish: AnyWish, command: Command | None = None) -> Table | None:
        """Folds, decides and appends; `command` makes the engine's command, should the table start.

        A wish that depends on the table is made of each version that is judged. `None` when there is no such table.
        Raises `Rejected`, or `VersionTaken` when others were quicker too often.
        """
        for left in range(TRIES, -1, -1):
            table = await self.read(id)
            if table is None:
                return None
            asked = await wish(table) if callable(wish) else wish
            events = decide(table, by, asked, now_ms())
            if not events:
                return table
            try:
                return await self._append(id, table, events, command)
            except VersionTaken:
                if not left:
                    raise
        return None

    async def _append(
        self, id: str, table: Table | None, events: tuple[TableEvent, ...], command: Command | None
    ) -> Table:
        entry = TableEntry(now_ms(), events)
        last = table.version if table else 0
        after = apply(id, table, entry)
        queued = command(after) if command and Started() in events else b""
        open_since = after.created_at if after.phase is Phase.OPEN else None
        await append_table_entry(
            self._redis, self.keys(id), id, last, encode(entry),
            open_since=open_since, look_at=entry.at + UNTOLD_MS, command=queued,
        )  # fmt: skip
        return after

    async def began(self, id: str) -> bool:
        """Whether the engine has opened the game, however long ago."""
        keys = self.keys(id)
        if await self._redis.exists(keys.log(id)):
            return True
        return await self._redis.zscore(keys.archived, id) is not None

    async def running(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of these games that have begun and not ended."""
        pipeline = self._redis.pipeline(transaction=False)
        for id in ids:
            pipeline.zscore(self.keys(id).running, id)
        found = await pipeline.execute()
        return frozenset(id for id, since in zip(ids, found, strict=True) if since is not None)

    async def ended(self, id: str) -> bool:
        """Whether the table's game is over."""
        keys = self.keys(id)
        newest: Any = await self._redis.xrevrange(keys.log(id), count=1)
        if newest:
            return decode_entry(newest[0][1][FIELD]).secret is not None
        return await self._redis.zscore(keys.archived, id) is not None

    async def page(
        self, wanted: Callable[[Table], bool], limit: int, after: Spot | None
    ) -> tuple[list[Table], Spot | None]:
        """Open tables, newest first, and where to go on; `None` when there are no more.

        Fewer than there may be, when too many had to be looked at for them.
        """
        found: list[Table] = []
        at_once = max(limit, LOOKED_AT_ONCE)
        for _ in range(0, CAPS[Cap.TABLES_LOOKED_AT], at_once):
            spots = await self._spots(at_once, after)
            for after, table in zip(spots, await self._read_all(spots), strict=True):
                if table and table.phase is Phase.OPEN and wanted(table):
                    found.append(table)
                if len(found) == limit:
                    return found, after
            if len(spots) < at_once:
                return found, None
        return found, after

    async def _spots(self, limit: int, after: Spot | None) -> Sequence[Spot]:
        pipeline = self._redis.pipeline(transaction=False)
        newest = after.opened_at if after else "+inf"
        for partition in range(self._partitions):
            pipeline.zrevrangebyscore(
                Keys(partition).tables, newest, "-inf", start=0, num=limit + SPARE, withscores=True
            )
        members = [member for part in await pipeline.execute() for member in part]
        spots = sorted((Spot(int(score), id.decode()) for id, score in members), reverse=True)
        return [spot for spot in spots if after is None or spot < after][:limit]

    async def _read_all(self, spots: Sequence[Spot]) -> list[Table | None]:
        """The tables in the spots' order; `None` for one that is broken, which must not hide the others."""
        pipeline = self._redis.pipeline(transaction=False)
        logs = [self.keys(spot.table).table(spot.table) for spot in spots]
        for log in logs:
            pipeline.xrange(log, "(0-0")
        entries = await pipeline.execute()
        return [
            _folded(spot.table, log, found) for spot, log, found in zip(spots, logs, entries, strict=True)
        ]


def _folded(id: str, name: str, found: Found) -> Table | None:
    try:
        return fold(id, contiguous(name, 0, found))
    except CorruptLog as error:
        log.error("table-corrupt", table=id, error=str(error))
        return None
