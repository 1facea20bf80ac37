"""In Front of the Elevators in numbers. By seat means clockwise from one's own; people stand in the order of `PEOPLE`."""

from collections.abc import Iterator
from itertools import product

from services.bots.envs.layout import Part, from_seat, marked
from shared.games.elevators.cards import PEOPLE, TYPE_OF, Colour, Type
from shared.games.elevators.commands import PlayPerson, RedrawChild
from shared.games.elevators.options import LINES, Options
from shared.games.elevators.view import View
from shared.games.rules import Command, Seat, Setup

LONGEST_LINE = 14
"""People further to the rear are not shown."""
BOXES = 10
COLOURS, TYPES = tuple(Colour), tuple(Type)
DECKS = (None, *range(LINES))


def commands(setup: Setup[Options]) -> tuple[Command, ...]:
    """Each person to each line with each deck, lost children also with whom they take along; then the redraws."""
    lost = tuple(card for card in PEOPLE if TYPE_OF[card] is Type.LOST_CHILD)
    alone = (PlayPerson(card, line, None, deck) for card, line, deck in product(PEOPLE, range(LINES), DECKS))
    leading = (
        PlayPerson(card, line, moved, deck)
        for card, line, moved, deck in product(lost, range(LINES), PEOPLE, DECKS)
    )
    return (*alone, *leading, *(RedrawChild(colour) for colour in COLOURS))


def parts(setup: Setup[Options], view: View, seat: Seat) -> Iterator[Part]:
    yield "hand", len(PEOPLE), marked(PEOPLE, view.hand or ())
    yield "round, plays, choosing", 3, [view.round, view.plays, float(seat in view.choosing)]
    for line, people in enumerate(view.lines):
        for place in range(LONGEST_LINE):
            yield f"person {place} in line {line}", len(PEOPLE), marked(PEOPLE, people[place : place + 1])
    for line, elevator in enumerate(view.elevators):
        yield f"doubled at line {line}", len(TYPES), marked(TYPES, elevator.doubles)
        boxes = elevator.cards[min(view.round, len(elevator.cards)) - 1]
        yield f"places at line {line}", 1, [float(len(boxes))]
        yield f"points at line {line}", BOXES, boxes
    for at, deck in enumerate(view.decks):
        yield f"size of deck {at}", 1, [float(deck.size)]
        yield f"back of deck {at}", len(COLOURS), marked(COLOURS, (deck.top,))
    for other, family in enumerate(from_seat(view.families, seat)):
        yield f"family of {other}", len(COLOURS), marked(COLOURS, family)
    for other, backs in enumerate(from_seat(view.backs, seat)):
        yield f"backs of {other}", len(COLOURS), [float(backs.count(colour)) for colour in COLOURS]
    yield "neutral", len(COLOURS), marked(COLOURS, (view.neutral,))
    for other, cafes in enumerate(from_seat(view.cafes, seat)):
        taken = [TYPE_OF[people[0]] for people in cafes]
        yield f"cafes of {other}", len(TYPES), [float(taken.count(one)) for one in TYPES]
    yield "scores", setup.players, from_seat(view.scores, seat)
