"""Processes that work until they are told to end, through every outage of Valkey."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Coroutine
from random import SystemRandom
from typing import Any

import structlog
from redis.exceptions import RedisError

log = structlog.get_logger()

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0
AGAIN_S = 2.0
SOON_AGAIN_S = 0.2

Step = Callable[[], Awaitable[object]]


async def for_ever(step: Step, every_s: float = 0) -> None:
    while True:
        await until_done(step)
        await asyncio.sleep(every_s)


async def until_done(step: Step) -> None:
    """Tries again while Valkey is away. Other failures end the process: a new one misses nothing."""
    pause_s = FIRST_PAUSE_S
    while True:
        try:
            await step()
            return
        except (RedisError, OSError) as error:  # OSError: also the timeouts
            log.warning("valkey-away", error=type(error).__name__)
        await asyncio.sleep(pause_s * SystemRandom().uniform(0.5, 1))
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Runs a process's work until it ends by itself or the process is told to end, by SIGTERM or SIGINT."""
    told = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, told.set)
    working, telling = asyncio.create_task(work), asyncio.create_task(told.wait())
    await asyncio.wait([working, telling], return_when=asyncio.FIRST_COMPLETED)
    await end(working)


async def together(*work: Coroutine[Any, Any, None]) -> None:
    """Until one fails or the caller is cancelled; then all end, which `TaskGroup` would leave to a single cancellation."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await asyncio.gather(*(end(task, SOON_AGAIN_S) for task in tasks))


async def end(task: "asyncio.Task[None]", again_s: float = AGAIN_S) -> None:
    """Cancels a task and waits for its end; raises what it failed with.

    Again and again: `wait_for` of Python 3.11, which redis-py sends with, may lose a cancellation.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=again_s)
    if not task.cancelled():
        task.result()
