"""How fast a socket's frames may follow each other, by the credits that the server told."""

import asyncio

from shared.client.told import Credits

SPARE = 2
"""Frames of a burst that are left alone, as the server's clock is not ours."""


class Pace:
    def __init__(self, credits: Credits) -> None:
        self._gap_s = 1 / credits.per_s
        self._ahead_s = max(credits.burst - SPARE, 0) * self._gap_s
        self._next = 0.0

    async def turn(self) -> None:
        """Waits until one more frame may be sent."""
        now = asyncio.get_running_loop().time()
        self._next = max(self._next, now) + self._gap_s
        await asyncio.sleep(max(self._next - now - self._ahead_s, 0))
