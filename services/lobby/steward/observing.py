"""Looks into Valkey for what operators watch: a few short reads of every partition, at each scrape."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import os
import threading
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
import structlog
from redis.exceptions import RedisError

from services.lobby.steward import valkey_figures as told
from shared.api.notices.book import DEAD, SENDING
from shared.games.kinds import KINDS
from shared.log.commands import FIELD
from shared.log.connect import connect_plain
from shared.log.entry import decode_entry
from shared.log.keys import Keys, keys_of
from shared.settings import Settings
from shared.watch.figures import OTHER, looked_up

log = structlog.get_logger(__name__)

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
    def __init__(self, config: Settings) -> None:
        self._redis: Any = connect_plain(config.valkey)
        self._config = config
        self._keys = [Keys(partition) for partition in range(config.partitions)]
        self._kinds: dict[bytes, str] = {}
        self._one = threading.Lock()

    def look(self) -> None:
        """Sets all figures anew."""
        with self._one:
            try:
                self._look()
                told.UP.set(to=1)
            except (RedisError, OSError) as error:
                log.info("valkey-not-observed", error=type(error).__name__)
                told.UP.set(to=0)
                for level in told.ALL:
                    level.forget()

    def _look(self) -> None:
        self._server()
        now, held = _now_ms(), self._held()
        for keys, found in zip(self._keys, held, strict=True):
            partition = str(keys.partition)
            told.WAITING.set(partition, to=found.waiting)
            told.AGE_S.set(partition, to=0 if found.first is None else max(0, now - found.first) / 1000)
        told.PARKED.set(to=sum(found.parked for found in held))
        self._lags(held, now)
        self._running([game for found in held for game in found.running])
        self._notices(now)

    def _server(self) -> None:
        info, debug = self._redis.info(), self._redis.info("debug")
        statuses = [info.get(name, "ok") for name in ("aof_last_write_status", "aof_last_bgrewrite_status")]
        told.WRITES.set(to=float(all(status == "ok" for status in statuses)))
        told.FLUSHED_S.set(to=debug.get("eventloop_duration_aof_sum", 0) / 1e6)
        told.MEMORY.set(to=info["used_memory"])
        told.MOST_MEMORY.set(to=info.get("maxmemory") or info.get("total_system_memory", 0))
        told.AOF_BYTES.set(to=info.get("aof_current_size", 0))
        told.CLIENTS.set(to=info["connected_clients"])
        disk = os.statvfs(self._config.var)
        told.DISK_FREE.set(to=disk.f_bavail / max(disk.f_blocks, 1))

    def _held(self) -> list[Held]:
        pipeline = self._redis.pipeline(transaction=False)
        for keys in self._keys:
            pipeline.xlen(keys.commands)
            pipeline.xrange(keys.commands, count=1)
            pipeline.zrange(keys.running, 0, -1)
            pipeline.hlen(keys.parked)
            pipeline.xrevrange(keys.feed, count=1)
            for reader in told.READERS:
                pipeline.get(keys.cursor(reader))
        found, each = pipeline.execute(), 5 + len(told.READERS)
        return [_held(found[at : at + each]) for at in range(0, len(found), each)]

    def _lags(self, held: Sequence[Held], now: int) -> None:
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
        for (reader, _, _), first in zip(behind, pipeline.execute() if behind else [], strict=True):
            if first:
                lags[reader] = max(lags[reader], (now - _moment(first[0][0])[0]) / 1000)
        for reader, lag in lags.items():
            told.FEED_LAG_S.set(reader, to=lag)

    def _running(self, running: Sequence[bytes]) -> None:
        known = {game: self._kinds[game] for game in running if game in self._kinds}
        known |= self._opened([game for game in running if game not in known][:AT_ONCE])
        self._kinds = known
        counted = Counter(known.values())
        counted[OTHER] += len(running) - len(known)
        for kind in (*KINDS, OTHER):
            told.RUNNING.set(kind, to=counted[kind])

    def _opened(self, games: Sequence[bytes]) -> dict[bytes, str]:
        """Kinds, from the first entries of logs."""
        pipeline = self._redis.pipeline(transaction=False)
        for game in games:
            pipeline.xrange(keys_of(game.decode(), self._config.partitions).log(game.decode()), count=1)
        return dict(zip(games, map(_kind, pipeline.execute() if games else []), strict=True))

    def _notices(self, now: int) -> None:
        told.DEAD.set(to=self._redis.zcard(DEAD))
        first: Any = self._redis.zrange(SENDING, 0, 0, withscores=True)
        told.OVERDUE_S.set(to=max(0, now - first[0][1]) / 1000 if first else 0)


@contextmanager
def observed(config: Settings) -> Generator[None]:
    """Has every scrape of this process look into Valkey."""
    with looked_up(Observer(config).look):
        yield


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
