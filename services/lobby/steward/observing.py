"""Looks into Valkey for what operators watch: a few short reads of every partition, at each scrape."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.lobby.steward import valkey_figures as told
from shared.api.notices.book import DEAD, SENDING
from shared.games.kinds import KINDS
from shared.log.cluster import Cluster
from shared.log.commands import FIELD
from shared.log.connect import ANSWER_S, connect
from shared.log.entry import decode_entry
from shared.log.keys import Keys, keys_of
from shared.settings import Settings
from shared.watch.figures import OTHER, looked_up

log = structlog.get_logger(__name__)

STATUSES = ("aof_last_write_status", "aof_last_bgrewrite_status")

AT_ONCE = 500
"""Games whose kind is read in one look; those after it count as `other` until the next."""


class Held(NamedTuple):
    """What stands in one partition; times are ms since 1970."""

    waiting: int
    first: int | None
    """When the first command came that is not judged."""
    running: Sequence[bytes]
    parked: int
    told: bytes | None
    """The id of the feed's last item."""
    cursors: Mapping[str, bytes]
    """By reader."""


class Observer:
    def __init__(self, redis: Redis, config: Settings) -> None:
        self._redis: Any = redis
        self._config = config
        self._keys = [Keys(partition) for partition in range(config.partitions)]
        self._kinds: dict[bytes, str] = {}

    async def look(self) -> None:
        """Sets all figures anew."""
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._look()
            told.UP.set(to=1)
        except (RedisError, OSError) as error:
            log.info("valkey-not-observed", error=type(error).__name__)
            told.UP.set(to=0)
            for level in told.ALL:
                level.forget()

    async def _look(self) -> None:
        await self._servers()
        now, held = _now_ms(), await self._held()
        for keys, found in zip(self._keys, held, strict=True):
            partition = str(keys.partition)
            told.WAITING.set(partition, to=found.waiting)
            told.AGE_S.set(partition, to=0 if found.first is None else max(0, now - found.first) / 1000)
        told.PARKED.set(to=sum(found.parked for found in held))
        await self._lags(held, now)
        await self._running([game for found in held for game in found.running])
        await self._notices(now)

    async def _servers(self) -> None:
        """Of all masters together."""
        found = [{**await node.info(), **await node.info("debug")} for node in await self._nodes()]
        told.WRITES.set(to=float(all(info.get(name, "ok") == "ok" for info in found for name in STATUSES)))
        told.FLUSHED_S.set(to=sum(info.get("eventloop_duration_aof_sum", 0) for info in found) / 1e6)
        told.MEMORY.set(to=sum(info["used_memory"] for info in found))
        limits = (info.get("maxmemory") or info.get("total_system_memory", 0) for info in found)
        told.MOST_MEMORY.set(to=sum(limits))
        told.AOF_BYTES.set(to=sum(info.get("aof_current_size", 0) for info in found))
        told.CLIENTS.set(to=sum(info["connected_clients"] for info in found))
        disk = os.statvfs(self._config.var)
        told.DISK_FREE.set(to=disk.f_bavail / max(disk.f_blocks, 1))

    async def _nodes(self) -> list[Any]:
        if isinstance(self._redis, Cluster):
            return [self._redis.node(address) for address in await self._redis.masters()]
        return [self._redis]

    async def _held(self) -> list[Held]:
        pipeline = self._redis.pipeline(transaction=False)
        for keys in self._keys:
            pipeline.xlen(keys.commands)
            pipeline.xrange(keys.commands, count=1)
            pipeline.zrange(keys.running, 0, -1)
            pipeline.hlen(keys.parked)
            pipeline.xrevrange(keys.feed, count=1)
            for reader in told.READERS:
                pipeline.get(keys.cursor(reader))
        found, each = await pipeline.execute(), 5 + len(told.READERS)
        return [_held(found[at : at + each]) for at in range(0, len(found), each)]

    async def _lags(self, held: Sequence[Held], now: int) -> None:
        """Of the first item after each cursor that is not at its feed's end."""
        behind = [
            (reader, keys, found.cursors[reader])
            for keys, found in zip(self._keys, held, strict=True)
            for reader in told.READERS
            if found.told is not None and _moment(found.cursors[reader]) < _moment(found.told)
        ]
        pipeline = self._redis.pipeline(transaction=False)
        for _, keys, cursor in behind:
            pipeline.xrange(keys.feed, min=b"(" + cursor, count=1)
        lags: dict[str, float] = dict.fromkeys(told.READERS, 0.0)
        firsts = await pipeline.execute() if behind else []
        for (reader, _, _), first in zip(behind, firsts, strict=True):
            if first:
                lags[reader] = max(lags[reader], (now - _moment(first[0][0])[0]) / 1000)
        for reader, lag in lags.items():
            told.FEED_LAG_S.set(reader, to=lag)

    async def _running(self, running: Sequence[bytes]) -> None:
        known = {game: self._kinds[game] for game in running if game in self._kinds}
        known |= await self._opened([game for game in running if game not in known][:AT_ONCE])
        self._kinds = known
        counted = Counter(known.values())
        counted[OTHER] += len(running) - len(known)
        for kind in (*KINDS, OTHER):
            told.RUNNING.set(kind, to=counted[kind])

    async def _opened(self, games: Sequence[bytes]) -> dict[bytes, str]:
        """Kinds, from the first entries of logs."""
        pipeline = self._redis.pipeline(transaction=False)
        for game in games:
            pipeline.xrange(keys_of(game.decode(), self._config.partitions).log(game.decode()), count=1)
        return dict(zip(games, map(_kind, await pipeline.execute() if games else []), strict=True))

    async def _notices(self, now: int) -> None:
        told.DEAD.set(to=await self._redis.zcard(DEAD))
        first: Any = await self._redis.zrange(SENDING, 0, 0, withscores=True)
        told.OVERDUE_S.set(to=max(0, now - first[0][1]) / 1000 if first else 0)


@asynccontextmanager
async def observed(config: Settings) -> AsyncGenerator[None]:
    """Has every scrape of this process look into Valkey."""
    redis, loop = connect(config.valkey, connections=4), asyncio.get_running_loop()
    observer = Observer(redis, config)

    def look() -> None:
        """In the address's thread."""
        looking = asyncio.run_coroutine_threadsafe(observer.look(), loop)
        try:
            looking.result(2 * ANSWER_S)
        except TimeoutError:
            looking.cancel()

    try:
        with looked_up(look):
            yield
    finally:
        await redis.aclose()
        await redis.connection_pool.disconnect()


def _held(found: Sequence[Any]) -> Held:
    waiting, first, running, parked, newest, *cursors = found
    return Held(
        waiting=waiting,
        first=_moment(first[0][0])[0] if first else None,
        running=running,
        parked=parked,
        told=newest[0][0] if newest else None,
        cursors={reader: cursor or b"0-0" for reader, cursor in zip(told.READERS, cursors, strict=True)},
    )


def _kind(first: Sequence[tuple[bytes, Mapping[bytes, bytes]]]) -> str:
    """`other` for a log that is gone or broken."""
    try:
        opening = decode_entry(first[0][1][FIELD]).opening if first else None
    except (msgspec.DecodeError, KeyError):
        opening = None
    return opening.kind if opening else OTHER


def _moment(id: bytes) -> tuple[int, ...]:
    return tuple(map(int, id.split(b"-")))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
