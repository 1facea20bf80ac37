"""What a table may choose, and what it is told when it may not."""

import json
from typing import Any

import msgspec
import pytest

from shared.games.elevators import RULES
from shared.games.elevators.cards import Colour, Type
from shared.games.elevators.options import ElevatorSet, Group, Options
from shared.games.rules import Setup
from tests.games.elevators.kit import CUSTOM, HOUSE, SEEDS, setup

FIRST, SECOND, THIRD = CUSTOM.groups
LOST = ElevatorSet((Group((Type.GIRL, Type.LOST_CHILD), FIRST.cards), SECOND, THIRD))
ALIKE = ElevatorSet((FIRST, SECOND, Group((Type.BOY, Type.BOY), THIRD.cards)))
PROBLEMS = [
    (Setup(2, Options()), "options.set", "set-missing"),
    (setup(3, chosen=ALIKE), "options.set.groups[2].doubles", "types-alike"),
    (setup(3, chosen=LOST), "options.set.groups[0].doubles", "lost-child-never-doubles"),
    (setup(2, "b", "r", ""), "options.colours", "unknown-seat"),
    (setup(2, "brg"), "options.colours[0]", "too-many-colours"),
    (setup(3, "", "rg"), "options.colours[1]", "too-many-colours"),
    (setup(4, "b", "r", "", "b"), "options.colours[3][0]", "colour-taken"),
    (setup(2, "bb"), "options.colours[0][1]", "colour-taken"),
]


@pytest.mark.parametrize(
    ("chosen", "path", "code"), [pytest.param(*row, id=f"{row[2]}-{at}") for at, row in enumerate(PROBLEMS)]
)
def test_a_problem_has_its_path(chosen: Setup[Options], path: str, code: str) -> None:
    (problem,) = RULES.check(chosen)
    assert (problem.path, problem.code) == (path, code)


TYPES = ("girl", "boy", "mother", "father", "grandma", "grandpa")


@pytest.mark.parametrize(
    ("chosen", "allowed"),
    [
        pytest.param(setup(4, "b", "r", "", "b"), ("g", "y", "n"), id="colours"),
        pytest.param(setup(3, chosen=LOST), TYPES, id="lost-child"),
        pytest.param(setup(3, chosen=ALIKE), TYPES, id="alike"),
        pytest.param(setup(2, "brg"), (), id="a-number-is-no-value"),
    ],
)
def test_a_problem_lists_what_may_stand_there(chosen: Setup[Options], allowed: tuple[str, ...]) -> None:
    (problem,) = RULES.check(chosen)
    assert problem.allowed == allowed


HOUSE_JSON = json.loads((SEEDS / "sets/elevators.json").read_text())["house"]


def _changed(*path: str | int, to: object) -> Any:
    document = json.loads(json.dumps(HOUSE_JSON))
    part = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return document


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(_changed("groups", 0, "cards", 0, "three", to=[]), id="no-box"),
        pytest.param(_changed("groups", 0, "cards", 0, "three", to=[1] * 11), id="eleven-boxes"),
        pytest.param(_changed("groups", 1, "cards", 2, "two_or_four", to=[1, 21]), id="21-points"),
        pytest.param(_changed("groups", 1, "cards", 2, "two_or_four", to=[1, -1]), id="minus-points"),
        pytest.param(_changed("groups", to=HOUSE_JSON["groups"][:2]), id="two-groups"),
        pytest.param(_changed("groups", 2, "cards", to=HOUSE_JSON["groups"][2]["cards"] * 2), id="six-cards"),
        pytest.param(_changed("groups", 2, "doubles", to=["girl"]), id="one-type"),
        pytest.param(_changed("groups", 2, "doubles", to=["girl", "dog"]), id="no-type"),
        pytest.param(_changed("colour", to="b"), id="unknown-field"),
    ],
)
def test_types_exclude_a_set_beyond_the_limits(document: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(document, ElevatorSet)


def test_the_limits_themselves_are_allowed() -> None:
    document = _changed("groups", 0, "cards", 0, "three", to=[0, 20] * 5)
    assert RULES.check(setup(3, chosen=msgspec.convert(document, ElevatorSet))) == ()


HOUSE_TABLE = {
    ("girl", "boy"): ("2234 12345 33456", "234 2335 3456"),
    ("mother", "grandma"): ("12234 22354 23465", "235 2345 2456"),
    ("father", "grandpa"): ("11235 23344 23456", "234 1345 3355"),
}


def test_the_house_set_is_the_one_of_the_rules_page() -> None:
    def written(side: str, group: Any) -> str:
        return " ".join("".join(map(str, getattr(card, side))) for card in group.cards)

    sides = {
        group.doubles: (written("two_or_four", group), written("three", group)) for group in HOUSE.groups
    }
    assert sides == HOUSE_TABLE


def test_the_schema_carries_the_limits() -> None:
    schema = json.dumps(msgspec.json.schema(Options))
    for limit in ('"maximum": 20', '"minimum": 0', '"minItems": 1', '"maxItems": 10'):
        assert limit in schema


def test_colours_are_written_as_in_cards() -> None:
    options = msgspec.json.decode(b'{"colours": [["b"], [], ["n"]]}', type=Options)
    assert options.colours == ((Colour.BLUE,), (), (Colour.BROWN,))
