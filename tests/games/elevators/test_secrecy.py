"""Who sees what: the events, which the kit's redraw does not look at."""

import random
from collections.abc import Iterable
from itertools import chain

import msgspec
import pytest

from shared.games.elevators.cards import COLOUR_OF, PEOPLE, Colour
from shared.games.elevators.events import Began, Dealt, Drew, LinedUp, Redrawn
from shared.games.rules import Event, Seat, wire
from tests.games.elevators.kit import KIT
from tests.games.elevators.table import cards
from tests.games.kit import board

OTHERS = pytest.mark.parametrize("receiver", [None, Seat(1)])


def _shown(event: Event) -> set[str]:
    """Cards whose text a message carries."""
    text = msgspec.json.encode(wire(event)).decode()
    return {card for card in PEOPLE if f'"{card}"' in text}


def _open(state: object, receiver: Seat | None) -> set[str]:
    view = KIT.rules.view(state, receiver)
    cafes: Iterable[str] = chain.from_iterable(chain.from_iterable(view.cafes))
    return {*chain.from_iterable(view.lines), *cafes, *(view.hand or ())}


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_no_event_shows_a_card_that_does_not_lie_open_or_in_the_own_hand(name: str) -> None:
    game = board(KIT, name, 11).play_out(random.Random(11))
    for receiver in [None, *map(Seat, range(game.seats))]:
        state = KIT.rules.initial(game.setup)
        for step in game.steps:
            known = _open(state, receiver) if state.round else set()
            for event in step.events:
                state = KIT.rules.evolve(state, event)
                if state.round:
                    known |= _open(state, receiver)
                assert _shown(KIT.rules.redact(event, receiver)) <= known


@OTHERS
def test_others_see_the_back_of_a_drawn_card(receiver: Seat | None) -> None:
    event = Drew(Seat(0), 2, "y.girl", Colour.BROWN)
    assert wire(KIT.rules.redact(event, receiver)) == {
        "type": "drew", "seat": 0, "deck": 2, "back": "y", "top": "n", "card": None,
    }  # fmt: skip
    assert KIT.rules.redact(event, Seat(0)).card == "y.girl"


@OTHERS
def test_others_see_a_redraw_but_not_which_lost_child_went(receiver: Seat | None) -> None:
    event = Redrawn(Seat(0), Colour.BLUE, "b.girl")
    seen = wire(KIT.rules.redact(event, receiver))
    assert seen == {"type": "redrawn", "seat": 0, "colour": None, "card": None}
    assert KIT.rules.redact(event, Seat(0)).card == "b.girl"


def test_backs_of_a_deal_are_in_an_order_that_tells_nothing() -> None:
    ways = [
        Dealt(1, Seat(0), (cards("b.LC r.girl"), hand)) for hand in (cards("n.boy g.LC"), cards("g.LC n.boy"))
    ]
    assert KIT.rules.redact(ways[0], Seat(0)) == KIT.rules.redact(ways[1], Seat(0))
    assert KIT.rules.redact(ways[0], Seat(1)).hand == cards("n.boy g.LC")
    assert KIT.rules.redact(ways[0], None).hand is None


def test_of_decks_only_sizes_and_top_backs_are_seen() -> None:
    event = LinedUp(cards("b.girl r.boy g.girl"), (cards("y.girl b.boy"), cards("n.LC"), ()))
    for receiver in (None, Seat(0), Seat(1)):
        seen = KIT.rules.redact(event, receiver)
        assert (seen.sizes, seen.tops) == ((2, 1, 0), ("y", "n", None))
        assert _shown(seen) == set(event.people)


def test_nobody_learns_which_card_is_out() -> None:
    families = ((Colour.BLUE,), (Colour.RED,), (Colour.GREEN,))
    event = Began(families, (2, 0, 1), Colour.YELLOW, "y.girl")
    for receiver in (None, Seat(0), Seat(1), Seat(2)):
        assert not _shown(KIT.rules.redact(event, receiver))


def test_a_view_shows_backs_by_seat_and_only_the_own_hand() -> None:
    state = board(KIT, "four", 12).state
    for receiver in (None, *map(Seat, range(4))):
        view = KIT.rules.view(state, receiver)
        assert view.backs == tuple(tuple(sorted(COLOUR_OF[card] for card in hand)) for hand in state.hands)
        assert view.hand == (None if receiver is None else tuple(sorted(state.hands[receiver])))
        text = msgspec.json.encode(view).decode()
        hidden = {card for seat, hand in enumerate(state.hands) if seat != receiver for card in hand}
        assert not [card for card in {*hidden, *chain.from_iterable(state.decks)} if card in text]
