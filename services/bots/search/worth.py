"""What the end of a round is worth to each seat: how likely it then wins the match, between 0 and 1.

Before the last round this is a softmax of the totals, the flatter the more is still to come. At the end of the
match it is mostly the win itself, and a little the lead, so that a lost match is still played well.
"""

from math import exp
from typing import NamedTuple

import numpy as np

from services.bots.playout.compiled import compiled

WIN = 0.7
"""How much of the last round's worth is the win itself."""


class Match(NamedTuple):
    """What a round is played for. Floats and whole numbers apart, as numba wants them."""

    before: np.ndarray
    """Totals of the finished rounds, by seat."""
    scale: float
    """How many points of a lead are a clear one, given what is to come."""
    last: bool
    tie_weight: float
    """1 where this round's points decide between equal totals, 0 where nothing does,"""
    ties: np.ndarray
    """and by seat what decides after them; higher is better."""


@compiled
def weigh(match, points, seats, utility):
    """Writes each seat's utility, given the points of the round (extras for what is kept included)."""
    _soften(match, points, seats, utility)
    if not match.last:
        return
    best, winners = 0, 1
    for seat in range(1, seats):
        order = _compare(match, points, seat, best)
        if order > 0:
            best, winners = seat, 1
        elif order == 0:
            winners += 1
    for seat in range(seats):
        won = _compare(match, points, seat, best) == 0
        utility[seat] = (1 - WIN) * utility[seat] + (WIN / winners if won else 0.0)


@compiled
def _soften(match, points, seats, utility):
    most = match.before[0] + points[0]
    for seat in range(1, seats):
        most = max(most, match.before[seat] + points[seat])
    together = 0.0
    for seat in range(seats):
        utility[seat] = exp((match.before[seat] + points[seat] - most) / match.scale)
        together += utility[seat]
    for seat in range(seats):
        utility[seat] /= together


@compiled
def _compare(match, points, one, other):
    """Above 0 when `one` is ahead."""
    ahead = match.before[one] + points[one] - match.before[other] - points[other]
    if ahead == 0:
        ahead = match.tie_weight * (points[one] - points[other])
    if ahead == 0:
        ahead = match.ties[one] - match.ties[other]
    return ahead
