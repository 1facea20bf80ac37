"""The partitions' feeds of "this game changed": what stands in them, and reading on from where one was."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis

from shared.log.commands import FIELD, FeedItem, decode_feed
from shared.log.game import Game
from shared.log.keys import Keys

log = structlog.get_logger(__name__)

WAIT_MS = 5000
READ_S = 30.0
"""A reader that got through no round for so long stands still."""
COUNT = 200
"""Items of one partition in one reading."""


def feed_item(game: Game, trace: str | None = None) -> FeedItem:
    """What other services are told of a game's new version."""
    chairs = game.chairs
    levels = {seat: None if chairs.paused else game.bot_at(seat) for seat in game.seats}
    clocks = {} if game.outcome else {seat: game.clock(seat) for seat in game.seats}
    turns = {seat: clock for seat, clock in clocks.items() if clock is not None}
    return FeedItem(
        game=game.id,
        kind=game.opening.kind,
        version=game.version,
        awaited=tuple(turns),
        bots={seat: level for seat, level in levels.items() if level is not None},
        players=tuple(holder.player for holder in game.opening.holders),
        ended=game.outcome is not None,
        due=game.due(),
        at=game.updated_at,
        turns=turns,
        away=tuple(chairs.sitting_in),
        paused=chairs.paused,
        ending=chairs.ended,
        offer=chairs.offer and (chairs.offer.version, chairs.offer.seat),
        trace=trace,
    )


def given_up(game: Game, last: int, at: int) -> FeedItem:
    """What they are told of a game that an operator gives up, whose log had come to version `last`.

    The next version, which that log never gets: of `last` they have been told already.
    """
    over = feed_item(game)
    return msgspec.structs.replace(
        over, version=last + 1, awaited=(), turns={}, due={}, bots={}, offer=None, ended=True, at=at
    )


class Feed:
    """Read, note, `passed`, and now and then `save`: what was not noted is read again.

    Each `reader` (a service's name) has its own cursors.
    """

    def __init__(self, redis: Redis, blocking: Redis, partitions: Sequence[Keys], reader: str) -> None:
        self._redis = redis
        self._blocking = blocking
        self._partitions = partitions
        self._reader = reader
        self._cursors: dict[str, bytes] = {}
        self._ahead: dict[str, bytes] = {}
        self._saved: dict[str, bytes] = {}

    async def resume(self) -> None:
        """Goes on where the last reader stopped, or at the feeds' beginning."""
        found: list[Any] = await self._redis.mget([keys.cursor(self._reader) for keys in self._partitions])
        for keys, cursor in zip(self._partitions, found, strict=True):
            self._cursors[keys.feed] = cursor or b"0-0"
        self._saved = dict(self._cursors)

    async def trimmed(self) -> list[Keys]:
        """Partitions whose feed has perhaps lost items that were not read yet."""
        pipeline = self._redis.pipeline(transaction=False)
        for keys in self._partitions:
            pipeline.xinfo_stream(keys.feed)
        found: list[Any] = await pipeline.execute(raise_on_error=False)
        return [
            keys
            for keys, stream in zip(self._partitions, found, strict=True)
            if isinstance(stream, dict) and _is_behind(self._cursors[keys.feed], stream)  # pyright: ignore[reportUnknownArgumentType]
        ]

    async def read(self) -> list[FeedItem]:
        """The next changes, each game's newest only; empty when there were none for some seconds."""
        async with asyncio.timeout(WAIT_MS / 1000 + 5):  # a server that vanished without a word
            found: Any = await self._blocking.xread(self._cursors, count=COUNT, block=WAIT_MS)  # pyright: ignore[reportArgumentType]
        self._ahead = {feed.decode(): entries[-1][0] for feed, entries in found}
        newest = {item.game: item for feed, entries in found for item in _items(feed, entries)}
        return list(newest.values())

    def read_until(self, keys: Keys) -> int:
        """When the last item came that was noted of a partition, in ms since 1970; 0 for none."""
        return _moment(self._cursors[keys.feed])[0]

    def passed(self) -> None:
        """What the last `read` gave has been noted."""
        self._cursors |= self._ahead

    async def save(self) -> None:
        """Keeps the cursors that moved. Several readers of one name overwrite each other's: told again is no harm.

        Does nothing before `resume`.
        """
        if not self._cursors:
            return
        moved = {
            keys.cursor(self._reader): self._cursors[keys.feed]
            for keys in self._partitions
            if self._cursors[keys.feed] != self._saved[keys.feed]
        }
        if moved:
            saved = dict(self._cursors)
            await self._redis.mset(moved)  # pyright: ignore[reportArgumentType]
            self._saved = saved


def _is_behind(cursor: bytes, stream: dict[str, Any]) -> bool:
    """Whether the oldest item kept is younger than the last one read, and older ones are gone."""
    if stream["entries-added"] == stream["length"]:
        return False
    oldest = stream["first-entry"]
    return _moment(cursor) < _moment(stream["last-generated-id"] if oldest is None else oldest[0])


def _moment(id: bytes) -> tuple[int, ...]:
    return tuple(map(int, id.split(b"-")))


def _items(feed: bytes, entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> list[FeedItem]:
    items: list[FeedItem] = []
    for key, fields in entries:
        try:
            items.append(decode_feed(fields[FIELD]))
        except (msgspec.DecodeError, KeyError) as error:
            log.error("feed-item-unreadable", feed=feed.decode(), id=key.decode(), error=type(error).__name__)
    return items
