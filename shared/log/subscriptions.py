"""Subscriptions that notice when nothing can be heard any more.

A connection may break, which redis-py tells, or fall silent, which nothing tells: so a quiet one is asked now and then
whether it still answers. A confirmation that does not come is asked for again.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from math import inf
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout

QUIET_S = 2.0
"""After so much silence the server is asked for a sign of life; after as much again it is taken to be gone."""


class Subscriptions:
    """One connection that hears sharded channels. Any number may add channels; one hears."""

    def __init__(self, listening: Redis) -> None:
        self._pubsub: Any = listening.pubsub()
        self._confirmed: set[str] = set()
        self._asked = False
        self._changing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def add(self, channel: str) -> None:
        """The confirmation is heard later, as a message of type `ssubscribe`; after an outage it comes again."""
        await self._change(self._pubsub.ssubscribe, channel)

    async def remove(self, channel: str) -> None:
        await self._change(self._pubsub.sunsubscribe, channel)

    async def _change(self, change: Callable[[str], Awaitable[None]], channel: str) -> None:
        """Goes on when its caller is cancelled: a write that breaks off would end the connection for all."""
        task = asyncio.create_task(self._in_turn(change, channel))
        self._tasks.add(task)
        task.add_done_callback(self._changed)
        await asyncio.shield(task)

    def _changed(self, task: "asyncio.Task[None]") -> None:
        """Its failure is its caller's, and nobody's where the caller has gone."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def _in_turn(self, change: Callable[[str], Awaitable[None]], channel: str) -> None:
        """Two first ones at once would make two connections, of which one is not heard."""
        async with self._changing:
            with _breaks():
                await change(channel)

    async def hear(self) -> dict[str, Any] | None:
        """The next message or confirmation; `None` when there was none for a while.

        Raises a `RedisError` or `OSError` when the connection broke or does not answer any more; then `connect`.
        """
        if self._pubsub.connection is None:  # who hears may come before the first channel has been added
            await self.connect()
        with _breaks():
            message = await self._next()
            if message is None:
                await self._ask()
                return None
        self._asked = False
        self._note(message)
        return None if message["type"] == "pong" else message

    async def _next(self) -> dict[str, Any] | None:
        """Without `get_message`, which makes broken connections anew by itself, beside whoever adds a channel meanwhile."""
        connection = self._pubsub.connection
        connection.within_s = QUIET_S
        response = await connection.read_response(timeout=inf, disconnect_on_error=False, push_request=True)
        return await self._pubsub.handle_message(response)

    async def connect(self) -> None:
        """A new connection with the same channels, whatever state the old one is in."""
        async with self._changing:
            self._asked = False
            self._confirmed.clear()
            with _breaks():
                if self._pubsub.connection is not None:
                    await self._pubsub.connection.disconnect(nowait=True)
                await self._pubsub.connect()

    async def close(self) -> None:
        await self._pubsub.aclose()

    def _note(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "ssubscribe":
                self._confirmed.add(message["channel"].decode())
            case "sunsubscribe":
                self._confirmed.discard(message["channel"].decode())
            case _:
                pass

    async def _ask(self) -> None:
        """For a sign of life, and again for what was not confirmed."""
        if self._asked:
            raise RedisTimeout("the connection has fallen silent")
        async with self._changing:
            for channel in list(self._pubsub.shard_channels):
                if channel.decode() not in self._confirmed:
                    await self._pubsub.ssubscribe(channel)
            await self._pubsub.ping()
        self._asked = True


@contextmanager
def _breaks() -> Generator[None]:
    """What asyncio and uvloop raise for a connection that another task has just closed is a broken connection."""
    try:
        yield
    except RuntimeError as error:
        raise RedisConnectionError(str(error)) from error
