"""How well two fit together, in points as ratings show them, and how much of a misfit a ticket puts up with.

What is known of people only adds to the distance of their ratings: it makes a pairing later, never impossible. What
makes one impossible are blocks, and an account cannot meet itself.
"""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from services.lobby.matching.ticket import Ticket, Wish

POINTS = 40
"""Points that one unit of a rating's mean is shown as."""
MET_POINTS = 100
"""For each time that two met of late."""
CONDUCT_POINTS = 400
"""Between somebody who always leaves and somebody who never does."""


class Curve(NamedTuple):
    """Which misfit is accepted after which wait: from `at_once` straight up to `at_last`, then any."""

    at_once: int
    at_last: int
    anybody_ms: int
    smaller_ms: int
    """From then on also fewer players than the most that are welcome."""

    def accepts(self, waited_ms: int) -> float:
        """
        >>> [LIVE.accepts(seconds * 1000) for seconds in (0, 15, 30, 59, 60)]
        [100.0, 275.0, 450.0, 788.3333333333334, inf]
        """
        if waited_ms >= self.anybody_ms:
            return inf
        return self.at_once + (self.at_last - self.at_once) * max(waited_ms, 0) / self.anybody_ms


LIVE = Curve(at_once=100, at_last=800, anybody_ms=60_000, smaller_ms=5_000)
ASYNC = Curve(at_once=100, at_last=800, anybody_ms=3_600_000, smaller_ms=300_000)


def curve_of(wish: Wish) -> Curve:
    return LIVE if wish.live else ASYNC


Strengths = Mapping[int, float]
"""In points, by the number of players."""


class Known(NamedTuple):
    """What the matcher knows of those who wait; who is missing is like everybody."""

    strengths: Mapping[str, Strengths]
    """By ticket."""
    blocked: frozenset[frozenset[str]] = frozenset()
    """Each two accounts of which one has blocked the other."""
    met: Mapping[str, tuple[str, ...]] = {}
    """By account, its last opponents, as often as it met them."""
    leaving: Mapping[str, float] = {}
    """By account, the share of its last games that it left or let run out."""

    def may_meet(self, one: Ticket, other: Ticket) -> bool:
        return one.account != other.account and frozenset((one.account, other.account)) not in self.blocked

    def apart(self, one: Ticket, other: Ticket) -> float:
        """What to add to the distance of their ratings."""
        met = self.met.get(one.account, ()).count(other.account)
        left = abs(self.leaving.get(one.account, 0.0) - self.leaving.get(other.account, 0.0))
        return MET_POINTS * met + CONDUCT_POINTS * left
