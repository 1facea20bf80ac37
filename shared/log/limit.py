"""A time limit for who waits again and again: `asyncio.timeout` takes 7 us for each wait, most of it for a timer."""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, TypeVar, cast

T = TypeVar("T")


class TimeLimit:
    """For waits of which each begins after the one before has ended. One timer serves them all: when it goes off, it looks
    how long the wait at hand has lasted."""

    __slots__ = ("_over", "_rings_at", "_task", "_timer", "_until")

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._over: asyncio.Task[Any] | None = None
        """Whose time has run out."""

    async def wait(self, awaited: Awaitable[T], within_s: float) -> T:
        """What was awaited. Raises `TimeoutError`; who is cancelled meanwhile is cancelled."""
        task: asyncio.Task[Any] = cast(Any, asyncio.current_task())  # there is one: this coroutine's
        cancelled_before = task.cancelling()
        self._begin(task, within_s)
        try:
            return await awaited
        except asyncio.CancelledError:
            if self._over is task and task.cancelling() <= cancelled_before + 1:
                raise TimeoutError from None
            raise
        finally:
            self._end(task)

    def _begin(self, task: "asyncio.Task[Any]", within_s: float) -> None:
        self._task = task
        self._until = time.monotonic() + within_s
        if self._timer is None or self._rings_at > self._until:
            self._set(within_s)

    def _end(self, task: "asyncio.Task[Any]") -> None:
        if self._over is task:
            self._over = None
            task.uncancel()
        if self._task is task:
            self._task = None

    def _set(self, within_s: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(within_s, self._ring)
        self._rings_at = self._until

    def _ring(self) -> None:
        self._timer = None
        if self._task is None:
            return
        left_s = self._until - time.monotonic()
        if left_s > 0:
            self._set(left_s)
        else:
            self._over = self._task
            self._task.cancel()
