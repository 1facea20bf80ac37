"""What the nemesis can do to a stack. Each fault returns the monotonic moment from which recovery counts.

That is the fault itself where the rest of the stack has to cope by itself (a worker dies or hangs, connections fall
silent), and its end where nothing could go on meanwhile (there is no Valkey, no HTTP, no disk).
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import NamedTuple

from tests.chaos.disk import fill, free, is_small
from tests.chaos.proxy import CALM, Proxy, Spoil, Weather
from tests.chaos.stack import FAKETIME, PARTITIONS, Process, Stack
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


class Fault(NamedTuple):
    do: Do
    games_s: float
    """Within so long every partition judges again."""
    bots_s: float = 20.0
    """Within so long every bot plays again."""


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


ALWAYS: Mapping[str, Fault] = {
    "kill a worker": Fault(kill("worker"), 3),
    "stop a worker past its lease, resume it": Fault(zombie(), 3),
    "take the workers' partitions": Fault(take_partitions, 3),
    "restart a worker": Fault(restart("worker"), 3),
    "kill both workers": Fault(kill("worker", "worker-2"), 6),
    "kill HTTP": Fault(kill("http"), 6),
    "restart HTTP": Fault(restart("http"), 8),
    "hang HTTP": Fault(hang("http"), 3),
    "kill the dispatcher": Fault(kill("dispatcher"), 3),
    "hang the dispatcher": Fault(hang("dispatcher"), 3),
    "kill Celery": Fault(kill("celery"), 3),
    "restart Celery": Fault(restart("celery"), 3),
    "kill Valkey": Fault(kill("valkey"), 5),
    "restart Valkey": Fault(restart("valkey"), 5),
    "hang Valkey": Fault(hang("valkey", PAST_LEASE_S), 5),
    "delay clients": Fault(weather(Spoil.DELAY, 1), 3),
    "stall clients": Fault(weather(Spoil.STALL, 1), 3),
    "cut requests before they arrive": Fault(weather(Spoil.CUT_BEFORE, 0.4), 3),
    "cut answers after the act": Fault(weather(Spoil.CUT_AFTER, 0.4), 3),
    "cut answers inside": Fault(weather(Spoil.CUT_INSIDE, 0.4), 3),
    "delay Valkey for the workers": Fault(weather(Spoil.DELAY, 1, "worker"), 5),
    "stall Valkey for HTTP": Fault(weather(Spoil.STALL, 1, "http"), 5),
    "stall Valkey for the workers": Fault(weather(Spoil.STALL, 1, "worker"), 5),
    "cut commits after the act": Fault(weather(Spoil.CUT_AFTER, 0.3, "worker"), 5),
    "cut commands after they are queued": Fault(weather(Spoil.CUT_AFTER, 0.3, "http"), 5),
    "cut every way to Valkey": Fault(cut("worker", "http", "dispatcher", "celery", "inbox"), 5),
    "silence the workers' connections": Fault(silence("worker"), 15, 40),
    "silence HTTP's connections": Fault(silence("http"), 15, 40),
    "silence the dispatcher's and Celery's connections": Fault(silence("dispatcher", "celery"), 3, 60),
}


def possible(stack: Stack) -> dict[str, Fault]:
    """All that can be done on this machine."""
    faults = dict(ALWAYS)
    if is_small(stack.var):
        faults["fill Valkey's disk"] = Fault(full_disk, 5)
    if FAKETIME.exists():
        faults["jump the clock forward by an hour"] = Fault(jump(3600), 5)
        faults["jump the clock back by an hour"] = Fault(jump(-3600), 5)
    return faults
