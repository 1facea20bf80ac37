"""That's My Floor: how players are taken to play, the others in the search's tree and everybody in its rollouts.

They weigh each card once: points gained on the others now, less what the card might have brought later. That is what
`normal` does from its view (`policies/floor.py`); its weights are these, and a test holds one against the other.
"""

import numpy as np

from services.bots.playout.compiled import any_of, below, compiled, lowest, size, word
from services.bots.playout.floor import (
    FLOOR_CARDS,
    HANDS,
    HIGHEST,
    MARKERS,
    OPERATORS,
    PACK,
    PLAYED,
    PLAYERS,
    RANK,
    SEATS,
    SHARES,
    TRICK,
    TRICKS,
    VISITED,
    over,
    play,
    playable,
    reveal,
    set_aside,
    turn,
)
from shared.games.floor.cards import FLOORS, VISITS

ARRIVES = (0.0, 0.45, 0.75)
"""How likely a card kept for its floor gets there, by the visits left: its suit must be free then."""
LEAD = 0.4
"""What leading the next trick is worth, as a part of the card that could then be played for certain."""
FORCED = 0.15
"""How likely an unwanted card must be played on its floor."""
HEIGHT = 0.03
"""What a rank is worth for winning the lead later."""

CONTRARY = 8
"""One rollout move of so many is any at all: rollouts tell more that way."""
CALLS = 8
"""In rollouts, one card of so many comes with an operator where cards are bad for its seat."""

_ARRIVES = np.array(ARRIVES)
_VISITS_LEFT = np.array(
    [[VISITS[trick + 1 :].count(floor) for floor in FLOORS] for trick in range(TRICKS + 1)], np.int64
)
"""After each trick, by floor."""
_TIE = 1e-9
_LOWEST_BITS = np.uint64(15)


@compiled
def share_out(s):
    """Writes what a card on a floor gains each seat on the others, from the markers; call it once these are there."""
    for seat in range(s[PLAYERS]):
        for floor in range(6):
            share = s[PLAYERS] * s[MARKERS + 6 * seat + floor]
            for other in range(s[PLAYERS]):
                share -= s[MARKERS + 6 * other + floor]
            s[SHARES + 6 * seat + floor] = share


@compiled
def _share(s, seat, floor):
    return s[SHARES + 6 * seat + floor] / (s[PLAYERS] - 1)


@compiled
def favourite(s, seat, free, rng):
    """Of the cards that a seat may play the one that it would; any of those that are equal to it."""
    ties = word(rng)
    most, chosen = -np.inf, -1
    while free:
        card = lowest(free)
        free &= free - 1
        worth = merit(s, seat, card) + _TIE * np.float64((ties >> np.uint64(card)) & _LOWEST_BITS)
        if worth > most:
            most, chosen = worth, card
    return chosen


@compiled
def least_wanted(s, seat):
    """The card that a seat would set aside."""
    hand = s[HANDS + seat]
    least, chosen, left = np.inf, -1, hand
    while left:
        card = lowest(left)
        left &= left - 1
        worth = _kept(s, seat, card, hand)
        if worth < least:
            least, chosen = worth, card
    return chosen


@compiled
def merit(s, seat, card):
    """Points that playing a card seems to bring a seat that holds it."""
    hand, floor, rank = s[HANDS + seat], VISITED[s[TRICK]], RANK[s[PACK], card]
    points = -_kept(s, seat, card, hand)
    if rank == floor + 1:
        points += _share(s, seat, floor)
    if rank >= s[HIGHEST] and s[TRICK] < TRICKS - 1:
        points += _lead(s, seat, card, hand)
    return points


@compiled
def _lead(s, seat, card, hand):
    """What winning this trick would bring on the next floor."""
    following = VISITED[s[TRICK] + 1]
    share = _share(s, seat, following)
    if share <= 0 or hand & ~(1 << card) & FLOOR_CARDS[s[PACK], following] == 0:
        return 0.0
    last = s[PLAYED] == s[SEATS] - 1
    return LEAD * share * (1.0 if last else RANK[s[PACK], card] / 12)


@compiled
def _kept(s, seat, card, hand):
    """What a card is worth in the hand after this trick."""
    rank = RANK[s[PACK], card]
    height = HEIGHT * rank
    if rank > len(FLOORS):
        return height
    visits = _VISITS_LEFT[s[TRICK], rank - 1]
    share = _share(s, seat, rank - 1)
    if share <= 0:
        return height + share * FORCED * min(visits, 1)
    held = size(hand & FLOOR_CARDS[s[PACK], rank - 1])
    return height + share * _ARRIVES[visits] / max(1, held - visits + 1)


@compiled
def play_out(s, rng):
    """To the end of the round."""
    while not over(s):
        seat = turn(s)
        if seat >= s[PLAYERS]:
            reveal(s)
            continue
        free = playable(s, seat)
        if free == 0:
            set_aside(s, least_wanted(s, seat))
        else:
            card = any_of(rng, free) if below(rng, CONTRARY) == 0 else favourite(s, seat, free, rng)
            play(s, card, s[OPERATORS + seat] != 0 and _calls(s, seat, rng))


@compiled
def _calls(s, seat, rng):
    return s[SHARES + 6 * seat + VISITED[s[TRICK]]] < 0 and below(rng, CALLS) == 0
