"""What a search says of a command."""

from typing import Generic, TypeVar

import msgspec

M = TypeVar("M")


class Estimate(msgspec.Struct, Generic[M], frozen=True):
    command: M
    visits: int
    """Simulations that tried it; more for those that looked better on the way."""
    worth: float
    """How likely the seat then wins, from 0 to 1."""
