"""What a finished game's log says to ratings."""

import pytest

from services.lobby.ratings.finished import finished
from shared.log.entry import Absence
from shared.log.game import fold
from tests.lobby.ratings.logs import played


@pytest.mark.parametrize("kind", ["floor", "elevators", "eddie"])
def test_a_game_of_people_is_rated_with_the_places_of_its_outcome(kind):
    log = played("g_1", ("a_1", "a_2", "a_3"), kind=kind)
    found, outcome = finished("g_1", log), fold("g_1", log).outcome
    assert found.rated
    assert tuple(seat.place for seat in found.seats) == outcome.places
    assert tuple(seat.score for seat in found.seats) == outcome.scores


def test_a_running_game_is_not_finished():
    assert finished("g_1", played("g_1")[:-1]) is None
    assert finished("g_1", []) is None


@pytest.mark.parametrize(
    ("holders", "rest"),
    [
        (("a_1", None), {}),
        (("a_1", "a_2", None), {}),
        (("a_1", "a_2"), {"rated": False}),
        (("a_1", "a_2"), {"gone": (0, 1)}),
        (("a_1", "a_2"), {"gone": (0,), "absence": Absence.UNRATED}),
    ],
    ids=[
        "a-person-alone",
        "a-bot-among-people",
        "an-unrated-table",
        "everybody-left",
        "by-the-table's-policy",
    ],
)
def test_these_are_not_rated(holders, rest):
    assert not finished("g_1", played("g_1", holders, **rest)).rated


@pytest.mark.parametrize("seed", range(4))
def test_whoever_left_is_behind_all_who_stayed(seed):
    found = finished("g_1", played("g_1", ("a_1", "a_2", "a_3"), gone=(0, 2), seed=seed))
    assert [(seat.left, seat.place) for seat in found.seats] == [(True, 2), (False, 1), (True, 2)]


@pytest.mark.parametrize("seed", range(4))
def test_a_table_may_count_the_bots_place_for_whoever_left(seed):
    log = played("g_1", ("a_1", "a_2", "a_3"), gone=(0,), absence=Absence.AS_PLAYED, seed=seed)
    found = finished("g_1", log)
    assert tuple(seat.place for seat in found.seats) == fold("g_1", log).outcome.places
    assert found.rated


@pytest.mark.parametrize("absence", Absence)
def test_whoever_gives_up_is_last_whatever_the_table_says_of_absence(absence):
    for people in (("a_1", "a_2"), ("a_1", "a_2", "a_3")):
        found = finished("g_1", played("g_1", people, resigns=0, absence=absence))
        assert found.seats[0].place == max(seat.place or 0 for seat in found.seats) == len(people)
        assert found.rated


def test_whoever_came_back_did_not_leave_and_the_time_out_is_known():
    found = finished("g_1", played("g_1", ("a_1", "a_2", "a_3"), gone=(1,), back=(1,)))
    assert [(seat.left, seat.time_outs) for seat in found.seats] == [(False, 0), (False, 1), (False, 0)]


def test_a_seat_that_the_game_brings_itself_is_no_bots():
    found = finished("g_1", played("g_1"))
    assert [seat.bot for seat in found.seats] == [None, None, "automa"]
    assert found.rated
