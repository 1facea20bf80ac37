"""What staff did: one stream, appended to before each act and never trimmed."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import re
from typing import Any, NamedTuple, cast

import msgspec
from redis.asyncio import Redis

from shared.api.problem import Flaw, malformed

STREAM = "audit"
FIELD = b"e"
CURSOR = re.compile(r"[0-9]{1,15}-[0-9]{1,10}")


class Act(msgspec.Struct, frozen=True, array_like=True):
    by: str
    """An account, or `operator:` and the name of whoever sat at the server's machine."""
    did: str
    whom: str
    """An account, a table, a report; a message as `table/number`."""
    why: str
    more: dict[str, str] = {}


class Noted(NamedTuple):
    id: str
    at: int
    """Milliseconds since 1970."""
    act: Act


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Act).decode


class Audit:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def note(self, by: str, did: str, whom: str, why: str, **more: str) -> None:
        """Call before the act: one that breaks off stands here, none is missing."""
        await self._redis.xadd(STREAM, {FIELD: _encode(Act(by, did, whom, why, more))})

    async def page(self, limit: int, before: str | None) -> tuple[list[Noted], str | None]:
        """Newest first, and where to go on."""
        last = f"({before}" if before else "+"
        found: Any = await cast(Any, self._redis).xrevrange(STREAM, last, "-", limit + 1)
        noted = [Noted(id.decode(), int(id.split(b"-")[0]), _decode(fields[FIELD])) for id, fields in found]
        return noted[:limit], noted[limit - 1].id if len(noted) > limit else None


def checked_cursor(cursor: str | None) -> str | None:
    """Raises `malformed`."""
    if cursor is not None and not CURSOR.fullmatch(cursor):
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return cursor
