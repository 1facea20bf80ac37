"""What changed, from the feeds of all partitions, and how far we have read."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis

from shared.log.commands import FIELD, FeedItem, decode_feed
from shared.log.keys import Keys

log = structlog.get_logger(__name__)

WAIT_MS = 5000
COUNT = 200
"""Items of one partition in one reading."""


def cursor_key(keys: Keys) -> str:
    return f"{keys.tag}:bots:cursor"


class Feed:
    """Read, note, `passed`, and now and then `save`: what was not noted is read again."""

    def __init__(self, redis: Redis, blocking: Redis, partitions: Sequence[Keys]) -> None:
        self._redis = redis
        self._blocking = blocking
        self._partitions = partitions
        self._cursors: dict[str, bytes] = {}
        self._ahead: dict[str, bytes] = {}
        self._saved: dict[str, bytes] = {}

    async def resume(self) -> None:
        """Goes on where the last dispatcher stopped, or at the feeds' beginning."""
        found: list[Any] = await self._redis.mget([cursor_key(keys) for keys in self._partitions])
        for keys, cursor in zip(self._partitions, found, strict=True):
            self._cursors[keys.feed] = cursor or b"0-0"
        self._saved = dict(self._cursors)

    async def read(self) -> list[FeedItem]:
        """The next changes, each game's newest only; empty when there were none for some seconds."""
        async with asyncio.timeout(WAIT_MS / 1000 + 5):  # a server that vanished without a word
            found: Any = await self._blocking.xread(self._cursors, count=COUNT, block=WAIT_MS)  # pyright: ignore[reportArgumentType]
        self._ahead = {feed.decode(): entries[-1][0] for feed, entries in found}
        newest = {item.game: item for feed, entries in found for item in _items(feed, entries)}
        return list(newest.values())

    def passed(self) -> None:
        """What the last `read` gave has been noted."""
        self._cursors |= self._ahead

    async def save(self) -> None:
        """Keeps the cursors that moved. Several dispatchers overwrite each other's: harmless, see `sweep`."""
        moved = {
            cursor_key(keys): self._cursors[keys.feed]
            for keys in self._partitions
            if self._cursors[keys.feed] != self._saved[keys.feed]
        }
        if moved:
            saved = dict(self._cursors)
            await self._redis.mset(moved)  # pyright: ignore[reportArgumentType]
            self._saved = saved


def _items(feed: bytes, entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> list[FeedItem]:
    items: list[FeedItem] = []
    for key, fields in entries:
        try:
            items.append(decode_feed(fields[FIELD]))
        except (msgspec.DecodeError, KeyError) as error:
            log.error("feed-item-unreadable", feed=feed.decode(), id=key.decode(), error=type(error).__name__)
    return items
