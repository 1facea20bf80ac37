"""What the built-in bots do: from one seat's view and its legal commands to one command.

A policy is `choose(level, seat, view, moves, rng)`. It gets nothing else, so it can know nothing else; `rng` follows from
game, version, seat and a secret of ours, so that a job that runs twice chooses the same (a search by time may not; the
command's id sees to it that one of the two counts). `None` means that it would rather wait (only where nobody has to move).
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from services.bots.policies import eddie, elevators, floor
from services.bots.policies.moves import Move
from services.bots.search.budget import Budget
from shared.api.people import Level
from shared.games.rules import Command, Seat

Policy = Callable[[str, Seat, Any, Sequence[Move], random.Random], Command | None]

LEVELS = tuple(level.value for level in Level)

POLICIES: Mapping[str, Policy] = {
    "elevators": elevators.choose,
    "floor": floor.choose,
    "eddie": eddie.choose,
}


def policies(budget: Budget) -> Mapping[str, Policy]:
    """The same, with another time to think than the usual."""
    searching = {
        "elevators": partial(elevators.choose, budget=budget),
        "floor": partial(floor.choose, budget=budget),
    }
    return {**POLICIES, **searching}
