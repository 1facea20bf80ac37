"""Every reason for which a command is refused."""

import pytest

from shared.games.floor import RULES
from shared.games.floor.commands import PlayCard, RevealAutoma, SetAside
from shared.games.floor.options import Options
from shared.games.floor.reasons import Reason
from shared.games.floor.state import State
from shared.games.rules import Rejected, Setup
from tests.games.floor.position import act, position, with_trick

REFUSED = [
    (Reason.NOT_YOUR_TURN, 1, PlayCard("b1"), {}),
    (Reason.NOT_YOUR_TURN, 2, RevealAutoma(), {}),
    (Reason.CARD_NOT_IN_HAND, 0, PlayCard("b1"), {"card": "b1"}),
    (Reason.CARD_NOT_IN_HAND, 0, SetAside("zz"), {"card": "zz"}),
    (Reason.MUST_PLAY_A_CARD, 0, SetAside("a1"), {}),
    (Reason.NO_OPERATORS, 0, PlayCard("a1", operator=True), {}),
    (Reason.NOT_THE_AUTOMA, 0, RevealAutoma(), {}),
]


def _refusal(state: State, seat: int, command: object) -> Rejected:
    with pytest.raises(Rejected) as caught:
        act(state, seat, command)
    return caught.value


@pytest.mark.parametrize(("reason", "seat", "command", "params"), REFUSED)
def test_a_refusal_has_its_own_reason(
    reason: Reason, seat: int, command: object, params: dict[str, str]
) -> None:
    refusal = _refusal(position("a1", "b1", "c1"), seat, command)
    assert (refusal.reason, refusal.params) == (reason, params)


def test_a_suit_of_the_trick_is_refused_by_its_name_even_when_none_is_free() -> None:
    refusal = _refusal(with_trick(position("a1", "a2", "c1"), "a1"), 1, PlayCard("a2"))
    assert (refusal.reason, refusal.params) == (Reason.SUIT_ALREADY_IN_TRICK, {"suit": "a"})


def test_whoever_sits_for_the_automa_can_only_reveal() -> None:
    state = position("a1", "b1", deck="c1", leader=2)
    assert _refusal(state, 2, PlayCard("c1")).reason == Reason.AUTOMA_ONLY_REVEALS
    assert RULES.house_seats(Setup(2, Options())) == ("automa",)
    assert RULES.house_seats(Setup(3, Options())) == RULES.house_seats(Setup(4, Options())) == ()
