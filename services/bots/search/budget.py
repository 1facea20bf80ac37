"""How long a search may take, and the loop that keeps to it.

The clock is read here between short compiled runs: a run of 250 simulations takes some 2 ms and starting it some
microseconds, so a clock inside the compiled code would gain nothing.
"""

import time
from collections.abc import Callable

import msgspec

RUN = 250
"""Simulations between two looks at the clock."""


class Budget(msgspec.Struct, frozen=True):
    """Ends by time, by number of simulations (then the result can be repeated), or by whichever comes first."""

    ms: float | None = 300.0
    simulations: int | None = None

    def parts(self, parts: int) -> "list[Budget]":
        """So many that are equal and together as much, one simulation each at least."""
        ms = None if self.ms is None else self.ms / parts
        simulations = None if self.simulations is None else max(1, self.simulations // parts)
        return [Budget(ms, simulations)] * parts


USUAL = Budget()


def spend(budget: Budget, simulate: Callable[[int], None]) -> int:
    """Calls `simulate` with numbers of simulations until the budget is used; how many they were."""
    ends = None if budget.ms is None else time.perf_counter() + budget.ms / 1000
    done = 0
    while run := _next_run(budget, done, ends):
        simulate(run)
        done += run
    return done


def _next_run(budget: Budget, done: int, ends: float | None) -> int:
    """One run at least, however short the time is."""
    if done and ends is not None and time.perf_counter() >= ends:
        return 0
    if budget.simulations is None:
        return 0 if ends is None else RUN
    return min(RUN, budget.simulations - done)
