"""One Player's Turn, 1: cutting in, lost children, the cafe; and what a play may name."""

import pytest

from shared.games.elevators.cards import CUTS_IN_BEFORE, Type
from shared.games.rules import Seat
from tests.games.elevators.kit import KIT
from tests.games.elevators.table import after, cards, play, short, table

JOINS = [
    ("cut-in", "n.mother r.boy n.father y.boy", "b.girl", None, "n.mother b.girl r.boy n.father y.boy"),
    ("cut-in-frontmost", "r.boy g.grandma y.grandma", "b.father", None, "r.boy b.father g.grandma y.grandma"),
    ("cut-in-nobody", "r.LC r.grandma", "b.girl", None, "r.LC r.grandma b.girl"),
    ("cut-in-nobody-else-moves", "r.girl y.boy b.mother", "n.boy", None, "r.girl y.boy n.boy b.mother"),
    ("lost-child-never-cuts-in", "r.boy b.mother", "b.LC", None, "r.boy b.LC b.mother"),
    ("lost-child-takes-its-colour", "b.girl r.boy", "b.LC", None, "r.boy b.LC b.girl"),
    ("lost-child-names-the-only-one", "b.girl r.boy", "b.LC", "b.girl", "r.boy b.LC b.girl"),
    ("lost-child-alone", "r.girl r.boy", "b.LC", None, "r.girl r.boy b.LC"),
    ("lost-child-choice", "b.girl r.boy b.boy", "b.LC", "b.girl", "r.boy b.boy b.LC b.girl"),
    ("lost-child-other-choice", "b.girl r.boy b.boy", "b.LC", "b.boy", "b.girl r.boy b.LC b.boy"),
    ("cafe-after-ability", "b.girl r.LC g.father y.LC n.boy", "b.LC", "b.girl", "g.father n.boy b.girl"),
    ("cafe-not-adjacent", "g.grandma y.father n.grandma r.mother", "r.grandma", None, "y.father r.mother"),
    ("cafe-empties-the-line", "g.boy r.boy", "b.boy", None, ""),
    ("cafe-not-for-two", "g.boy", "b.boy", None, "g.boy b.boy"),
    ("empty-line", "", "b.boy", None, "b.boy"),
]


@pytest.mark.parametrize(
    ("line", "card", "moved", "result"), [pytest.param(*row[1:], id=row[0]) for row in JOINS]
)
def test_a_person_joins_a_line(line: str, card: str, moved: str | None, result: str) -> None:
    state = table((line, "", ""), hands=(f"{card} n.grandpa", "r.father y.mother", "n.mother y.grandpa"))
    assert short(after(state, 0, play(card, 0, moved)).lines[0]) == result
    assert short(KIT.rules.preview(state, Seat(0), play(card, 0, moved)).line) == result


@pytest.mark.parametrize(
    ("cutter", "victim"),
    [
        ("girl", "boy"),
        ("boy", "mother"),
        ("mother", "father"),
        ("father", "grandma"),
        ("grandma", "grandpa"),
        ("grandpa", "girl"),
    ],
)
def test_each_type_cuts_in_on_one_other_only(cutter: str, victim: str) -> None:
    others = [kind for kind in Type if kind not in (cutter, victim)]
    line = " ".join(f"y.{kind}" for kind in (*others, victim))
    state = table((line, "", ""), hands=(f"b.{cutter} b.LC", "r.girl r.boy", "g.girl g.boy"))
    assert after(state, 0, play(f"b.{cutter}")).lines[0][-2:] == (f"b.{cutter}", f"y.{victim}")
    assert len(CUTS_IN_BEFORE) == 6


@pytest.mark.parametrize(
    ("line", "card", "people"),
    [
        pytest.param("b.girl r.LC g.father y.LC n.boy", "b.LC", "r.LC y.LC b.LC", id="lost-children"),
        pytest.param(
            "g.grandma y.father n.grandma r.mother",
            "r.grandma",
            "g.grandma n.grandma r.grandma",
            id="grandmas",
        ),
    ],
)
def test_a_cafe_lies_in_front_of_whoever_played(line: str, card: str, people: str) -> None:
    state = table(
        ("", line, ""), hands=("b.father b.boy", f"{card} n.grandpa", "n.mother y.grandpa"), turn=Seat(1)
    )
    cafes = after(state, 1, play(card, 1)).cafes
    assert cafes == ((), (cards(people),), ())


def test_a_moved_person_makes_no_second_cafe_and_nobody_reuses_an_ability() -> None:
    state = table(("b.boy r.mother g.mother", "", ""), hands=("b.LC n.girl", "r.girl r.boy", "g.girl g.boy"))
    assert short(after(state, 0, play("b.LC")).lines[0]) == "r.mother g.mother b.LC b.boy"


def test_other_lines_stay_as_they_are() -> None:
    state = table(("r.boy", "g.boy", "y.boy"), hands=("b.girl n.girl", "r.girl r.LC", "g.girl g.LC"))
    assert after(state, 0, play("b.girl", 1)).lines == (("r.boy",), ("b.girl", "g.boy"), ("y.boy",))


def test_a_lost_child_may_leave_its_only_companion_unnamed_and_names_one_of_several() -> None:
    state = table(("b.girl", "b.boy b.mother", "r.boy"), hands=("b.LC n.girl", "r.girl r.LC", "g.girl g.LC"))
    child = [c for c in KIT.rules.legal(state, Seat(0)) if c.card == "b.lost_child"]
    assert child == [
        play("b.LC", 0),
        play("b.LC", 0, "b.girl"),
        play("b.LC", 1, "b.boy"),
        play("b.LC", 1, "b.mother"),
        play("b.LC", 2),
    ]
