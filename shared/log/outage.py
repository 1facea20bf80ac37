"""Steps of processes that work for ever, through every outage of Valkey."""

import asyncio
from collections.abc import Awaitable, Callable
from random import SystemRandom

import structlog
from redis.exceptions import RedisError

log = structlog.get_logger()

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0

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
