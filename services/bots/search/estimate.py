"""What a search says of a move."""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

M = TypeVar("M")


class Estimate(msgspec.Struct, Generic[M], frozen=True):
    """A command, its share of the simulations, and how likely the seat then wins (0 to 1)."""

    command: M
    visits: int
    worth: float


def ranked(commands: Mapping[int, M], children: Mapping[int, tuple[int, float]]) -> Sequence[Estimate[M]]:
    """Best first: the move that was tried most is the one that stood up best. Commands by their moves' numbers."""
    estimates = [Estimate(command, *children.get(move, (0, 0.0))) for move, command in commands.items()]
    return sorted(estimates, key=lambda estimate: (-estimate.visits, -estimate.worth))
