"""Every reason for which a command is refused, with its parameters."""

from typing import Any

import pytest

from shared.games.elevators.cards import Colour
from shared.games.elevators.commands import RedrawChild
from shared.games.elevators.reasons import Reason
from shared.games.elevators.state import State
from shared.games.rules import Rejected, Seat
from tests.games.elevators.table import decide, play, table

HANDS = ("b.LC b.girl", "r.girl r.LC", "g.girl g.LC")
LINES = ("b.boy b.mother", "b.father", "r.boy")
DECKS = ("y.girl y.boy", "y.mother", "")
FULL = table(LINES, hands=HANDS, decks=DECKS)
BARE = table(LINES, hands=HANDS)
CHOOSING = table(hands=("b.LC g.LC", "r.girl y.boy"), choosing=(Seat(0),))

CHILD = "b.lost_child"
ROWS: list[tuple[Reason, State, int, Any, dict[str, str | int]]] = [
    (Reason.NOT_YOUR_TURN, FULL, 1, play("r.girl", deck=0), {}),
    (Reason.REDRAW_FIRST, CHOOSING, 0, play("b.LC"), {}),
    (Reason.REDRAW_AWAITED, CHOOSING, 1, play("r.girl"), {}),
    (Reason.NO_REDRAW, CHOOSING, 1, RedrawChild(Colour.RED), {}),
    (Reason.NO_REDRAW, FULL, 0, RedrawChild(Colour.BLUE), {}),
    (Reason.COLOUR_NOT_YOURS, CHOOSING, 0, RedrawChild(Colour.RED), {"colour": "r"}),
    (Reason.CARD_NOT_IN_HAND, FULL, 0, play("r.girl", deck=0), {"card": "r.girl"}),
    (Reason.NO_SUCH_LINE, FULL, 0, play("b.girl", 3, deck=0), {"line": 3}),
    (Reason.NO_SUCH_LINE, FULL, 0, play("b.girl", -1, deck=0), {"line": -1}),
    (Reason.COMPANION_NEEDED, FULL, 0, play("b.LC", 0, deck=0), {"card": CHILD}),
    (Reason.NOT_A_COMPANION, FULL, 0, play("b.LC", 0, "b.father", 0), {"card": CHILD, "moved": "b.father"}),
    (Reason.NOT_A_COMPANION, FULL, 0, play("b.LC", 1, "b.boy", 0), {"card": CHILD, "moved": "b.boy"}),
    (Reason.NOT_A_COMPANION, FULL, 0, play("b.LC", 1, "b.LC", 0), {"card": CHILD, "moved": CHILD}),
    (Reason.NOBODY_MOVES, FULL, 0, play("b.LC", 2, "r.boy", 0), {"card": CHILD}),
    (Reason.NOBODY_MOVES, FULL, 0, play("b.girl", 0, "b.boy", 0), {"card": "b.girl"}),
    (Reason.DECK_NEEDED, FULL, 0, play("b.girl"), {}),
    (Reason.DECK_EMPTY, FULL, 0, play("b.girl", deck=2), {"deck": 2}),
    (Reason.NO_SUCH_DECK, FULL, 0, play("b.girl", deck=3), {"deck": 3}),
    (Reason.NO_SUCH_DECK, FULL, 0, play("b.girl", deck=-1), {"deck": -1}),
    (Reason.NOTHING_TO_DRAW, BARE, 0, play("b.girl", deck=0), {}),
]


@pytest.mark.parametrize(
    ("reason", "state", "seat", "command", "params"),
    [pytest.param(*row, id=f"{row[0]}-{at}") for at, row in enumerate(ROWS)],
)
def test_a_refusal_says_why(
    reason: Reason, state: State, seat: int, command: Any, params: dict[str, str | int]
) -> None:
    with pytest.raises(Rejected) as refused:
        decide(state, seat, command)
    assert refused.value.reason == reason
    assert refused.value.params == params


def test_every_reason_is_shown_above() -> None:
    assert {row[0] for row in ROWS} == set(Reason)


def test_an_unseen_card_and_no_card_are_refused_alike() -> None:
    told = []
    for card in ("r.girl", "y.girl", "n.boy", "x.ghost"):
        with pytest.raises(Rejected) as refused:
            decide(FULL, 0, play(card, deck=0))
        told.append(refused.value.reason)
    assert told == [Reason.CARD_NOT_IN_HAND] * 4
