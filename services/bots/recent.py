"""The few values that were used last, so that a process that runs for months does not grow."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """By key, at most `size` values; the one unused for longest makes room.

    >>> kept = Recent[int](2)
    >>> for key, value in {"a": 1, "b": 2, "c": 3}.items(): kept.keep(key, value)
    >>> kept.get("a"), kept.get("c")
    (None, 3)
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str) -> T | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def keep(self, key: str, value: T) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._size:
            self._values.popitem(last=False)

    def drop(self, key: str) -> None:
        self._values.pop(key, None)

    def clear(self) -> None:
        self._values.clear()
