"""Which games are played: every kind, number of players and option, people and bots mixed, in a seeded order."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec

from shared.client import Pace
from shared.games.kinds import KINDS

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "elevators": ({}, {"colours": [["r"]]}),
    "floor": tuple(
        {"deck": deck, "friendly": friendly, "operator": operator}
        for deck, friendly, operator in product(("six-suit", "standard"), (False, True), (False, True))
    ),
    "eddie": tuple(
        {"refill": refill, "mistakes": mistakes, "countdown": 0}
        for refill, mistakes in product(("auto", "manual"), ("refused", "callable"))
    ),
}
PACES = (None, None, Pace("live", turn_s=5))
"""With so little time, people's turns run out during faults: bots sit in and people return."""


class TableSpec(msgspec.Struct, frozen=True):
    kind: str
    players: int
    people: int
    """Bots sit on the other seats."""
    options: dict[str, Any]
    pace: Pace | None
    level: str


def tables(rng: Random) -> Iterator[TableSpec]:
    """Without end; each combination of kind, players and options once before any comes again, kinds in turn."""
    orders = [_of_kind(kind, rng) for kind in KINDS]
    while True:
        for order in orders:
            yield next(order)


def _of_kind(kind: str, rng: Random) -> Iterator[TableSpec]:
    every = list(product(KINDS[kind].players, OPTIONS[kind]))
    while True:
        rng.shuffle(every)
        for players, options in every:
            people = rng.choice((1, players, players))
            level = rng.choice(("easy", "normal"))
            yield TableSpec(kind, players, people, options, rng.choice(PACES), level)
