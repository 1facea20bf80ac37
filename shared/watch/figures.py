"""Figures for Prometheus whose labels cannot grow: every label says which values it has, and all else counts as `other`.

So no id, name or text of anybody can get into one, whatever a caller hands over.
"""

import math
import re
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol

import prometheus_client

OTHER = "other"
MOST_SLUGS = 200
SLUG = re.compile(r"[a-z]+(-[a-z]+)*")

FAST_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Buckets of what somebody waits for."""
SLOW_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Buckets of thoughts and deliveries."""


class Label(Protocol):
    """The values that a label may have."""

    def bounded(self, value: str) -> str:
        """The value itself, or `other`."""
        ...


class Among:
    """A closed list."""

    def __init__(self, values: Iterable[object]) -> None:
        self.values = {OTHER, *map(str, values)}

    def allow(self, values: Iterable[object]) -> None:
        """For a list that a process learns when it starts, as its routes."""
        self.values.update(map(str, values))

    def bounded(self, value: str) -> str:
        return value if value in self.values else OTHER


class Slugs:
    """Names from our own code that no list holds, as the rules' reasons for refusing: letters only, and so many at most.

    >>> reasons = Slugs(2)
    >>> [reasons.bounded(one) for one in ("not-your-turn", "g_01ABC", "game-over", "one-too-many", "game-over")]
    ['not-your-turn', 'other', 'game-over', 'other', 'game-over']
    """

    def __init__(self, most: int = MOST_SLUGS) -> None:
        self._most = most
        self._met: set[str] = set()

    def bounded(self, value: str) -> str:
        if value in self._met:
            return value
        if len(self._met) >= self._most or not SLUG.fullmatch(value) or len(value) > 40:
            return OTHER
        self._met.add(value)
        return value


class Figure:
    """One metric; its name in Prometheus begins with `paternoster_`."""

    known: ClassVar[dict[str, "Figure"]] = {}
    """All of this process, by name."""

    def __init__(self, made: Callable[..., Any], name: str, about: str, labels: dict[str, Label]) -> None:
        self.name = f"paternoster_{name}"
        self.labels = labels
        self._metric = made(self.name, about, tuple(labels))
        self._bounds = tuple(labels.values())
        self._of: dict[tuple[str, ...], Any] = {} if labels else {(): self._metric}
        Figure.known[self.name] = self

    def of(self, values: Sequence[str]) -> Any:
        """What counts for these values of the labels, in their order."""
        key = tuple(values)
        found = self._of.get(key)
        return self._bounded(key) if found is None else found

    def _bounded(self, values: tuple[str, ...]) -> Any:
        key = tuple(label.bounded(value) for label, value in zip(self._bounds, values, strict=True))
        if key not in self._of:
            self._of[key] = self._metric.labels(*key)
        return self._of[key]


class Count(Figure):
    """What only grows; the name ends in `_total`."""

    def __init__(self, name: str, about: str, **labels: Label) -> None:
        super().__init__(prometheus_client.Counter, name, about, labels)

    def add(self, *values: str, by: float = 1) -> None:
        self.of(values).inc(by)


class Level(Figure):
    """What goes up and down."""

    def __init__(self, name: str, about: str, **labels: Label) -> None:
        super().__init__(prometheus_client.Gauge, name, about, labels)

    def set(self, *values: str, to: float) -> None:
        self.of(values).set(to)

    def change(self, *values: str, by: float) -> None:
        self.of(values).inc(by)

    def forget(self) -> None:
        """What it was is not known any more."""
        for one in self._of.values():
            one.set(math.nan)


class Spread(Figure):
    """How values are distributed: their number and sum, and how many were at most as large as each bucket."""

    def __init__(self, name: str, about: str, buckets: Sequence[float] = FAST_S, **labels: Label) -> None:
        def made(*given: Any) -> Any:
            return prometheus_client.Histogram(*given, buckets=buckets)

        super().__init__(made, name, about, labels)

    def note(self, value: float, *values: str) -> None:
        self.of(values).observe(value)


_looking: list[Callable[[], None]] = []


@contextmanager
def looked_up(look: Callable[[], None]) -> Generator[None]:
    """Has figures taken from elsewhere at every scrape: `look` sets them, and must not raise."""
    _looking.append(look)
    try:
        yield
    finally:
        _looking.remove(look)


def written() -> bytes:
    """All figures of this process, as Prometheus reads them."""
    for look in tuple(_looking):
        look()
    return prometheus_client.generate_latest(prometheus_client.REGISTRY)


CONTENT_TYPE = prometheus_client.CONTENT_TYPE_LATEST
