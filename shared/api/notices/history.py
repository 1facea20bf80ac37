"""What was told to a player, when, by which way, with what result."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import re
from enum import StrEnum
from typing import Any

import msgspec
from redis.asyncio import Redis

from shared.api.caps import CAPS, Cap
from shared.api.notices.book import Keys
from shared.api.notices.words import Channel

MOST_TOLD = CAPS[Cap.NOTICES_KEPT]
"""Deliveries of an account that are remembered."""


class Result(StrEnum):
    SENT = "sent"
    """The push service, the receiver or the mail server took it."""
    OVERTAKEN = "overtaken"
    """It was true no more when it was to be sent."""
    GONE = "gone"
    """The device is not there any more; it was taken off the list."""
    REFUSED = "refused"
    """It will not be taken, however often it is sent."""
    GIVEN_UP = "given-up"
    """It could not be sent in time."""


class Told(msgspec.Struct, frozen=True, array_like=True):
    """One delivery that has ended."""

    at: int
    """Milliseconds since 1970."""
    what: str
    """A `Happening`, `withdrawn`, `test` or `email-code`."""
    channel: Channel
    device: str
    result: Result
    games: tuple[str, ...] = ()
    tries: int = 1
    why: str = ""
    """Of what was not sent: a status or the service's own word."""


CURSOR = re.compile(r"[0-9]{1,15}-[0-9]{1,10}")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Told).decode


def encode_told(told: Told) -> bytes:
    return _encode(told)


class History:
    def __init__(self, redis: Redis) -> None:
        self._redis: Any = redis

    async def page(
        self, account: str, limit: int, before: str | None = None
    ) -> tuple[list[Told], str | None]:
        """Newest first, and the cursor of what is older."""
        newest = f"({before}" if before else "+"
        found = await self._redis.xrevrange(Keys.of(account).history, newest, "-", limit + 1)
        told = [_decode(fields[b"e"]) for _, fields in found[:limit]]
        return told, found[limit - 1][0].decode() if len(found) > limit else None
