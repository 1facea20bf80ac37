"""Operators of players and the Automa's (Operator Variant, Operator with the Automa)."""

import pytest

from shared.games.floor import RULES
from shared.games.floor.commands import PlayCard, RevealAutoma
from shared.games.floor.events import (
    Dealt,
)
from shared.games.floor.options import Options
from shared.games.floor.reasons import Reason
from shared.games.floor.state import State
from shared.games.rules import Rejected
from tests.games.floor.position import SIX_OPERATOR, act, act_all, position


def test_an_operator_comes_with_a_card_once_in_a_match_and_several_may_lie_on_a_floor() -> None:
    state = position("a4 a1", "b4 b1", "c6 c1", trick=4, options=SIX_OPERATOR)
    plays = [PlayCard("a4", operator=True), PlayCard("b4", operator=True), PlayCard("c6")]
    state, _ = act_all(state, plays)
    floor = RULES.view(state, None).floors[3]
    assert (floor.cards, floor.operators, floor.value) == (("a4", "b4"), 2, 0)
    state, _ = act_all(state, [PlayCard("c1")])
    with pytest.raises(Rejected, match=Reason.OPERATOR_USED):
        act(state, 0, PlayCard("a1", operator=True))
    assert RULES.view(state, None).operators == (False, False, True)


def test_an_operator_leaves_the_match_when_its_round_is_scored() -> None:
    options = Options(operator=True, friendly=True)
    state = position("a2", "b3", "c3", trick=12, options=options)
    state, events = act_all(state, [PlayCard("a2", operator=True), PlayCard("b3"), PlayCard("c3")])
    assert isinstance(events[-1], Dealt)
    view = RULES.view(state, None)
    assert view.operators == (False, True, True)
    assert [floor.operators for floor in view.floors] == [0] * 6


def _next_automa_deck(deck: str, *, friendly: bool, seed: int) -> tuple[Dealt, State]:
    """Plays the last trick of the first round, led by the Automa."""
    options = Options(operator=True, friendly=friendly)
    state = position("a2", "b3", deck=deck, trick=12, leader=2, options=options)
    state, _ = act(state, 2, RevealAutoma())
    state, _ = act(state, 0, PlayCard("a2"))
    state, events = act(state, 1, PlayCard("b3"), seed)
    return events[-1], state


@pytest.mark.parametrize(("friendly", "size"), [(False, 8), (True, 13)])
def test_an_operator_that_never_showed_is_shuffled_into_the_automas_first_cards_again(
    friendly: bool, size: int
) -> None:
    deals = [_next_automa_deck("c6 OPERATOR", friendly=friendly, seed=seed)[0] for seed in range(60)]
    places = {deal.automa.index("OPERATOR") for deal in deals}
    assert {len(deal.automa) for deal in deals} == {size}
    assert len(places) > size // 2
    assert "OPERATOR" not in [card for deal in deals for card in deal.automa_later]


def test_an_operator_that_showed_does_not_come_again() -> None:
    deal, state = _next_automa_deck("OPERATOR c6 d1", friendly=True, seed=0)
    assert "OPERATOR" not in deal.automa
    assert not state.operators[2]
