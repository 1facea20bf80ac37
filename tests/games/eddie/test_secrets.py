"""The secrecy of events, which the kit cannot see: it compares what is known, not what is told."""

import random
from typing import Any

import msgspec
import pytest

from shared.games.eddie import RULES
from shared.games.rules import Seat
from shared.log.fair import Draws
from tests.games.eddie.kit import KIT
from tests.games.kit import board


def _seen(state: Any, command: Any, seat: Seat, receiver: Seat | None) -> list[object]:
    events = RULES.decide(state, seat, command, Draws(bytes(32), 0))
    return [RULES.redact(event, receiver) for event in events if type(event).__name__ in ("Laid", "Drew")]


@pytest.mark.parametrize("name", ["2-auto-refused", "3-auto-callable", "4-manual-callable"])
def test_what_others_see_of_a_play_does_not_depend_on_hidden_cards(name: str) -> None:
    game, rng = board(KIT, name, 3), random.Random(3)
    for _ in range(20):
        game.play(*rng.choice(game.choices()))
    for seat in map(Seat, range(game.seats)):
        other = KIT.redraw(game.state, seat, rng)
        for command in RULES.legal(game.state, seat):
            for receiver in (None, Seat((seat + 1) % game.seats)):
                assert _seen(game.state, command, seat, receiver) == _seen(other, command, seat, receiver)


@pytest.mark.parametrize("name", KIT.setups)
def test_nobody_sees_more_of_the_opening_than_the_own_hand(name: str) -> None:
    game = board(KIT, name, 4)
    for receiver in (None, *map(Seat, range(game.seats))):
        dealt, mixed = (RULES.redact(event, receiver) for event in game.steps[0].events)
        assert dealt.hand == (None if receiver is None else game.steps[0].events[0].hands[receiver])
        assert msgspec.to_builtins(mixed) == ["tiles-mixed", 8]
