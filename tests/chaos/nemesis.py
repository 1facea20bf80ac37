"""Breaks one thing after the other, in an order that the seed decides, and waits until everything goes on again."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from random import Random

import msgspec
import structlog

from tests.chaos.catalogue import Fault
from tests.chaos.faults import Moment
from tests.chaos.probe import Probe, Recovered
from tests.chaos.stack import Stack

log = structlog.get_logger()


class Strike(msgspec.Struct, frozen=True):
    """A fault that was done and what came of it."""

    fault: str
    at_s: float
    recovered: Recovered
    violations: tuple[str, ...]


class Planned(msgspec.Struct, frozen=True):
    fault: str
    seed: int
    """Of the chance within the fault."""
    calm_s: float
    """Before it."""


def schedule(names: list[str], seed: int) -> Iterator[Planned]:
    """Without end, equal for equal seeds; each fault once before any comes again.

    >>> first, again = (next(schedule(["a", "b"], 7)) for _ in range(2))
    >>> first == again
    True
    """
    rng = Random(seed)
    while True:
        order = sorted(names)
        rng.shuffle(order)
        for name in order:
            yield Planned(name, rng.randrange(1 << 32), rng.uniform(0.3, 1.5))


class Nemesis:
    def __init__(self, stack: Stack, probe: Probe, faults: Mapping[str, Fault], seed: int) -> None:
        self.strikes: list[Strike] = []
        self._stack = stack
        self._probe = probe
        self._faults = faults
        self._plan = schedule(list(faults), seed)

    async def rage(self, seconds: float) -> None:
        """For about so long; the last fault is waited out."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            planned = next(self._plan)
            await asyncio.sleep(planned.calm_s)
            await self._strike(planned, begun)

    async def _strike(self, planned: Planned, begun: float) -> None:
        fault, at = self._faults[planned.fault], time.monotonic() - begun
        try:
            since = await fault.do(Moment(self._stack, Random(planned.seed)))
        except (OSError, RuntimeError, TimeoutError) as error:
            self.strikes.append(
                Strike(
                    planned.fault, at, Recovered(None, None), (f"fault failed: {planned.fault}: {error!r}",)
                )
            )
            return
        recovered = await self._probe.recovered(since)
        strike = Strike(planned.fault, at, recovered, tuple(too_slow(planned.fault, fault, recovered)))
        self.strikes.append(strike)
        log.info(
            "struck",
            fault=strike.fault,
            at_s=round(at, 1),
            games_s=recovered.games_s,
            bots_s=recovered.bots_s,
        )


def too_slow(name: str, fault: Fault, recovered: Recovered) -> Iterator[str]:
    for what, took, most in (
        ("games", recovered.games_s, fault.games_s), ("bots", recovered.bots_s, fault.bots_s),
    ):  # fmt: skip
        if took is None or took > most:
            told = "a minute" if took is None else f"{took:.1f} s"
            yield f"slow: after '{name}' {what} took {told} to go on, more than {most:g} s"
