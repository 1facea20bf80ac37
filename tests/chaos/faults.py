"""What the nemesis can do to a stack. Each fault returns the monotonic moment from which recovery counts.

That is the fault itself where the rest of the stack has to cope by itself (a worker dies or hangs, connections fall
silent), and its end where nothing could go on meanwhile (there is no Valkey, no HTTP, no disk).
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from tests.chaos.disk import fill, free
from tests.chaos.proxy import CALM, Proxy, Spoil, Weather
from tests.chaos.stack import PARTITIONS, Process, Stack
from tests.chaos.usurper import usurp

PAST_LEASE_S = 3.5
HANG_S = 2.0
WEATHER_S = 2.5
NOTICES_S = 10


class Moment(NamedTuple):
    """What a fault needs: the stack, chance of its own, and whom it strikes."""

    stack: Stack
    rng: Random

    def process(self, name: str) -> Process:
        if name == "worker":
            return self.rng.choice(self.stack.workers)
        return self.stack.processes[name]


Do = Callable[[Moment], Awaitable[float]]


def now() -> float:
    return time.monotonic()


def kill(*names: str) -> Do:
    """`kill -9`; started again at once, as a process manager does."""

    async def do(moment: Moment) -> float:
        since = now()
        await asyncio.gather(*(moment.process(name).kill() for name in names))
        return since

    return do


def restart(name: str) -> Do:
    """As an operator restarts it."""

    async def do(moment: Moment) -> float:
        since = now()
        await moment.process(name).end()
        return since

    return do


def hang(name: str, seconds: float = HANG_S) -> Do:
    """SIGSTOP, and SIGCONT later; recovery counts from the end."""

    async def do(moment: Moment) -> float:
        process = moment.process(name)
        process.pause()
        await asyncio.sleep(seconds)
        process.go_on()
        return now()

    return do


def zombie(seconds: float = PAST_LEASE_S) -> Do:
    """A worker stands still past its lease and goes on as if nothing had been; recovery counts from the beginning."""

    async def do(moment: Moment) -> float:
        since, process = now(), moment.process("worker")
        process.pause()
        asyncio.get_running_loop().call_later(seconds, process.go_on)
        return since

    return do


def weather(spoil: Spoil, odds: float, *links: str) -> Do:
    """Spoils what passes the clients' way, or the named services' ways to Valkey; recovery counts from the end."""

    async def do(moment: Moment) -> float:
        proxies = _proxies(moment.stack, links)
        for proxy in proxies:
            proxy.set(Weather(spoil, odds))
        await asyncio.sleep(WEATHER_S)
        for proxy in proxies:
            proxy.set(CALM)
        return now()

    return do


def _proxies(stack: Stack, links: tuple[str, ...]) -> list[Proxy]:
    if not links:
        return [stack.front]
    return [link for name, link in stack.links.items() if name.removesuffix("-2") in links]


def cut(*links: str) -> Do:
    async def do(moment: Moment) -> float:
        since = now()
        for proxy in _proxies(moment.stack, links):
            proxy.cut()
        return since

    return do


def silence(*links: str) -> Do:
    """Connections that stay open and never carry anything again."""

    async def do(moment: Moment) -> float:
        since = now()
        for proxy in _proxies(moment.stack, links):
            proxy.silence()
        return since

    return do


async def full_disk(moment: Moment) -> float:
    """Valkey cannot write any more, ends, and finds room again."""
    valkey = moment.process("valkey")
    starts = valkey.starts
    filler = fill(moment.stack.var)
    try:
        await valkey.started_again(starts, NOTICES_S)
    finally:
        free(filler)
    return now()


async def take_partitions(moment: Moment) -> float:
    """Another owner turns up while the workers work; recovery counts from when it has gone."""
    await usurp(moment.stack.config.valkey, PARTITIONS)
    return now()


def jump(seconds: int) -> Do:
    """The wall clock of Valkey and the workers jumps, and jumps back."""

    async def do(moment: Moment) -> float:
        moment.stack.jump(seconds)
        await asyncio.sleep(4)
        moment.stack.jump(0)
        return now()

    return do
