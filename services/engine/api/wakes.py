"""Wakes those who listen for what concerns a player. A wake-up says nothing but "look": the inbox knows what.

What the channel loses is found by looking at all listened-to inboxes now and then.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.api.inbox import Inbox, Keys
from shared.api.problem import ApiError, Code
from shared.log.hearing import subscriptions

log = structlog.get_logger()

LOOK_S = 10.0
RECONNECT_S = 0.5


class Listening:
    """An account that somebody listens for."""

    def __init__(self, *, closed: bool = False) -> None:
        self.listeners = 0
        self.number = 0
        """Of the last change heard of."""
        self.closed = closed
        """The process ends: who waits goes."""
        self._changed = asyncio.Event()

    def wake(self, number: int) -> None:
        self.number = number
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        self.closed = True
        self.wake(self.number)

    async def wait(self, known: int, timeout_s: float) -> bool:
        """Whether to look again after the change `known`; waits for a reason."""
        if self.number == known and not self.closed:
            try:
                await asyncio.wait_for(self._changed.wait(), timeout_s)
            except TimeoutError:
                return False
        return True


class Wakes:
    def __init__(self, inbox: Inbox, listening: Redis) -> None:
        self._inbox = inbox
        self._subscriptions = subscriptions(listening)
        self._by_account: dict[str, Listening] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._released = False

    def release(self) -> None:
        """Nobody waits any more, here or from now on."""
        self._released = True
        for listening in self._by_account.values():
            listening.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.release()
        await self._subscriptions.close()

    @asynccontextmanager
    async def of(self, account: str) -> AsyncGenerator[Listening]:
        """Wake-ups of an account, for as long as the caller stays. Raises `unavailable`."""
        listening = self._by_account.setdefault(account, Listening(closed=self._released))
        listening.listeners += 1
        try:
            if listening.listeners == 1:
                await self._subscribe(account)
            yield listening
        finally:
            listening.listeners -= 1
            if not listening.listeners:
                del self._by_account[account]
                await self._unsubscribe(account)

    async def _subscribe(self, account: str) -> None:
        try:
            await self._subscriptions.add(Keys.of(account).channel)
        except RedisError as error:
            raise ApiError(Code.UNAVAILABLE, headers={"Retry-After": "1"}) from error
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._look())]

    async def _unsubscribe(self, account: str) -> None:
        try:
            await self._subscriptions.remove(Keys.of(account).channel)
        except RedisError as error:
            log.info("unsubscribe-failed", error=type(error).__name__)

    async def _hear(self) -> None:
        while True:
            try:
                message = await self._subscriptions.hear()
                if message is not None:
                    self._heed(message)
            except (RedisError, OSError) as error:
                await self._reconnect(error)

    def _heed(self, message: dict[str, Any]) -> None:
        """A change; or that a subscription now holds, anew after an outage: something may have come before."""
        account = message["channel"].decode().removeprefix("{me:").partition("}")[0]
        if (listening := self._by_account.get(account)) is None:
            return
        if message["type"] == "smessage":
            listening.wake(int(message["data"]))
        elif message["type"] == "ssubscribe":
            listening.wake(-1)

    async def _reconnect(self, error: Exception) -> None:
        """A new connection, which subscribes to the same channels."""
        log.warning("wake-ups-lost", error=type(error).__name__)
        await asyncio.sleep(RECONNECT_S)
        try:
            await self._subscriptions.connect()
        except (RedisError, OSError):
            log.info("wake-ups-still-lost")

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._compare()
            except (RedisError, OSError) as error:
                log.info("inboxes-not-looked-at", error=type(error).__name__)

    async def _compare(self) -> None:
        accounts = list(self._by_account)
        for account, number in zip(accounts, await self._inbox.last(accounts), strict=True):
            listening = self._by_account.get(account)
            if listening is not None and listening.number != number:
                listening.wake(number)
