"""Days of leave: how they are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.leave.leave import FRESH_MS, Leave, days_left, ended, taken, year_of
from shared.games.rules import Rejected
from shared.log.pace import DAY_MS

NOW = 1_800_000_000_000
BUDGET = 30


def test_leave_is_taken_from_this_year_s_budget() -> None:
    leave = taken(Leave(), 5, NOW, BUDGET)
    assert (leave.since, leave.until) == (NOW, NOW + 5 * DAY_MS)
    assert days_left(leave, NOW, BUDGET) == 25


def test_more_than_is_left_is_refused_and_says_how_much_is() -> None:
    leave = ended(taken(Leave(), 28, NOW, BUDGET), NOW + 28 * DAY_MS)
    with pytest.raises(Rejected, match="leave-used-up") as refused:
        taken(leave, 3, NOW + 28 * DAY_MS, BUDGET)
    assert refused.value.params == {"left": 2}


def test_whole_days_that_were_not_used_come_back() -> None:
    leave = ended(taken(Leave(), 10, NOW, BUDGET), NOW + 2 * DAY_MS + 1)
    assert leave.until == NOW + 2 * DAY_MS + 1
    assert days_left(leave, NOW, BUDGET) == BUDGET - 3


def test_the_next_year_has_a_budget_of_its_own() -> None:
    leave = taken(Leave(), BUDGET, NOW, BUDGET)
    assert days_left(leave, NOW + 366 * DAY_MS, BUDGET) == BUDGET


def test_whoever_takes_leave_anew_at_once_loses_no_day() -> None:
    again = taken(taken(Leave(), 5, NOW, BUDGET), 5, NOW + 26, BUDGET)
    assert (again.until, days_left(again, NOW, BUDGET)) == (NOW + 26 + 5 * DAY_MS, 25)
    fewer = taken(again, 3, NOW + FRESH_MS - 1, BUDGET)
    assert days_left(fewer, NOW, BUDGET) == 27
    assert days_left(ended(fewer, NOW + FRESH_MS), NOW, BUDGET) == 29


def test_leave_that_is_taken_anew_again_and_again_is_paid_for() -> None:
    leave, now = Leave(), NOW
    for _ in range(BUDGET):
        leave = taken(leave, 1, now, BUDGET)
        now += FRESH_MS - 1
    assert now - NOW > DAY_MS
    assert days_left(leave, now, BUDGET) <= BUDGET // 2


def test_a_leave_that_is_too_long_may_be_asked_for_again_with_all_that_is_left() -> None:
    leave = taken(Leave(), BUDGET, NOW, BUDGET)
    assert days_left(taken(leave, BUDGET, NOW + 1, BUDGET), NOW, BUDGET) == 0


steps = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40 * 24 * 60)), max_size=30)


@given(steps)
def test_no_year_ever_gives_more_than_its_budget_and_no_day_comes_back_twice(
    steps: list[tuple[int, int]],
) -> None:
    leave, now = Leave(), NOW
    for days, minutes in steps:
        now += minutes * 60_000
        try:
            leave = taken(leave, days, now, BUDGET) if days else ended(leave, now)
        except Rejected:
            continue
        assert all(0 <= used <= BUDGET for used in leave.used.values())
        assert leave.until <= now + days_left(Leave(), now, BUDGET) * DAY_MS
        assert year_of(now) in leave.used or not days
