"""Carries commands to the engine and waits for their answers.

One process has one courier and, per partition it uses, one reply channel; the commands of one event-loop tick share a
pipeline. An answer that the channel lost is found under its key: the channel only makes it quick.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
import time
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError
from ulid import ULID

from shared.api.figures import JUDGED_S, UNJUDGED
from shared.log.commands import FIELD, Answer, Reply, Sent, decode_answer, decode_replies, encode
from shared.log.connect import confirm
from shared.log.hearing import subscriptions
from shared.log.keys import Keys, keys_of
from shared.watch import traces

log = structlog.get_logger()

SUBSCRIBE_S = 1.0
"""How long the first command of a partition waits for its reply channel to stand."""

LOOK_S = 0.5
"""How often answers that were not there the last time are looked for under their keys, in case a channel lost them."""


class Unanswered(Exception):
    """The engine did not answer in time; the command stands on the stream and will be judged."""


class Unsent(Exception):
    """Valkey could not be reached, or not be heard; the command may stand on the stream. Send it again."""


class Letter(msgspec.Struct):
    """A command on its way to its stream."""

    keys: Keys
    sent: bytes
    waiter: "asyncio.Future[Reply]"
    wait_s: float
    """How long its answer is waited for, from when it stands on the stream."""
    timer: asyncio.TimerHandle | None = None


class Courier:
    def __init__(self, redis: Redis, listening: Redis, partitions: int) -> None:
        self._redis = redis
        self._listening = listening
        self._partitions = partitions
        self.name = str(ULID())
        self._waiting: dict[tuple[str, str], list[asyncio.Future[Reply]]] = {}
        self._outbox: list[Letter] = []
        self._channels: dict[str, asyncio.Event] = {}
        self._subscriptions = subscriptions(listening)
        self._tasks: set[asyncio.Task[None]] = set()
        self._flushing = False
        self._reader: asyncio.Task[None] | None = None
        self._looker: asyncio.Task[None] | None = None
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        for task in [*self._tasks, *filter(None, [self._reader, self._looker])]:
            task.cancel()
        await self._subscriptions.close()

    def reply_to(self, game: str) -> str:
        """The channel to name in `Sent.reply_to` for a game."""
        return keys_of(game, self._partitions).replies(self.name)

    async def send(self, sent: Sent, wait_s: float) -> Reply:
        """Queues a command and returns its answer, the first one if its id was judged before.

        Raises `Unsent` or `Unanswered`; in both cases the same command may be sent again.
        """
        begun = time.perf_counter()
        try:
            with traces.span("send command", game=sent.game):
                reply = await self._sent(sent, wait_s)
        except (Unsent, Unanswered) as error:
            UNJUDGED.add(type(error).__name__.lower())
            raise
        JUDGED_S.note(time.perf_counter() - begun)
        return reply

    async def _sent(self, sent: Sent, wait_s: float) -> Reply:
        keys = keys_of(sent.game, self._partitions)
        await self._listen(keys)
        waiter = self._expect(sent.game, sent.id)
        named = msgspec.structs.replace(sent, reply_to=keys.replies(self.name), trace=traces.here())
        letter = Letter(keys, encode(named), waiter, wait_s)
        try:
            self._outbox.append(letter)
            self._flush_soon()
            return await waiter
        finally:
            if letter.timer:
                letter.timer.cancel()
            self._forget(sent.game, sent.id, waiter)

    def heard(self, game: str, command: str, version: int, entry: bytes) -> None:
        """Whoever waits for this command knows by its entry that it was accepted."""
        if (game, command) in self._waiting:
            self._tell(Reply(game, Answer(command, version), entry))

    async def listen(self, game: str) -> None:
        """Call before queueing a command by other means than `send`, so that `answer` can hear it."""
        await self._listen(keys_of(game, self._partitions))

    async def answer(self, game: str, command: str, wait_s: float) -> Reply:
        """The answer to a command that is already queued. Raises `Unanswered`."""
        waiter = self._expect(game, command)
        try:
            return await _in_time(waiter, wait_s)
        finally:
            self._forget(game, command, waiter)

    async def _look_again(self) -> None:
        before: set[tuple[str, str]] = set()
        while not self._closed:  # a client that is cut off may swallow that its task is cancelled
            await asyncio.sleep(LOOK_S)
            late = before & self._waiting.keys()
            await asyncio.gather(*(self._look(game, command) for game, command in late))
            before = set(self._waiting)

    async def _look(self, game: str, command: str) -> None:
        try:
            stored: Any = await self._redis.get(key := keys_of(game, self._partitions).answer(game, command))
            if stored:
                await confirm(self._redis, key)
                self._tell(Reply(game, decode_answer(stored)))
        except (RedisError, OSError):
            pass  # the next time

    def _expect(self, game: str, command: str) -> "asyncio.Future[Reply]":
        if self._looker is None:
            self._looker = asyncio.create_task(self._look_again())
        waiter: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault((game, command), []).append(waiter)
        return waiter

    def _forget(self, game: str, command: str, waiter: "asyncio.Future[Reply]") -> None:
        waiters = self._waiting.get((game, command), [])
        if waiter in waiters:
            waiters.remove(waiter)
        if not waiters:
            self._waiting.pop((game, command), None)

    def _flush_soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            task = asyncio.create_task(self._flush())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _flush(self) -> None:
        """Writes what has gathered; what comes meanwhile goes with the next pipeline."""
        try:
            await asyncio.sleep(0)
            while self._outbox:
                batch, self._outbox = self._outbox, []
                await self._write(batch)
        finally:
            self._flushing = False

    async def _write(self, batch: Sequence[Letter]) -> None:
        loop, pipeline = asyncio.get_running_loop(), self._redis.pipeline(transaction=False)
        for letter in batch:
            pipeline.xadd(letter.keys.commands, {FIELD: letter.sent})
        try:
            results: list[Any] = await pipeline.execute(raise_on_error=False)
        except (RedisError, OSError) as error:
            results = [error for _ in batch]
        for letter, result in zip(batch, results, strict=True):
            if letter.waiter.done():
                continue
            if isinstance(result, Exception):
                letter.waiter.set_exception(Unsent(str(result)))
            else:
                letter.timer = loop.call_later(letter.wait_s, _give_up, letter.waiter)

    async def _listen(self, keys: Keys) -> None:
        channel = keys.replies(self.name)
        stands = self._channels.get(channel) or await self._subscribe(channel)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
        if not stands.is_set():
            with contextlib.suppress(TimeoutError):  # then the answer's key is looked at
                await asyncio.wait_for(stands.wait(), SUBSCRIBE_S)

    async def _subscribe(self, channel: str) -> asyncio.Event:
        stands = self._channels[channel] = asyncio.Event()  # known before its confirmation can be heard
        try:
            await self._subscriptions.add(channel)
        except (RedisError, OSError) as error:
            self._channels.pop(channel, None)
            raise Unsent(str(error)) from error
        return stands

    async def _read(self) -> None:
        while True:
            try:
                message = await self._subscriptions.hear()
            except (RedisError, OSError) as error:
                await self._resubscribe(error)
                continue
            match message:
                case {"type": "smessage", "data": bytes(data)}:
                    self._deliver(data)
                case {"type": "ssubscribe", "channel": bytes(channel)} if channel.decode() in self._channels:
                    self._channels[channel.decode()].set()
                case _:
                    pass

    async def _resubscribe(self, error: Exception) -> None:
        """A new connection with the same channels; waiting callers meanwhile look at the keys."""
        log.warning("reply-channel-lost", error=type(error).__name__)
        await asyncio.sleep(0.2)
        try:
            await self._subscriptions.connect()
        except (RedisError, OSError):
            log.info("reply-channel-still-lost")

    def _deliver(self, data: bytes) -> None:
        for reply in decode_replies(data):
            self._tell(reply)

    def _tell(self, reply: Reply) -> None:
        for waiter in self._waiting.get((reply.game, reply.answer.command), ()):
            if not waiter.done():
                waiter.set_result(reply)


async def _in_time(waiter: "asyncio.Future[Reply]", wait_s: float) -> Reply:
    """Raises `Unanswered`."""
    timer = asyncio.get_running_loop().call_later(wait_s, _give_up, waiter)
    try:
        return await waiter
    finally:
        timer.cancel()


def _give_up(waiter: "asyncio.Future[Reply]") -> None:
    if not waiter.done():
        waiter.set_exception(Unanswered)
