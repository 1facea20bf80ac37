"""The log on Valkey, and the functions that change a partition at once (`functions.lua`)."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from shared.log.commands import FIELD, WasAway
from shared.log.commit import Plan
from shared.log.connect import confirm
from shared.log.keys import Keys
from shared.log.port import CorruptLog, VersionTaken

AWAY_MS = 1000
"""What a partition may be without a worker longer than a lease lasts: the next one has taken it over long before."""
FUNCTIONS = Path(__file__).with_name("functions.lua")
_encode = msgspec.msgpack.Encoder().encode


class Fenced(Exception):
    """Another worker owns the partition now; nothing was written."""


class Answered(Exception):
    """A command of the batch has its answer already; nothing was written."""


class Away(Exception):
    """We were away from the partition, and its games are to be given that time back first; nothing was written."""

    def __init__(self, away: WasAway) -> None:
        super().__init__(f"away for {away.until - away.since} ms")
        self.away = away


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


def refusal(error: ResponseError, log: str) -> Exception:
    """Our own exception for a function's refusal, or the error itself."""
    if found := re.match(r"VERSIONTAKEN (\d+)(?: (\S+))?", str(error)):
        return VersionTaken(found[2] or log, int(found[1]))
    if found := re.match(r"AWAY (\d+) (\d+)", str(error)):
        return Away(WasAway(int(found[1]), int(found[2])))
    if str(error).startswith("ANSWERED"):
        return Answered(str(error))
    return Fenced(str(error)) if str(error).startswith("FENCED") else error


class ValkeyLog:
    """Logs as streams, the entry of version 7 under the id `7-0`.

    Where writes wait for replicas, what is read has been waited for, too: nobody sees what a failover may take back.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def append(self, log: str, last: int, entries: Sequence[bytes]) -> int:
        version = last
        for entry in entries:
            version = await append_entry(self._redis, log, version, entry)
        return version

    async def read(self, log: str, after: int = 0, count: int | None = None) -> list[bytes]:
        found: Any = await self._redis.xrange(log, f"({after}-0", count=count)
        await confirm(self._redis, log)
        return contiguous(log, after, found)

    async def read_all(self, logs: Sequence[tuple[str, int]]) -> list[list[bytes] | CorruptLog]:
        """For each log its entries after a version, in one round trip; a corrupt one hides no other."""
        pipeline = self._redis.pipeline(transaction=False)
        for log, after in logs:
            pipeline.xrange(log, f"({after}-0")
        found: list[Any] = await pipeline.execute()
        await confirm(self._redis, *(log for log, _ in logs))
        return [_contiguous(log, after, entries) for (log, after), entries in zip(logs, found, strict=True)]

    async def newest(self, logs: Sequence[tuple[str, int]], count: int) -> list[list[tuple[int, bytes]]]:
        """For each log the last entries up to a version, newest first, with their versions."""
        pipeline = self._redis.pipeline(transaction=False)
        for log, version in logs:
            pipeline.xrevrange(log, f"{version}-0", "-", count)
        found: list[Any] = await pipeline.execute()
        await confirm(self._redis, *(log for log, _ in logs))
        return [[(int(key.split(b"-")[0]), fields[FIELD]) for key, fields in entries] for entries in found]


def contiguous(log: str, after: int, found: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> list[bytes]:
    """The payloads of stream entries that must be `after + 1`, `after + 2` ...; raises `CorruptLog`."""
    for version, (key, _) in enumerate(found, after + 1):
        if key != b"%d-0" % version:
            raise CorruptLog(f"{log}: {key.decode()} stands where {version}-0 should")
    return [fields[FIELD] for _, fields in found]


def _contiguous(
    log: str, after: int, found: Sequence[tuple[bytes, dict[bytes, bytes]]]
) -> list[bytes] | CorruptLog:
    try:
        return contiguous(log, after, found)
    except CorruptLog as error:
        return error


async def append_entry(redis: Redis, log: str, last: int, entry: bytes) -> int:
    """Appends one entry; raises `VersionTaken`."""
    try:
        return int(await redis.fcall("append_entry", 1, log, last, entry))
    except ResponseError as error:
        raise refusal(error, log) from error


async def append_table_entry(
    redis: Redis,
    keys: Keys,
    table: str,
    last: int,
    entry: bytes,
    *,
    open_since: int | None,
    look_at: int,
    command: bytes = b"",
) -> int:
    """Appends to a table's log and, with it, keeps the partition's indexes of tables and queues a command.

    `open_since` (ms) puts the table among the open ones, `None` takes it out; `look_at` (ms) is when its time may be
    over. Raises `VersionTaken`.
    """
    score = "" if open_since is None else open_since
    log = keys.table(table)
    touched = (log, keys.tables, keys.ageing, keys.commands)
    given = (last, entry, table, score, look_at, command)
    try:
        return int(await redis.fcall("append_entry", len(touched), *touched, *given))
    except ResponseError as error:
        raise refusal(error, log) from error


async def put_off(redis: Redis, keys: Keys, table: str, version: int, look_at: int) -> None:
    """Looks at a table no sooner than then (ms), unless it has changed meanwhile."""
    await redis.fcall("put_off", 2, keys.table(table), keys.ageing, version, table, look_at)


async def drop_table(redis: Redis, keys: Keys, table: str, version: int) -> bool:
    """Removes a table's log and all mention in the partition's indexes, unless it has changed meanwhile."""
    touched = (keys.table(table), keys.tables, keys.ageing)
    return bool(await redis.fcall("drop_table", len(touched), *touched, version, table))


def commit_call(keys: Keys, fence: int, plan: Plan) -> tuple[Any, ...]:
    """The arguments of FCALL for a commit: keys, fence, plan, and the bytes that the plan names by their number.

    The server's MessagePack reader knows no binary type, so bytes travel as arguments of their own.
    """
    logs = [keys.log(game.game) for game in plan.games]
    fixed = (keys.fence, keys.commands, keys.due, keys.feed, keys.running, keys.parked, keys.seen)
    blobs: list[bytes] = []

    def number(blob: bytes) -> int:
        blobs.append(blob)
        return len(blobs)

    numbered = {
        "games": [(game.last, [number(entry) for entry in game.entries]) for game in plan.games],
        "due": plan.due,
        "running": plan.running,
        "secrets": [(key, secret and number(secret)) for key, secret in plan.secrets],
        "parked": plan.parked,
        "answers": [(key, number(answer), kept_ms, fresh) for key, answer, kept_ms, fresh in plan.answers],
        "feed": [number(item) for item in plan.feed],
        "feed_length": plan.feed_length,
        "away_ms": plan.away_ms,
        "giving_back": plan.giving_back,
        "given_back": plan.given_back,
        "done": [stream_id.decode() for stream_id in plan.done],
        "messages": [(channel, number(message)) for channel, message in plan.messages],
    }
    return ("commit", len(fixed) + len(logs), *fixed, *logs, fence, _encode(numbered), *blobs)


async def commit(redis: Redis, keys: Keys, fence: int, plan: Plan) -> None:
    """All of the plan or nothing; raises `Fenced`, `Away`, `Answered` or `VersionTaken`."""
    try:
        await redis.fcall(*commit_call(keys, fence, plan))
    except ResponseError as error:
        raise refusal(error, keys.commands) from error


class Lease(NamedTuple):
    """What is answered to whoever asks for a partition."""

    fence: int
    """0 while another owns it."""
    away: WasAway
    """When we were last away from it; at 0 for never."""
    open: bool
    """Games are still to be given that time back, before anything else may be committed."""


def lease_call(keys: Keys, owner: str, ttl_ms: int, away_ms: int) -> tuple[Any, ...]:
    """The arguments of FCALL; `lease_of` reads the answer."""
    return ("lease", 3, keys.lease, keys.fence, keys.seen, owner, ttl_ms, away_ms)


def lease_of(answer: Sequence[int]) -> Lease:
    fence, since, until, open = answer
    return Lease(fence, WasAway(since, until), bool(open))


async def take_lease(redis: Redis, keys: Keys, owner: str, ttl_ms: int) -> int | None:
    """The fence of a partition that is now ours for `ttl_ms`; `None` while another owns it."""
    return lease_of(await redis.fcall(*lease_call(keys, owner, ttl_ms, ttl_ms + AWAY_MS))).fence or None


async def release_lease(redis: Redis, keys: Keys, owner: str) -> None:
    await redis.fcall("release", 1, keys.lease, owner)
