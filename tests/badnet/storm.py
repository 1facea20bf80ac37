"""The weather of a bad network: now calm, now spoilt in one of the proxy's ways, for a moment each, by a seed."""

import asyncio
from random import Random

from tests.chaos.proxy import CALM, Proxy, Spoil, Weather

SPOILS = (Spoil.DELAY, Spoil.STALL, Spoil.CUT_BEFORE, Spoil.CUT_AFTER, Spoil.CUT_INSIDE)
CALM_SHARE = 0.7
HALF_OPEN_SHARE = 0.01
"""How often all connections that are open become mute without being closed."""


async def storm(proxy: Proxy, rng: Random) -> None:
    while True:
        proxy.set(weather(rng))
        if rng.random() < HALF_OPEN_SHARE:
            proxy.silence()
        await asyncio.sleep(rng.uniform(0.05, 0.4))


def weather(rng: Random) -> Weather:
    if rng.random() < CALM_SHARE:
        return CALM
    return Weather(rng.choice(SPOILS), rng.uniform(0.05, 0.3))
