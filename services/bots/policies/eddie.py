"""Elevator Eddie's bots: `easy` lays anything that fits, `normal` looks a card ahead; neither errs."""

import random
from collections.abc import Sequence
from math import inf, prod

from services.bots.policies.moves import Move
from shared.games.eddie.cards import CARDS, fits
from shared.games.eddie.commands import Call, Draw, LayCard
from shared.games.eddie.view import EddiePreview, EddieView
from shared.games.rules import Command, Seat

Seen = tuple[Command, EddiePreview]

TAKEN = 0.2
"""How likely others use a place before an own card gets there. This and what follows was tuned by play."""
RIVALRY = 2.0
"""What keeping the others waiting is worth beside going on oneself."""
KEEPING = 3.0
"""What a card is worth in the hand by its fitting anywhere: STOP most, GO and the end floors least."""


def choose(
    level: str, seat: Seat, view: EddieView, moves: Sequence[Move], rng: random.Random
) -> Command | None:
    """`None` when nothing but a mistake could be laid, or, for `easy`, only a call be made."""
    seen = [(move.command, move.preview) for move in moves if isinstance(move.preview, EddiePreview)]
    match level:
        case "easy":
            return _easy(seen, rng)
        case "normal" | "hard":
            return _normal(seat, view, seen, rng)
        case _:
            raise ValueError(f"no bot plays this game at level {level!r}")


def _easy(seen: Sequence[Seen], rng: random.Random) -> Command | None:
    """Any card that fits, or a draw; a beginner does not notice what others do wrong."""
    wishes: list[Command] = [lay for lay, _ in _lays(seen)]
    wishes += [command for command, _ in seen if isinstance(command, Draw)]
    return rng.choice(wishes) if wishes else None


def _normal(seat: Seat, view: EddieView, seen: Sequence[Seen], rng: random.Random) -> Command | None:
    """A call before everything, then the best card, and a draw when no card fits."""
    if calls := [(_left(view, to), command) for command, to in seen if isinstance(command, Call)]:
        return min(calls, key=lambda call: call[0])[1]
    lays = _lays(seen)
    rng.shuffle(lays)
    if lays:
        return max(lays, key=lambda lay: _merit(seat, view, *lay))[0]
    return next((command for command, _ in seen if isinstance(command, Draw)), None)


def _lays(seen: Sequence[Seen]) -> list[tuple[LayCard, EddiePreview]]:
    return [(command, what) for command, what in seen if isinstance(command, LayCard) and not what.mistake]


def _left(view: EddieView, call: EddiePreview) -> int:
    """Cards left to the seat that a call gives one back: whoever is nearest to going out comes first."""
    return view.cards_left[call.to or 0]


def _merit(seat: Seat, view: EddieView, lay: LayCard, what: EddiePreview) -> float:
    """The own chance to go on less that of the others, less what the card would be worth later."""
    if what.wins:
        return inf
    tops = [lay.card if place.lift is lay.lift else place.top for place in view.lifts]
    hand = list(view.hand or ())
    hand.remove(lay.card)
    misses = 1 - _open(tops)
    stuck = misses**what.draws * prod(TAKEN ** _ways(card, tops) for card in hand)
    others = [1 - misses**size for other, size in enumerate(view.hand_sizes) if other != seat]
    return -stuck - RIVALRY * sum(others) / len(others) - KEEPING * _ways(lay.card, CARDS) / len(CARDS)


def _open(tops: Sequence[str]) -> float:
    """How likely an unknown card fits somewhere, were all kinds as frequent: the view shows no counts."""
    return sum(any(fits(card, top) for top in tops) for card in CARDS) / len(CARDS)


def _ways(card: str, tops: Sequence[str]) -> int:
    return sum(fits(card, top) for top in tops)
