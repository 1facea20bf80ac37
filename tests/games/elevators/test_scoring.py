"""Scoring and Setting up the Next Round."""

import pytest

from shared.games.elevators.cards import Type
from shared.games.elevators.events import Ended, Scored
from shared.games.elevators.scoring import cafe_points, next_start, places, rides
from shared.games.rules import Seat
from tests.games.elevators.table import after, cards, decide, play, table

KIDS = (Type.GIRL, Type.BOY)
RIDES = [
    ("fewer-riders-than-boxes", "b.mother r.LC g.mother", (2, 2, 3, 4), (2, 0, 4)),
    ("one-rider", "b.mother", (2, 2, 3, 4), (4,)),
    ("nobody", "", (2, 2, 3, 4), ()),
    ("full", "b.mother r.father g.mother y.grandpa", (2, 2, 3, 4), (2, 2, 3, 4)),
    ("more-people-than-boxes", "b.mother r.father g.mother y.grandpa n.father", (5, 1), (5, 1)),
    ("doubled", "b.girl r.mother g.boy", (1, 2, 3), (2, 2, 6)),
    ("lost-child-takes-the-best-box", "b.girl r.LC", (1, 2, 9), (4, 0)),
]


@pytest.mark.parametrize(("line", "boxes", "points"), [pytest.param(*row[1:], id=row[0]) for row in RIDES])
def test_riders_take_the_rightmost_boxes(line: str, boxes: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert rides(cards(line), boxes, KIDS) == points


@pytest.mark.parametrize(
    ("sets", "points"),
    [
        pytest.param((), 0, id="none"),
        pytest.param(("b.girl r.girl g.girl",), 1, id="one"),
        pytest.param(("b.LC r.LC g.LC",), 2, id="lost-children"),
        pytest.param(("b.girl r.girl g.girl", "b.LC r.LC g.LC", "b.boy r.boy g.boy"), 4, id="several"),
    ],
)
def test_cafes(sets: tuple[str, ...], points: int) -> None:
    assert cafe_points(tuple(map(cards, sets))) == points


@pytest.mark.parametrize(
    ("scores", "last", "start"),
    [
        pytest.param((3, 9, 1, 9), 2, 3, id="tie-nearest-clockwise"),
        pytest.param((9, 9, 3, 1), 1, 1, id="tie-last-start-is-nearest"),
        pytest.param((9, 1, 3, 9), 1, 3, id="tie-not-counter-clockwise"),
        pytest.param((5, 6), 0, 1, id="highest"),
        pytest.param((0, 0, 0), 2, 2, id="all-tied"),
    ],
)
def test_who_starts_the_next_round(scores: tuple[int, ...], last: int, start: int) -> None:
    assert next_start(scores, last) == start


@pytest.mark.parametrize(
    ("totals", "expected"), [((7, 12, 7, 3), (2, 1, 2, 4)), ((5, 5), (1, 1)), ((1, 2, 3), (3, 2, 1))]
)
def test_equal_totals_share_a_place(totals: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places(totals) == expected


# The rulebook's scoring example; its picture is ours: seats have blue, red and green.
EXAMPLE = ("r.grandma b.father g.girl", "g.LC", "r.boy g.grandpa r.mother")
EXAMPLE_CAFES = (
    (cards("b.LC r.LC y.LC"),),
    (cards("g.boy y.boy b.boy"), cards("g.father y.father r.father")),
    (),
)


def _example(round: int) -> tuple[object, ...]:
    """The last play of a round brings the blue mother to the rear of the women's line."""
    hands = ("b.mother b.girl", "y.girl", "y.mother")
    state = table(EXAMPLE, hands=hands, cafes=EXAMPLE_CAFES, round=round, rounds=((0, 0, 0),) * (round - 1))
    return decide(state, 0, play("b.mother", 1))


def test_the_scoring_example_of_the_rulebook() -> None:
    scored = next(event for event in _example(1) if isinstance(event, Scored))
    assert scored.rides == ((2, 3, 8), (0, 10), (2, 6, 4))
    assert scored.cafes == (2, 2, 0)
    assert scored.scores == (15, 10, 14)


def test_later_rounds_score_with_their_own_elevator_cards() -> None:
    scored = next(event for event in _example(3) if isinstance(event, Scored))
    assert scored.rides == ((4, 5, 12), (0, 12), (3, 10, 5))


def test_colours_without_a_family_score_for_nobody_and_both_families_of_a_seat_add_up() -> None:
    lines = ("n.mother b.mother g.father", "r.boy", "n.boy")
    state = table(lines, hands=("y.father y.boy", "n.girl"))
    scored = next(event for event in decide(state, 0, play("y.father", 1)) if isinstance(event, Scored))
    assert scored.rides == ((2, 3, 4), (3, 4), (5,))
    assert scored.scores == (3 + 4, 3 + 4)


def test_the_highest_total_of_three_rounds_wins() -> None:
    state = table(EXAMPLE, hands=("b.girl y.girl", "n.girl", "n.boy"), round=3, rounds=((1, 9, 0), (2, 9, 0)))
    ended = decide(state, 0, play("b.girl", 1))[-1]
    assert isinstance(ended, Ended)
    assert ended.scores[1] - 18 == decide(state, 0, play("b.girl", 1))[-2].scores[1]
    assert ended.places.index(1) == ended.scores.index(max(ended.scores))


def test_the_start_of_a_round_goes_by_the_round_alone_and_not_the_total() -> None:
    hands = ("b.mother b.girl", "y.girl", "y.mother")
    state = table(EXAMPLE, hands=hands, start=Seat(1), round=2, rounds=((0, 90, 0),))
    next_round = after(state, 0, play("b.mother", 1))
    assert next_round.rounds[-1] == (13, 11, 18)
    assert next_round.start == next_round.turn == 2
