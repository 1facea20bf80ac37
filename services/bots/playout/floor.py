"""That's My Floor: one round, from any point of it.

A card is its place in the pack, suit by suit (`shared.games.floor.cards.pack`). What was set aside is out of the
round and has no place here. Floors are counted from 0.
"""

from collections.abc import Callable

import numpy as np

from services.bots.playout.compiled import compiled
from shared.games.floor.cards import FLOORS, TURNAROUND, VISITS, pack, rank, suit
from shared.games.floor.options import Deck

OPERATOR = 62
"""As a card of the Automa's deck: a bit that no pack reaches."""

NOBODY = -1
NOTHING = -1

PACKS = tuple(pack(deck, seats) for deck in Deck for seats in (3, 4))

# Where a state keeps what.
SEATS = 0
PLAYERS = 1
PACK = 2
TRICK = 3
"""From 0 to 12, when the round is over."""
LEADER = 4
PLAYED = 5
"""Turns taken in this trick."""
BLOCKED = 6
"""All cards of the suits in this trick."""
HIGHEST = 7
WINNER = 8
TOP = 9
"""Where in the state the Automa's deck begins, which wanders on as cards are taken,"""
END = 10
"""and ends."""
LATER_CARDS = 11
"""How many cards the Automa gets at the turnaround."""
CARDS = 12
"""On each floor."""
OPERATORS_AT = 18
HANDS = 24
LATER = 28
OPERATORS = 32
"""By seat, 1 for who has one left."""
MARKERS = 36
"""By seat and floor."""
AUTOMA_LATER = 60
AUTOMA = 65
"""Room for the first deck and all that can ever go under it."""
SHARES = 120
"""By seat and floor, what a card there gains it on all others together (`floor_habits.share_out`)."""
STATE = 144

TRICKS = len(VISITS)


def _by_card(value: Callable[[tuple[str, ...], str], int]) -> np.ndarray:
    table = np.zeros((len(PACKS), 64), dtype=np.int64)
    for row, cards in zip(table, PACKS, strict=True):
        row[: len(cards)] = [value(cards, card) for card in cards]
    return table


def _alike(cards: tuple[str, ...], card: str) -> int:
    """All cards of a suit."""
    return sum(1 << at for at, other in enumerate(cards) if suit(other) == suit(card))


def _ranked(cards: tuple[str, ...], ranks: tuple[int, ...]) -> int:
    return sum(1 << at for at, card in enumerate(cards) if rank(card) in ranks)


RANK = _by_card(lambda cards, card: rank(card))
SUIT = _by_card(_alike)
FLOOR_CARDS = np.array([[_ranked(cards, (number,)) for number in FLOORS] for cards in PACKS], np.int64)
VISITED = np.array([number - 1 for number in VISITS], dtype=np.int64)
TURN_AFTER = TURNAROUND


@compiled
def over(s):
    return s[TRICK] == TRICKS


@compiled
def turn(s):
    seat = s[LEADER] + s[PLAYED]
    return seat - s[SEATS] if seat >= s[SEATS] else seat


@compiled
def playable(s, seat):
    """A mask; empty when the seat has to set a card aside."""
    return s[HANDS + seat] & ~s[BLOCKED]


@compiled
def play(s, card, operator):
    seat = turn(s)
    s[HANDS + seat] &= ~(1 << card)
    if operator:
        _place_operator(s, seat)
    _lay(s, seat, card)
    _end_turn(s)


@compiled
def set_aside(s, card):
    s[HANDS + turn(s)] &= ~(1 << card)
    _end_turn(s)


@compiled
def reveal(s):
    """The Automa's turn; the card that it plays, or `NOTHING`."""
    seat, following = s[PLAYERS], s[PLAYED] > 0
    first = _take(s)
    second = _take(s) if following or first == OPERATOR else NOTHING
    if first == OPERATOR or second == OPERATOR:
        _place_operator(s, seat)
    chosen = _chosen(s, first, second)
    for card in (first, second):
        if card != chosen and card != OPERATOR and card != NOTHING:
            s[s[END]] = card
            s[END] += 1
    if chosen != NOTHING:
        _lay(s, seat, chosen)
    _end_turn(s)
    return chosen


@compiled
def _take(s):
    if s[TOP] == s[END]:
        return NOTHING
    s[TOP] += 1
    return s[s[TOP] - 1]


@compiled
def _chosen(s, first, second):
    """The higher of those that are free, the first of equals."""
    if not _free(s, second):
        return first if _free(s, first) else NOTHING
    ranks = RANK[s[PACK]]
    return first if _free(s, first) and ranks[first] >= ranks[second] else second


@compiled
def _free(s, card):
    return card != NOTHING and card != OPERATOR and (s[BLOCKED] >> card) & 1 == 0


@compiled
def _place_operator(s, seat):
    s[OPERATORS + seat] = 0
    s[OPERATORS_AT + VISITED[s[TRICK]]] += 1


@compiled
def _lay(s, seat, card):
    worth, floor = RANK[s[PACK], card], VISITED[s[TRICK]]
    s[BLOCKED] |= SUIT[s[PACK], card]
    if worth >= s[HIGHEST]:
        s[HIGHEST] = worth
        s[WINNER] = seat
    if worth == floor + 1:
        s[CARDS + floor] += 1


@compiled
def _end_turn(s):
    s[PLAYED] += 1
    if s[PLAYED] < s[SEATS]:
        return
    s[LEADER] = s[WINNER]
    s[PLAYED] = s[BLOCKED] = s[HIGHEST] = 0
    s[TRICK] += 1
    if s[TRICK] == TURN_AFTER:
        _turn_around(s)


@compiled
def _turn_around(s):
    """With all cards dealt at once there is nothing left to give."""
    for seat in range(s[PLAYERS]):
        s[HANDS + seat] |= s[LATER + seat]
        s[LATER + seat] = 0
    for at in range(s[LATER_CARDS]):
        s[s[END]] = s[AUTOMA_LATER + at]
        s[END] += 1
    s[LATER_CARDS] = 0


@compiled
def score(s, seat):
    points = 0
    for floor in range(6):
        points += s[MARKERS + 6 * seat + floor] * max(0, s[CARDS + floor] - s[OPERATORS_AT + floor])
    return points
