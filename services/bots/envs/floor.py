"""That's My Floor in numbers. By seat means clockwise from one's own; cards stand in the order of `pack`."""

from collections.abc import Iterator

from services.bots.envs.layout import Part, from_seat, marked
from shared.games.floor.cards import FLOORS, pack
from shared.games.floor.commands import PlayCard, SetAside
from shared.games.floor.options import Options
from shared.games.floor.view import View
from shared.games.rules import Command, Seat, Setup


def cards_of(setup: Setup[Options]) -> tuple[str, ...]:
    """The Automa's seat counts."""
    return pack(setup.options.deck, max(3, setup.players))


def commands(setup: Setup[Options]) -> tuple[Command, ...]:
    """Each card played, played with the operator, set aside."""
    cards = cards_of(setup)
    return (
        *(PlayCard(card) for card in cards),
        *(PlayCard(card, operator=True) for card in cards),
        *(SetAside(card) for card in cards),
    )


def parts(setup: Setup[Options], view: View, seat: Seat) -> Iterator[Part]:
    cards, seats = cards_of(setup), max(3, setup.players)
    plays = [play for trick in view.tricks for play in trick.plays]
    yield "hand", len(cards), marked(cards, view.hand or ())
    yield "own cards set aside", len(cards), marked(cards, view.aside or ())
    for other in range(seats):
        played = [play.card for play in plays if (play.seat - seat) % seats == other]
        yield f"cards played by {other}", len(cards), marked(cards, played)
    for other in range(seats):
        now = [play.card for play in view.plays if (play.seat - seat) % seats == other]
        yield f"card in this trick of {other}", len(cards), marked(cards, now)
    yield "in this trick with an operator", seats, _with_operators(view, seat, seats)
    yield "cards in the automa's deck that were seen", len(cards), marked(cards, view.automa or ())
    yield "round, rounds, trick, floor", 4, [view.round, view.rounds, view.trick, view.floor]
    yield "leader", seats, [float((view.leader - seat) % seats == other) for other in range(seats)]
    for other, pair in enumerate(from_seat(view.markers, seat)):
        yield f"markers of {other}", len(FLOORS), [float(pair.count(number)) for number in FLOORS]
    yield "cards by floor", len(FLOORS), [float(len(floor.cards)) for floor in view.floors]
    yield "operators by floor", len(FLOORS), [float(floor.operators) for floor in view.floors]
    yield "hand sizes", setup.players, from_seat(view.hand_sizes, seat)
    yield "cards set aside", setup.players, from_seat(view.aside_sizes, seat)
    yield "operators left", setup.players, from_seat(view.operators[: setup.players], seat)
    yield "totals", setup.players, from_seat(view.totals, seat)


def _with_operators(view: View, seat: Seat, seats: int) -> list[float]:
    called = {(play.seat - seat) % seats for play in view.plays if play.operator}
    return [float(other in called) for other in range(seats)]
