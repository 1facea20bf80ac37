"""What a seat is told that a command would do."""

import pytest
from msgspec.structs import replace

from shared.games.floor import RULES
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma, SetAside
from shared.games.floor.options import Options
from shared.games.floor.preview import Place, Preview
from shared.games.rules import Seat
from tests.games.floor.position import position, with_trick

NOTHING = (0,) * 6


@pytest.mark.parametrize(
    ("trick", "hand", "command", "preview"),
    [
        ("a1 b3", "c1", PlayCard("c1"), Preview(Place.FLOOR, False, True, (2, 0, 0, 0, 0, 0), (2, 2, 4))),
        ("a1 b3", "c3", PlayCard("c3"), Preview(Place.DISCARD, True, True, (1, 0, 0, 0, 0, 0), (1, 1, 2))),
        ("", "c1", PlayCard("c1"), Preview(Place.FLOOR, True, False, (1, 0, 0, 0, 0, 0), (1, 1, 2))),
        (
            "a1 b3",
            "c1",
            PlayCard("c1", operator=True),
            Preview(Place.FLOOR, False, True, (1, 0, 0, 0, 0, 0), (1, 1, 2)),
        ),
        (
            "a2 b3",
            "c4",
            PlayCard("c4", operator=True),
            Preview(Place.DISCARD, True, True, NOTHING, (0, 0, 0)),
        ),
        ("a1 b3", "b6", SetAside("b6"), Preview(Place.ASIDE, False, True, (1, 0, 0, 0, 0, 0), (1, 1, 2))),
    ],
)
def test_a_preview_says_where_a_card_lands_whether_it_leads_and_what_floors_are_worth_then(
    trick: str, hand: str, command: FloorCommand, preview: Preview
) -> None:
    leader = 0 if trick else 2
    state = position("", "", hand, leader=leader, options=Options(operator=True))
    state = with_trick(replace(state, markers=((1, 2), (2, 1), (1, 1))), *trick.split())
    assert RULES.preview(state, Seat(2), command) == preview


def test_whoever_sits_for_the_automa_learns_nothing_about_its_next_card() -> None:
    state = with_trick(position("", "", deck="c1 d1 e1"), "a1", "b3")
    hidden = Preview(Place.UNKNOWN, None, True, (1, 0, 0, 0, 0, 0), (1, 1))
    assert RULES.preview(state, Seat(2), RevealAutoma()) == hidden
