"""Clocks of turns, folded from the times of entries: banks, deadlines, and what stops them.

A turn has `turn_ms`, then what is left of the seat's bank; each own move adds the increment. Nothing of it is an event:
the deadline stays as long as the turn does, and what is left of the bank is what was left until the deadline.
"""

from collections.abc import Iterable, Mapping

from shared.log.pace import Pace


class Clocks:
    __slots__ = ("_pace", "back_at", "banked", "banks", "leaves", "turns")

    banked: bool
    """There are banks at all."""
    banks: dict[int, int]
    """Milliseconds left by seat, as its turn began."""
    leaves: dict[int, int]
    """Until when seats' clocks stand still, their players being on leave."""
    turns: dict[str, int]
    """Deadlines by `turn:<seat>:<clock>`, also of seats that a bot holds for its player at the moment."""
    back_at: int
    """When we were last back from having been away."""

    def __init__(self, pace: Pace, seats: Iterable[int]) -> None:
        self._pace = pace
        self.banked = bool(pace.bank_ms or pace.increment_ms)
        self.banks = dict.fromkeys(seats, pace.bank_ms)
        self.leaves = {}
        self.turns = {}
        self.back_at = 0

    def stop_all(self, at: int, ms: int) -> None:
        """We were away for so long from `at` on."""
        self.turns = {key: due + ms for key, due in self.turns.items()}
        self.back_at = at + ms

    def stop(self, seat: int, at: int, until: int) -> None:
        """Takes leave, or shortens it: what was given for it before is taken back."""
        given = self.leaves.get(seat, 0)
        change = max(until, at) - max(given, at)
        self.turns = {key: due + change if seat_of(key) == seat else due for key, due in self.turns.items()}
        self.leaves[seat] = until

    def move_on(self, awaited: Mapping[str, int], at: int, actor: int, *, begun: bool) -> None:
        """What is awaited after an entry: seats by their turns' keys."""
        if self.banked:
            for key, due in self.turns.items():
                if key not in awaited:
                    self._settle(seat_of(key), due - at, actor)
        self.turns = {
            key: self.turns[key] if key in self.turns else self._due(seat, at, begun=begun)
            for key, seat in awaited.items()
        }

    def _settle(self, seat: int, left_ms: int, actor: int) -> None:
        """A turn is over: what the deadline left beyond the turn's own time was the bank's."""
        self.banks[seat] = min(self.banks[seat], max(left_ms, 0))
        if seat == actor:
            self.banks[seat] += self._pace.increment_ms

    def _due(self, seat: int, at: int, *, begun: bool) -> int:
        pace = self._pace
        given = (pace.turn_ms or 0) + self.banks[seat]
        if not begun and pace.first_ms is not None:
            given = max(given, pace.first_ms)
        return max(at, self.back_at, self.leaves.get(seat, 0)) + given


def turn_key(seat: int, clock: int) -> str:
    return f"turn:{seat}:{clock}"


def seat_of(key: str) -> int:
    """
    >>> seat_of("turn:2:17")
    2
    """
    return int(key.split(":")[1])
