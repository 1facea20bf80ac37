"""Policies for elevators: one step deep (where would this play leave my people, and whom does it cost?), or by search."""

import random
from collections.abc import Sequence
from typing import cast

from services.bots.policies.moves import Move
from services.bots.search import elevators as search
from services.bots.search.budget import USUAL, Budget
from shared.games.elevators.cards import COLOUR_OF, Type
from shared.games.elevators.commands import PlayPerson
from shared.games.elevators.legal import Preview
from shared.games.elevators.scoring import CAFE_POINTS, CAFE_POINTS_OF_LOST_CHILDREN, rides
from shared.games.elevators.view import View
from shared.games.rules import Command, Seat

OWN_BACK = 0.5
"""What it is worth to draw a card of one's own family."""


def choose(
    level: str,
    seat: Seat,
    view: View,
    moves: Sequence[Move],
    rng: random.Random,
    budget: Budget = USUAL,
) -> Command | None:
    """`None` when there is nothing to choose from."""
    if not moves:
        return None
    if not isinstance(moves[0].command, PlayPerson):
        return moves[0].command
    if level == "hard":
        commands = [cast(PlayPerson, move.command) for move in moves]
        return search.estimates(seat, view, commands, budget, rng)[0].command
    pick = _easy if level == "easy" else _normal
    return rng.choice(pick(seat, view, moves)).command


def _easy(seat: Seat, view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """Anything that does not cost points of one's own at once."""
    harmless = [move for move in moves if _gain(seat, view, move, 0)[seat] >= 0]
    return harmless or moves


def _normal(seat: Seat, view: View, moves: Sequence[Move]) -> Sequence[Move]:
    """The best by own gain against the average gain of the others, one's own next card considered."""
    growth = _plays_left(view) // len(view.lines)
    worth = [_worth(seat, view, move, growth) for move in moves]
    best = max(worth)
    return [move for move, value in zip(moves, worth, strict=True) if value == best]


def _worth(seat: Seat, view: View, move: Move, growth: int) -> float:
    gains = _gain(seat, view, move, growth)
    others = (sum(gains) - gains[seat]) / (len(gains) - 1)
    preview = _preview(move)
    return gains[seat] - others + OWN_BACK * (preview.draws in view.families[seat])


def _plays_left(view: View) -> int:
    return sum(deck.size for deck in view.decks) + sum(len(hand) - 1 for hand in view.backs)


def _gain(seat: Seat, view: View, move: Move, growth: int) -> list[int]:
    """Points that a play brings to each seat if its line then grows by so many people at the rear."""
    command, preview = cast(PlayPerson, move.command), _preview(move)
    before = _points(view, command.line, view.lines[command.line], growth)
    after = _points(view, command.line, preview.line or (), growth)
    gains = [now - then for now, then in zip(after, before, strict=True)]
    gains[seat] += _cafe(preview.cafe)
    return gains


def _points(view: View, line: int, people: tuple[str, ...], growth: int) -> list[int]:
    """By seat. Newcomers at the rear take the rightmost boxes from those who stand there now."""
    elevator = view.elevators[line]
    boxes = elevator.cards[view.round - 1]
    free = max(0, len(boxes) - len(people))
    left = boxes[: len(boxes) - min(free, growth)]
    points = rides(people, left, elevator.doubles)
    scored = [0] * len(view.families)
    for person, value in zip(people, points, strict=False):
        for seat, family in enumerate(view.families):
            scored[seat] += value if COLOUR_OF[person] in family else 0
    return scored


def _cafe(people: Type | None) -> int:
    if people is None:
        return 0
    return CAFE_POINTS_OF_LOST_CHILDREN if people is Type.LOST_CHILD else CAFE_POINTS


def _preview(move: Move) -> Preview:
    return cast(Preview, move.preview)
