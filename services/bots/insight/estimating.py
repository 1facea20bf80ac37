"""The search's estimates of a seat's legal commands, whatever the kind."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from services.bots.search import elevators, floor
from services.bots.search.budget import Budget
from services.bots.search.estimate import Estimate
from shared.games.elevators.commands import PlayPerson
from shared.games.floor.commands import PlayCard, SetAside
from shared.games.rules import Command, Seat

Estimates = Callable[[Seat, Any, Sequence[Any], Budget, random.Random], Sequence[Estimate[Any]]]

SEARCHES: Mapping[str, Estimates] = {"elevators": elevators.estimates, "floor": floor.estimates}
ESTIMABLE = (PlayPerson, PlayCard, SetAside)
"""Other choices are none: which of two lost children to draw anew makes no difference."""


def distinct(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Without those that say the same as another: a lost child's only companion may be named or not."""
    unnamed = {
        (one.card, one.line, one.deck)
        for one in commands
        if isinstance(one, PlayPerson) and one.moved is None
    }
    return tuple(one for one in commands if not _names_needlessly(one, unnamed))


def _names_needlessly(one: Command, unnamed: set[tuple[str, int, int | None]]) -> bool:
    return isinstance(one, PlayPerson) and one.moved is not None and (one.card, one.line, one.deck) in unnamed


def is_choice(commands: Sequence[Command]) -> bool:
    """Whether it matters which of a seat's distinct legal commands it sends."""
    return len(commands) > 1 and all(isinstance(command, ESTIMABLE) for command in commands)


def estimates(
    kind: str, seat: Seat, view: Any, commands: Sequence[Command], budget: Budget, rng: random.Random
) -> Sequence[Estimate[Any]]:
    """Best first. Raises `KeyError` for a kind without a search."""
    return SEARCHES[kind](seat, view, commands, budget, rng)
