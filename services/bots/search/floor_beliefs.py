"""That's My Floor: how likely a world is by what the others played, and worlds that come as often as they are likely.

Who plays by habit (`playout/floor_habits.py`) plays the favourite card of a hand, so each play tells of the hand that
it came from. Nobody is taken to keep to that: a card that seems a little worse is a little rarer, and some plays are
any at all.
Only the present half of the round tells: of what was held before the turnaround one card is left.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np

from services.bots.playout import floor as model
from services.bots.playout import floor_habits as habits
from services.bots.playout.compiled import below, compiled, lowest, size, word
from services.bots.search.worlds import redeal

WARMTH = 0.03
"""Points by which one card must seem better than another to be played e times as often."""
CONTRARY = 0.2
"""Which part of the plays is any at all."""

SETTLING = 600
"""Swaps that lead from any world to a likely one,"""
SWAPS = 10
"""and on to the next."""

SEAT, TRICK, PLAYED, HIGHEST, BLOCKED, CARD, SINCE = range(7)
"""Columns of `Past.plays`. The trick as it lay then is as in the model; `SINCE` are the cards played from then on."""
COLUMNS = 7


class Past(NamedTuple):
    """The others' part in this half of the round."""

    plays: np.ndarray
    """A row for each card that they played."""
    owners: np.ndarray
    """By slot, who held its card in this half, or `NOBODY`,"""
    until: np.ndarray
    """and up to which trick, not counting the one in which it was set aside."""
    chances: np.ndarray
    """By seat, the logarithm of how likely its plays are in this world; the search's own note."""


@compiled
def settle(position, past, s, rng):
    """Makes a likely world of any one; `s` is the search's state, whose content is lost."""
    redeal(position.cards, position.allowed, rng)
    s[:] = position.root
    for seat in range(s[model.PLAYERS]):
        past.chances[seat] = _chance(seat, position, past, s)
    wander(SETTLING, position, past, s, rng)


@compiled
def wander(swaps, position, past, s, rng):
    """Swaps two cards so many times, where both may be at the other's slot and unless the world becomes too unlikely.

    In the long run worlds come as often as they are likely (Metropolis et al., 1953). Call `settle` first.
    """
    cards, slots = position.cards, len(position.cards)
    for _ in range(swaps):
        i, j = below(rng, slots), below(rng, slots)
        here, there = cards[i], cards[j]
        if (position.allowed[i] >> there) & (position.allowed[j] >> here) & 1:
            cards[i], cards[j] = there, here
            if not _believe(i, j, position, past, s, rng):
                cards[i], cards[j] = here, there


@compiled
def _believe(i, j, position, past, s, rng):
    """Whether a swap may stay, whose two slots these are."""
    one, other = past.owners[i], past.owners[j]
    if one == other and past.until[i] == past.until[j]:
        return True
    ones = others = change = 0.0
    if one != model.NOBODY:
        ones = _chance(one, position, past, s)
        change += ones - past.chances[one]
    if other != model.NOBODY and other != one:
        others = _chance(other, position, past, s)
        change += others - past.chances[other]
    if change < 0 and _fraction(rng) >= exp(change):
        return False
    if one != model.NOBODY:
        past.chances[one] = ones
    if other != model.NOBODY and other != one:
        past.chances[other] = others
    return True


@compiled
def _fraction(rng):
    """From 0 to 1, not 1 itself."""
    return np.float64(word(rng) >> np.uint64(11)) / 2.0**53


@compiled
def _chance(seat, position, past, s):
    """The logarithm of how likely a seat's plays are, had it held what this world gives it."""
    together = 0.0
    for play in past.plays:
        if play[SEAT] == seat:
            together += log(_chance_of(play, _held(play, position, past), s))
    return together


@compiled
def _held(play, position, past):
    """The hand that a card was played from."""
    hand = play[SINCE]
    for slot in range(len(position.cards)):
        if past.owners[slot] == play[SEAT] and past.until[slot] > play[TRICK]:
            hand |= 1 << position.cards[slot]
    return hand


@compiled
def _chance_of(play, hand, s):
    """How likely this card was, from such a hand."""
    seat, free = play[SEAT], hand & ~play[BLOCKED]
    s[model.HANDS + seat] = hand
    s[model.TRICK], s[model.PLAYED], s[model.HIGHEST] = play[TRICK], play[PLAYED], play[HIGHEST]
    any_at_all, played, weights = CONTRARY / size(free), habits.merit(s, seat, play[CARD]), 0.0
    while free:
        weights += exp((habits.merit(s, seat, lowest(free)) - played) / WARMTH)
        free &= free - 1
    return any_at_all + (1 - CONTRARY) / weights
