"""What options and component sets may be."""

import msgspec
import pytest
from msgspec.structs import replace

from shared.games.eddie import RULES
from shared.games.eddie.options import EddieOptions, EddieSet
from shared.games.rules import Setup
from tests.games.eddie.kit import HOUSE, SETS, lay, position

PLAIN_TILE = ("1", "2", "3", "4")
PROBLEMS = {
    "number-cards": (replace(HOUSE, numbers=(7,) * 9), "options.set.numbers", "wrong-number-of-cards"),
    "no-go": (replace(HOUSE, tiles=(("1", "2", "3", "STOP"),) * 8), "options.set.tiles", "no-go-on-tiles"),
    "no-stop": (replace(HOUSE, tiles=(("1", "2", "3", "GO"),) * 8), "options.set.tiles", "no-stop-on-tiles"),
    "no-set": (None, "options.set", "set-missing"),
}


@pytest.mark.parametrize(("figures", "path", "code"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_set_that_cannot_be_played_is_told_with_its_place(figures: EddieSet, path: str, code: str) -> None:
    (problem,) = RULES.check(Setup(3, EddieOptions(set=figures)))
    assert (problem.path, problem.code) == (path, code)


def test_both_faces_may_be_missing_at_once() -> None:
    figures = replace(HOUSE, tiles=(PLAIN_TILE,) * 8)
    assert len(RULES.check(Setup(3, EddieOptions(set=figures)))) == 2


MALFORMED = {
    "seven-tiles": {"set": {"tiles": [PLAIN_TILE] * 7, "numbers": HOUSE.numbers}},
    "three-lifts": {"set": {"tiles": [["1", "2", "3"]] * 8, "numbers": HOUSE.numbers}},
    "a-nine": {"set": {"tiles": [["1", "2", "3", "9"]] * 8, "numbers": HOUSE.numbers}},
    "ten-numbers": {"set": {"tiles": HOUSE.tiles, "numbers": [6] * 10}},
    "fewer-than-none": {"set": {"tiles": HOUSE.tiles, "numbers": [-1, 8, 7, 7, 6, 7, 7, 7, 14]}},
    "countdown-11": {"countdown": 11},
    "countdown-negative": {"countdown": -1},
    "refill-sometimes": {"refill": "sometimes"},
    "hand-is-not-a-choice": {"hand": 4},
}


@pytest.mark.parametrize("document", MALFORMED.values(), ids=MALFORMED)
def test_options_that_are_malformed(document: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(document, EddieOptions)


def test_the_defaults() -> None:
    assert msgspec.to_builtins(msgspec.convert({}, EddieOptions)) == {
        "refill": "auto",
        "mistakes": "refused",
        "countdown": 3,
        "set": None,
    }


def test_the_house_set_is_the_one_of_the_rules() -> None:
    house = msgspec.json.decode(SETS.read_bytes())["house"]
    tiles = [
        "2 8 STOP 4",
        "0 3 6 GO",
        "1 5 7 STOP",
        "3 6 1 8",
        "5 0 4 7",
        "GO 2 7 5",
        "6 1 STOP 3",
        "8 0 4 2",
    ]
    assert [" ".join(tile) for tile in house["tiles"]] == tiles
    assert house["numbers"] == [7, 7, 7, 7, 6, 7, 7, 7, 7]


def test_a_card_is_laid_with_or_without_the_number_of_the_tile() -> None:
    events = [position("3 8 8 8", "4 / 5", "7").play(0, lay("4", tile=tile)) for tile in (None, 1)]
    assert events[0] == events[1]
