"""Who wins a trick, what floors are worth, who wins the match."""

from collections.abc import Sequence

import msgspec

from shared.games.floor.cards import FLOORS, rank
from shared.games.floor.state import Play, Trick
from shared.games.rules import Seat

Scores = tuple[int, ...]


class Floor(msgspec.Struct, frozen=True):
    """What lies at a floor, and what a marker there earns for it."""

    number: int
    cards: tuple[str, ...]
    operators: int
    value: int


def winner(plays: Sequence[Play]) -> Seat:
    """The highest rank wins, the last of equals (Winning the Trick)."""
    best, seat = 0, plays[0].seat
    for play in plays:
        if play.card is not None and rank(play.card) >= best:
            best, seat = rank(play.card), play.seat
    return seat


def floors(tricks: Sequence[Trick]) -> tuple[Floor, ...]:
    return tuple(_floor(number, tricks) for number in FLOORS)


def _floor(number: int, tricks: Sequence[Trick]) -> Floor:
    """Cards stay whoever played them (Scoring Cards to a Floor); operators make no loss."""
    plays = [play for trick in tricks if trick.floor == number for play in trick.plays]
    cards = tuple(play.card for play in plays if play.card is not None and rank(play.card) == number)
    operators = sum(play.operator for play in plays)
    return Floor(number, cards, operators, max(0, len(cards) - operators))


def discards(tricks: Sequence[Trick]) -> tuple[str, ...]:
    """Cards played for the wrong floor."""
    played = ((trick.floor, play.card) for trick in tricks for play in trick.plays)
    return tuple(card for floor, card in played if card is not None and rank(card) != floor)


def values(tricks: Sequence[Trick]) -> tuple[int, ...]:
    """What a marker earns, by floor."""
    return tuple(floor.value for floor in floors(tricks))


def scores(markers: Sequence[tuple[int, int]], worth: Sequence[int]) -> Scores:
    """Each seat's points; both markers on one floor count it twice (End of the Round)."""
    return tuple(sum(worth[floor - 1] for floor in pair) for pair in markers)


def totals(rounds: Sequence[Scores], seats: int) -> Scores:
    return tuple(sum(scored[seat] for scored in rounds) for seat in range(seats))


def places(rounds: Sequence[Scores]) -> tuple[int, ...]:
    """Places by total, ties by the last round, then the one before and so on (Game End).

    >>> places([(6, 4, 1), (1, 3, 8), (3, 3, 1)])
    (2, 1, 3)
    """
    merits = [(sum(own), *reversed(own)) for own in zip(*rounds, strict=True)]
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)
