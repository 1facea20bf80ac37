"""Reports of players: what waits for a moderator, oldest first, and what was settled of late."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from msgspec.structs import replace
from redis.asyncio import Redis

from services.lobby.talk.sayings import Saying
from shared.log.port import VersionTaken

FUNCTIONS = Path(__file__).with_name("reports.lua")

ALL = "{reports}:all"
WAITING = "{reports}:waiting"
SETTLED = "{reports}:settled"

MOST_WAITING = 10_000
"""One more, and the oldest is forgotten."""
MOST_SETTLED = 5_000
MOST_OF_ONE = 200
"""Reports of one reporter that can be found again by who made them."""
TRIES = 5


class Reason(StrEnum):
    INSULT = "insult"
    HATE = "hate"
    SPAM = "spam"
    NAME = "name"
    """Name, picture or profile text."""
    CHEATING = "cheating"
    STALLING = "stalling"
    """Plays slowly or stays away on purpose."""
    OTHER = "other"


class ReportOutcome(StrEnum):
    DISMISSED = "dismissed"
    WARNED = "warned"
    HIDDEN = "hidden"
    RENAMED = "renamed"
    SILENCED = "silenced"
    SUSPENDED = "suspended"


class Settled(msgspec.Struct, frozen=True, array_like=True):
    outcome: ReportOutcome
    by: str
    at: int
    note: str


class Report(msgspec.Struct, frozen=True, array_like=True):
    reporter: str | None
    """`None` once that account is gone, as its words are."""
    player: str
    reason: Reason
    text: str
    table: str | None
    message: int | None
    said: Saying | None
    """The message as it was when it was reported."""
    at: int
    settled: Settled | None = None


class Filed(NamedTuple):
    id: str
    report: Report


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Report).decode


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Reports:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def file(self, report: Report) -> str:
        """Its id. One reporter reports one player at one place once."""
        id, keys = id_of(report), (ALL, WAITING, by_key(str(report.reporter)))
        await self._redis.fcall(
            "report_file", 3, *keys, id, _encode(report), report.at, MOST_WAITING, MOST_OF_ONE
        )
        return id

    async def read(self, id: str) -> Report | None:
        found: bytes | None = await cast(Any, self._redis).hget(ALL, id)
        return _decode(found) if found else None

    async def page(self, *, settled: bool, limit: int, skip: int) -> list[Filed]:
        """Those that wait, oldest first, or those that are settled, the last first."""
        ids: list[bytes] = cast(
            Any,
            await self._redis.zrange(SETTLED if settled else WAITING, skip, skip + limit - 1, desc=settled),
        )
        return await self._read_all(ids)

    async def of(self, reporter: str) -> list[Filed]:
        """What somebody has reported, the last first."""
        return await self._read_all(cast(Any, await self._redis.zrevrange(by_key(reporter), 0, -1)))

    async def settle(self, id: str, settled: Settled) -> Report | None:
        """The report as it is then; of several verdicts the first one stands. `None` when there is no such report."""
        for _ in range(TRIES):
            before = await self.read(id)
            if before is None or before.settled is not None:
                return before
            after = replace(before, settled=settled)
            if await self._change(id, before, after, str(settled.at)):
                return after
        raise VersionTaken(id, 0)

    async def forget(self, reporter: str) -> None:
        """Takes away who made somebody's reports, and their words."""
        for id, report in await self.of(reporter):
            await self._change(id, report, replace(report, reporter=None, text=""), "")
        await self._redis.delete(by_key(reporter))

    async def _change(self, id: str, before: Report, after: Report, settled_at: str) -> bool:
        given = (id, _encode(before), _encode(after), settled_at, MOST_SETTLED)
        return bool(await self._redis.fcall("report_change", 3, ALL, WAITING, SETTLED, *given))

    async def _read_all(self, ids: Sequence[bytes]) -> list[Filed]:
        if not ids:
            return []
        found: list[bytes | None] = await cast(Any, self._redis).hmget(ALL, ids)
        return [Filed(id.decode(), _decode(one)) for id, one in zip(ids, found, strict=True) if one]


def by_key(reporter: str) -> str:
    return f"{{reports}}:by:{reporter}"


def id_of(report: Report) -> str:
    said = msgspec.msgpack.encode((report.reporter, report.player, report.table, report.message))
    return f"r_{hashlib.blake2b(said, digest_size=13).hexdigest()}"
