"""One stream of entries per game, whatever transport carries it: from the log first, then live, without a gap.

A subscriber is a position in the log, not a queue: it asks for what follows its version and waits when there is nothing.
So a slow one costs no memory, and versions are contiguous by construction. The live channel only makes it quick; what
it loses is found in the log.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from services.engine.api.frames import EntryFrames
from shared.api.problem import ApiError, Code
from shared.games.kinds import KINDS
from shared.games.rules import AnyRules
from shared.log.commands import decode_live
from shared.log.entry import Opening, decode_entry
from shared.log.game import Folded, events_of
from shared.log.hearing import subscriptions
from shared.log.keys import keys_of
from shared.log.outage import end
from shared.log.valkey import ValkeyLog

log = structlog.get_logger()

RECENT = 64
"""Entries of a followed game kept at hand; older ones are read from its log."""
TURN = 8
"""So many messages are heard before others get their turn: what they caused leaves, and players answer it, while the
rest of a burst is heard. Fewer cost more, as everything after them comes in smaller parts."""
LOOK_S = 5.0
"""How often a followed game's log is looked at, in case the channel lost a message."""


OnEntry = Callable[[str, str, int, bytes], None]
"""Game, command, version, and the entry's bytes."""


class Watcher(Protocol):
    """A follower of many games, which is told of each that moved; `Channel.wait` is for those of one."""

    def moved(self, game: str) -> None: ...


class Channel:
    """A game that somebody follows."""

    def __init__(self, game: str, opening: Opening, *, closed: bool = False) -> None:
        self.game = game
        self.opening = opening
        self.rules: AnyRules = KINDS[opening.kind]
        self.version = 0
        self.ended = False
        self.closed = closed
        """The process ends: who waits goes, though the game does not end."""
        self.followers = 0
        self.watchers: set[Watcher] = set()
        self.frames = EntryFrames(game, self.rules)
        self._recent: deque[tuple[int, Folded]] = deque(maxlen=RECENT)
        self._moved = asyncio.Event()

    def add(self, payload: bytes) -> Folded:
        """The entry after `version`."""
        entry = decode_entry(payload)
        folded = Folded(entry, events_of(self.opening, self.rules, entry))
        self.version += 1
        self.ended = entry.secret is not None
        self._recent.append((self.version, folded))
        return folded

    def announce(self) -> None:
        """Wakes whoever waits for more."""
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        for watcher in self.watchers:
            watcher.moved(self.game)

    def at_hand(self, after: int) -> list[tuple[int, Folded]] | None:
        """The entries after a version; `None` when some are no longer kept here."""
        if after >= self.version:
            return []
        if after == self.version - 1:
            return [self._recent[-1]]
        if not self._recent or self._recent[0][0] > after + 1:
            return None
        return list(islice(self._recent, after + 1 - self._recent[0][0], None))

    def entry(self, version: int) -> Folded | None:
        """One of those at hand."""
        at = version - self._recent[0][0] if self._recent else -1
        return self._recent[at][1] if 0 <= at < len(self._recent) else None

    async def wait(self, after: int, timeout_s: float) -> bool:
        """Whether there is something after a version, waiting for it if need be."""
        if self.version > after or self.ended or self.closed:
            return self.version > after
        try:
            async with asyncio.timeout(timeout_s):
                await self._moved.wait()
        except TimeoutError:
            pass  # what came at the last moment is told
        return self.version > after


@dataclass(slots=True)
class _Opening:
    """A game's channel on its way, and how many wait for it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    callers: int = 0


class Hub:
    def __init__(self, log: ValkeyLog, listening: Redis, partitions: int, heard: OnEntry) -> None:
        """`heard` is told of each new entry of a followed game."""
        self._log = log
        self._heard = heard
        self._partitions = partitions
        self._subscriptions = subscriptions(listening)
        self._channels: dict[str, Channel] = {}
        self._opening: dict[str, _Opening] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._released = False
        self._closed = False

    def release(self) -> None:
        """Nobody waits any more, here or from now on."""
        self._released = True
        for channel in self._channels.values():
            channel.closed = True
            channel.announce()

    async def close(self) -> None:
        self._closed = True
        self.release()
        await asyncio.gather(*map(end, self._tasks), return_exceptions=True)
        await self._subscriptions.close()

    async def read(self, game: str, opening: Opening, after: int, most: int) -> list[tuple[int, Folded]]:
        """Entries after a version, from the log."""
        rules = KINDS[opening.kind]
        payloads = await self._log.read(self._key(game), after, most)
        entries = [decode_entry(payload) for payload in payloads]
        return [
            (version, Folded(entry, events_of(opening, rules, entry)))
            for version, entry in enumerate(entries, after + 1)
        ]

    def hears(self, game: str) -> bool:
        """Whether somebody here follows it, so that its next entries come by themselves."""
        channel = self._channels.get(game)
        return channel is not None and channel.version > 0

    def at_hand(self, game: str, version: int) -> Folded | None:
        """An entry of a followed game, if it is one of the last."""
        channel = self._channels.get(game)
        return channel and channel.entry(version)

    @asynccontextmanager
    async def follow(self, game: str, opening: Opening, after: int) -> AsyncGenerator[Channel]:
        """The game's live channel, for as long as the caller stays."""
        channel = await self.join(game, opening, after)
        try:
            yield channel
        finally:
            await self.leave(channel)

    async def join(self, game: str, opening: Opening, after: int) -> Channel:
        """The game's live channel, which has reached `after` if the log has; `leave` it once."""
        channel = await self._opened(game, opening)
        channel.followers += 1
        try:
            if (
                after > channel.version
            ):  # an answer may have told the receiver what the channel is about to hear
                await self._catch_up(channel)
        except BaseException:
            await self.leave(channel)
            raise
        return channel

    async def leave(self, channel: Channel) -> None:
        channel.followers -= 1
        if not channel.followers and self._channels.get(channel.game) is channel:
            del self._channels[channel.game]
            await self._unsubscribe(channel.game)

    async def entries(self, channel: Channel, after: int, most: int) -> list[tuple[int, Folded]]:
        """What follows a version, at most so many; from memory where it is at hand."""
        found = channel.at_hand(after)
        if found is None:
            return await self.read(channel.game, channel.opening, after, most)
        return found[:most]

    async def _opened(self, game: str, opening: Opening) -> Channel:
        async with self._one_at_a_time(game):
            if (channel := self._channels.get(game)) is None:
                channel = self._channels[game] = Channel(game, opening, closed=self._released)
                try:
                    await self._subscribe(game)
                    await self._catch_up(channel)
                except BaseException:
                    # Nobody must find a channel that does not know where its game stands.
                    self._channels.pop(game, None)
                    raise
        return channel

    @asynccontextmanager
    async def _one_at_a_time(self, game: str) -> AsyncGenerator[None]:
        opening = self._opening.setdefault(game, _Opening())
        opening.callers += 1
        try:
            async with opening.lock:
                yield
        finally:
            opening.callers -= 1
            if not opening.callers:
                del self._opening[game]

    async def _subscribe(self, game: str) -> None:
        try:
            await self._subscriptions.add(keys_of(game, self._partitions).live(game))
        except RedisError as error:
            raise ApiError(Code.UNAVAILABLE, headers={"Retry-After": "1"}) from error
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._look())]

    async def _unsubscribe(self, game: str) -> None:
        try:
            await self._subscriptions.remove(keys_of(game, self._partitions).live(game))
        except RedisError as error:
            log.info("unsubscribe-failed", error=type(error).__name__)

    async def _catch_up(self, channel: Channel) -> None:
        """Everything that the log has beyond what the channel knows."""
        after = channel.version
        payloads = await self._log.read(self._key(channel.game), after)
        self._add(channel, payloads[channel.version - after :])

    def _add(self, channel: Channel, fresh: Sequence[bytes]) -> None:
        for payload in fresh:
            folded = channel.add(payload)
            self._heard(channel.game, folded.entry.command, channel.version, payload)
        if fresh:
            channel.announce()

    async def _hear(self) -> None:
        heard = 0
        while not self._closed:  # a client that is cut off may swallow that its task is cancelled
            try:
                message = await self._subscriptions.hear()
            except (RedisError, OSError) as error:
                await self._reconnect(error)
                continue
            if message is not None:
                await self._heed(message)
                heard += 1
                if heard % TURN == 0:
                    await asyncio.sleep(0)

    async def _heed(self, message: dict[str, Any]) -> None:
        """Entries; or that a subscription (or the same one, after an outage) now holds: what came before is in the log."""
        game = message["channel"].decode().split(":live:")[1]
        try:
            if message["type"] == "smessage":
                await self._take(game, message["data"])
            elif message["type"] == "ssubscribe" and (channel := self._channels.get(game)):
                await self._catch_up(channel)
        except (RedisError, OSError) as error:
            log.info("log-not-read", error=type(error).__name__)

    async def _take(self, game: str, data: bytes) -> None:
        channel = self._channels.get(game)
        if channel is None:
            return
        message = decode_live(data)
        if message.first > channel.version + 1:
            await self._catch_up(channel)
            return
        self._add(channel, message.entries[channel.version + 1 - message.first :])

    async def _reconnect(self, error: Exception) -> None:
        """A new connection, which subscribes to the same channels."""
        log.warning("live-channel-lost", error=type(error).__name__)
        await asyncio.sleep(0.2)
        try:
            await self._subscriptions.connect()
        except (RedisError, OSError):
            await asyncio.sleep(0.5)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                for channel in list(self._channels.values()):
                    await self._catch_up(channel)
            except (RedisError, OSError) as error:
                log.info("logs-not-read", error=type(error).__name__)

    def _key(self, game: str) -> str:
        return keys_of(game, self._partitions).log(game)
