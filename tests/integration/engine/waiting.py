"""Waits for what has no event of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable

WAIT_S = 20


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not (await found if isawaitable(found := holds()) else found):
            await asyncio.sleep(0.005)
