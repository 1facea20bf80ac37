"""What inboxes are told that is no game's, for all accounts in one trimmed stream, which `services/notify` reads.

Of games there are the feeds. The same may stand in it several times, and is known by its version.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis

from shared.api.inbox import NEWSREEL, News, decode_news

log = structlog.get_logger(__name__)

WAIT_MS = 5000
COUNT = 200


class Newsreel:
    """Read, note, `passed`, and now and then `save`: what was not noted is read again."""

    def __init__(self, redis: Redis, blocking: Redis, reader: str) -> None:
        self._redis: Any = redis
        self._blocking: Any = blocking
        self._key = f"{NEWSREEL}:{reader}:cursor"
        self._cursor = self._ahead = self._saved = b"0-0"

    async def resume(self) -> None:
        found: bytes | None = await self._redis.get(self._key)
        self._cursor = self._ahead = self._saved = found or b"0-0"

    async def read(self) -> list[tuple[str, News]]:
        """By account; empty when there was none for some seconds."""
        async with asyncio.timeout(WAIT_MS / 1000 + 5):  # a server that vanished without a word
            found: Any = await self._blocking.xread({NEWSREEL: self._cursor}, count=COUNT, block=WAIT_MS)
        entries: list[Any] = found[0][1] if found else []
        if entries:
            self._ahead = entries[-1][0]
        read: list[tuple[str, News]] = []
        for id, fields in entries:
            try:
                read.append((fields[b"a"].decode(), decode_news(fields[b"e"])))
            except (msgspec.DecodeError, KeyError) as error:
                log.error("news-unreadable", id=id.decode(), error=type(error).__name__)
        return read

    def passed(self) -> None:
        """What the last `read` gave has been noted."""
        self._cursor = self._ahead

    async def save(self) -> None:
        if self._cursor != self._saved:
            saved = self._cursor
            await self._redis.set(self._key, saved)
            self._saved = saved
