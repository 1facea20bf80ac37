"""What stands where in an observation: named parts, one after the other, of numbers."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")

Part = tuple[str, int, Sequence[float]]
"""Name, length, and the numbers; what is shorter is filled up with zeros."""

LEAST, MOST = -1000.0, 1000.0


def flat(parts: Iterable[Part]) -> np.ndarray:
    """Raises `ValueError` when a part is longer than it may be."""
    columns: list[np.ndarray] = []
    for name, length, numbers in parts:
        if len(numbers) > length:
            raise ValueError(f"{name} has {len(numbers)} numbers, more than {length}")
        column = np.zeros(length, np.float32)
        column[: len(numbers)] = numbers
        columns.append(column)
    return np.concatenate(columns)


def places(parts: Iterable[Part]) -> dict[str, slice]:
    """Where each part is."""
    found: dict[str, slice] = {}
    at = 0
    for name, length, _ in parts:
        found[name] = slice(at, at + length)
        at += length
    return found


def marked(among: Sequence[object], these: Iterable[object]) -> list[float]:
    """1 for each of `among` that is one of `these`.

    >>> marked("abc", "ca")
    [1.0, 0.0, 1.0]
    """
    chosen = set(these)
    return [float(one in chosen) for one in among]


def from_seat(values: Sequence[T], seat: int) -> list[T]:
    """By seat, clockwise from one's own.

    >>> from_seat([1, 2, 3], 1)
    [2, 3, 1]
    """
    return [*values[seat:], *values[:seat]]
