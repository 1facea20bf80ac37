"""Waiting for what other tasks bring about."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def soon(ask: Callable[[], Awaitable[T]], enough: Callable[[T], bool], within_s: float = 5) -> T:
    """Asks until the answer is enough; fails with the last one when that takes too long."""
    until = asyncio.get_running_loop().time() + within_s
    while not enough(answer := await ask()):
        assert asyncio.get_running_loop().time() < until, f"not soon enough: {answer}"
        await asyncio.sleep(0.01)
    return answer
