"""How figures are told: a name, a value, the floor it is held against, and whether that is met."""

import json
import statistics
import sys
from collections.abc import Callable

import msgspec


class Figure(msgspec.Struct, frozen=True):
    name: str
    value: float
    unit: str
    wanted: float | None = None
    """At least this much, or at most for sizes."""
    at_most: bool = False
    note: str = ""

    @property
    def met(self) -> bool:
        if self.wanted is None:
            return True
        return self.value <= self.wanted if self.at_most else self.value >= self.wanted


def median_of(runs: int, measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(runs))


def tell(figures: list[Figure]) -> None:
    """A table for people on standard output; one JSON line for machines at its end."""
    for figure in figures:
        wanted = ""
        if figure.wanted is not None:
            sign = "<=" if figure.at_most else ">="
            wanted = f"{sign} {figure.wanted:,g}  {'met' if figure.met else 'MISSED'}"
        print(f"{figure.name:<52}{figure.value:>14,.2f} {figure.unit:<14}{wanted:<22}{figure.note}")
    print(json.dumps({figure.name: round(figure.value, 3) for figure in figures}))
    sys.stdout.flush()
