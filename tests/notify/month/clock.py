"""One heap of moments over all games and people, and when services are away."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, NamedTuple

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
BEGIN = 1_900_000_000_000


class Stamp(NamedTuple):
    """When something was done, and what was done before it in the same millisecond."""

    at: int
    order: int


class Clock:
    def __init__(self) -> None:
        self.now = BEGIN
        self._orders = count()
        self._heap: list[tuple[int, int, Callable[..., object], tuple[Any, ...]]] = []

    def at(self, moment: int, do: Callable[..., object], *about: Any) -> None:
        heappush(self._heap, (moment, next(self._orders), do, about))

    def stamp(self) -> Stamp:
        return Stamp(self.now, next(self._orders))

    def run(self, until: int) -> None:
        while self._heap and self._heap[0][0] < until:
            self.now, _, do, about = heappop(self._heap)
            do(*about)
        self.now = until


class Outages:
    """When a service is away: in order, none touching the next."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self.spans: list[tuple[int, int]] = []
        for since, until in sorted(spans):
            if self.spans and since <= self.spans[-1][1]:
                since, last = self.spans.pop()
                until = max(last, until)
            self.spans.append((since, until))

    def until(self, moment: int) -> int | None:
        """When the service is back that is away at that moment."""
        at = bisect_right(self.spans, (moment, 1 << 60)) - 1
        return self.spans[at][1] if at >= 0 and moment < self.spans[at][1] else None


def drawn_spans(rng: Random, days: int) -> list[tuple[int, int]]:
    """About one a week."""
    every = max(days // 4, 1) * DAY
    begins = [BEGIN + n * every + rng.randrange(every) for n in range(days * DAY // every)]
    return [(begin, begin + rng.choice((5 * MINUTE, 40 * MINUTE, 3 * HOUR))) for begin in begins]
