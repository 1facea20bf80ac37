"""In Front of the Elevators: where a view stands, as the model keeps it, and on which slots the unseen cards may be.

Backs tell colours, so a card in a hand or on top of a deck may be any unseen one of its colour.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from services.bots.playout import elevators as model
from services.bots.search.position import NOWHERE, Position
from services.bots.search.worlds import first_deal
from services.bots.search.worth import Match
from shared.games.elevators.cards import COLOUR_OF, PEOPLE, Colour, Type
from shared.games.elevators.options import ROUNDS
from shared.games.elevators.scoring import cafe_points
from shared.games.elevators.view import View

ANY = (1 << len(PEOPLE)) - 1
OF_COLOUR = {
    colour: sum(1 << at for at, card in enumerate(PEOPLE) if COLOUR_OF[card] is colour) for colour in Colour
}

POINTS = 8.0
"""By how much a round's scores differ, give or take."""


class Slot(NamedTuple):
    place: int
    allowed: int = ANY


def position(view: View) -> Position:
    """Raises `ValueError` for a view in which the lines have not formed."""
    seat = view.turn
    if seat is None or view.hand is None:
        raise ValueError("nobody plays in this view")
    slots = [*_hand_slots(view, seat), *_deck_slots(view), *_out_slots(view)]
    slots.sort(key=lambda slot: slot.allowed == ANY)  # those of one colour first: few cards may be there
    unseen = [PEOPLE.index(card) for card in _unseen(view)]
    allowed = [slot.allowed for slot in slots]
    return Position(
        _root(view, seat, view.hand),
        first_deal(unseen, allowed),
        np.array(allowed, np.int64),
        np.array([slot.place for slot in slots], np.int64),
        _match(view),
    )


def _root(view: View, seat: int, hand: tuple[str, ...]) -> np.ndarray:
    """All that the view shows."""
    root = np.zeros(model.STATE, np.int64)
    root[model.SEATS], root[model.TURN] = len(view.families), seat
    root[model.HANDS + seat] = sum(1 << PEOPLE.index(card) for card in hand)
    for at, colour in enumerate(Colour):
        owners = [owner for owner, family in enumerate(view.families) if colour in family]
        root[model.OWNER + at] = owners[0] if owners else model.NOBODY
    for owner, sets in enumerate(view.cafes):
        root[model.CAFE + owner] = cafe_points(sets)
    for line in range(len(view.lines)):
        _enter_line(view, root, line)
    return root


def _enter_line(view: View, root: np.ndarray, line: int) -> None:
    """An elevator, its line and the deck of the same number."""
    boxes = view.elevators[line].cards[view.round - 1]
    root[model.CAPACITY + line] = len(boxes)
    first = model.BOXES + model.MOST_BOXES * line
    root[first : first + len(boxes)] = boxes
    root[model.DOUBLES + line] = sum(1 << list(Type).index(type_) for type_ in view.elevators[line].doubles)
    people = [PEOPLE.index(card) for card in view.lines[line]]
    root[model.LENGTH + line] = len(people)
    first = model.LINES + model.ROOM * line
    root[first : first + len(people)] = people
    root[model.TOP + line] = model.DECKS + model.DECK * line
    root[model.END + line] = root[model.TOP + line] + view.decks[line].size


def _unseen(view: View) -> list[str]:
    lying = chain(chain.from_iterable(view.lines), chain.from_iterable(chain.from_iterable(view.cafes)))
    seen = {*lying, *(view.hand or ())}
    colours = {*chain.from_iterable(view.families), view.neutral or Colour.BLUE}
    if view.neutral is None:
        colours = set(Colour)
    return [card for card in PEOPLE if card not in seen and COLOUR_OF[card] in colours]


def _hand_slots(view: View, own: int) -> Iterator[Slot]:
    for seat, backs in enumerate(view.backs):
        if seat != own:
            for colour in backs:
                yield Slot(model.HANDS + seat, OF_COLOUR[colour])


def _deck_slots(view: View) -> Iterator[Slot]:
    for at, deck in enumerate(view.decks):
        top = model.DECKS + model.DECK * at
        for below in range(deck.size):
            yield Slot(top + below, OF_COLOUR[deck.top] if deck.top and not below else ANY)


def _out_slots(view: View) -> Iterator[Slot]:
    """With three players one card of the neutral colour is out of the match."""
    if view.neutral is not None:
        yield Slot(NOWHERE, OF_COLOUR[view.neutral])


def _match(view: View) -> Match:
    left = ROUNDS - view.round
    return Match(
        before=np.array(view.scores, np.float64),
        scale=POINTS * (1 + left) ** 0.5,
        last=left == 0,
        tie_weight=0.0,
        ties=np.zeros(len(view.scores)),
    )
