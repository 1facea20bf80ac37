"""Who sees what of hands, cards face down and the Automa's deck."""

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from shared.games.floor import RULES
from shared.games.floor.commands import PlayCard, RevealAutoma, SetAside
from shared.games.floor.events import (
    AutomaRevealed,
    CardSetAside,
    Dealt,
    Ended,
    Played,
    Scored,
    SeenDealt,
    SeenSetAside,
    SeenTurned,
    Turned,
)
from shared.games.rules import Seat
from tests.games.floor.kit import KIT, SETUPS
from tests.games.floor.position import act, act_all, cards, position
from tests.games.kit import board

every_setup = pytest.mark.parametrize("name", SETUPS)


def test_the_automas_further_cards_go_under_its_deck_and_nobody_sees_them() -> None:
    state = position("a1", "b5", deck="c1 c4 d2", trick=6)
    state = replace(state, later=cards("d1", "d3"), automa_later=("e1", "e2"))
    state, _ = act_all(state, [PlayCard("a1"), PlayCard("b5"), RevealAutoma()])
    assert state.automa == ("d2", "c1", "e1", "e2")
    for seat in (None, 0, 1, 2):
        assert RULES.view(state, seat).automa == (None, "c1", None, None)


def _cards_in(value: object) -> Iterator[str]:
    """Every text with the form of a card, however deep."""
    if isinstance(value, str) and value[-1:].isdigit():
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _cards_in(part)


@every_setup
def test_a_seen_event_tells_a_seat_its_own_cards_and_what_lies_open(name: str) -> None:
    game = board(KIT, name, 53).play_out(random.Random(53))
    for receiver in (None, *range(game.seats)):
        own: list[str] = []
        for event in (event for step in game.steps for event in step.events):
            seen = msgspec.to_builtins(RULES.redact(event, receiver))
            if isinstance(event, Dealt | Turned):
                own = [] if receiver is None else list(event.hands[receiver : receiver + 1])
            if isinstance(event, Played | AutomaRevealed | Scored | Ended):
                assert seen == msgspec.to_builtins(event)
            elif not (isinstance(event, CardSetAside) and event.seat == receiver):
                assert list(_cards_in(seen)) == list(_cards_in(own)) * isinstance(event, Dealt | Turned)


def test_a_deal_shows_each_player_one_hand_and_whoever_sits_for_the_automa_none() -> None:
    deal = Dealt(0, ((1, 2), (3, 3)), cards("a1", "b1"), cards("c1", "d1"), ("e1",), ("f1",))
    seen = [RULES.redact(deal, seat) for seat in (0, 1, 2, None)]
    assert seen == [SeenDealt(0, deal.markers, 1, hand) for hand in (("a1",), ("b1",), None, None)]
    turned = Turned(cards("a1", "b1"), ("e1",))
    assert RULES.redact(turned, Seat(1)) == SeenTurned(1, ("b1",))
    assert RULES.redact(turned, Seat(2)) == RULES.redact(turned, None) == SeenTurned(1)


def test_a_card_set_aside_is_its_owners_secret_until_the_round_is_scored() -> None:
    state = position("a2 b6", "a4", "c3", trick=12)
    state, _ = act(state, 0, PlayCard("a2"))
    state, events = act(state, 1, SetAside("a4"))
    assert [RULES.redact(events[0], seat) for seat in (1, 0, None)] == [
        SeenSetAside(1, "a4"),
        SeenSetAside(1),
        SeenSetAside(1),
    ]
    views = [RULES.view(state, seat) for seat in (1, 0, None)]
    assert [view.aside for view in views] == [("a4",), (), None]
    assert [view.aside_sizes for view in views] == [(0, 1, 0)] * 3
    state, events = act(state, 2, PlayCard("c3"))
    assert RULES.redact(events[2], None) == Scored((0, 0, 0), (0,) * 6, cards("", "a4", ""))
    assert RULES.view(state, None).scored[0].aside == cards("", "a4", "")
    assert RULES.view(state, Seat(1)).aside == ()


def test_what_is_left_of_the_automas_deck_is_shown_when_the_round_is_scored() -> None:
    state = position("a2", "b3", deck="a6 b6 e1", trick=12)
    state, events = act_all(state, [PlayCard("a2"), PlayCard("b3"), RevealAutoma()])
    assert isinstance(events[2], Scored)
    assert events[2].automa == ("e1", "a6", "b6") == RULES.view(state, None).scored[0].automa
