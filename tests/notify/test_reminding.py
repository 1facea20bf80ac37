"""Reminders of deadlines that move, and digests of the days they are for: the planner's pure core."""

import pytest
from msgspec.structs import replace

from services.notify.notice import Kind, Notice
from services.notify.plan import Listener, plan, unsaid
from services.notify.standing import Known, Standing
from shared.api.notices.quiet import Quiet, QuietHours
from shared.api.notices.words import Happening

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
BEGIN = 20_000 * DAY
LAST = 3
"""The stage of the reminder one hour before the end."""


def waiting(due: int) -> Known:
    """A turn that was told and whose last reminder was given by a deadline one day after its beginning."""
    return Known(
        "floor", 0, 5, BEGIN, clock=1, turn=5, since=BEGIN, due=due, told=5, shown=5, began=BEGIN,
        reminded=LAST, reminded_due=BEGIN + DAY, told_start=True,
    )  # fmt: skip


def told(known: Known, *moments: int) -> list[Notice]:
    standing, found = Standing({"g_1": known}), list[Notice]()
    for now in moments:
        planned = plan(standing, Listener(frozenset(Happening) - {Happening.DIGEST}), now)
        standing = planned.standing
        found += [notice for notice in planned.notices if notice.kind is Kind.TELL]
    return found


def test_a_deadline_that_leave_moved_by_days_is_reminded_of_again() -> None:
    due = BEGIN + 3 * DAY
    notices = told(waiting(due), BEGIN + DAY, due - 14 * HOUR, due - HOUR, due - HOUR + MINUTE)
    assert [notice.happening for notice in notices] == [Happening.REMINDER, Happening.LAST_REMINDER]
    assert {one.due for notice in notices for one in notice.about} == {due}


@pytest.mark.parametrize("minutes", [0, 5, 40])
def test_a_deadline_that_moved_by_minutes_is_not_reminded_of_again(minutes: int) -> None:
    due = BEGIN + DAY + minutes * MINUTE
    assert told(waiting(due), due - 61 * MINUTE, due - HOUR, due - MINUTE) == []


def test_two_digests_of_one_day_by_utc_are_two_notices() -> None:
    """Nine o'clock on Lord Howe is late in the evening by UTC."""
    listener = Listener(quiet=Quiet(zone="Australia/Lord_Howe"))
    standing, names = Standing({"g_1": waiting(BEGIN + 9 * DAY)}, digest_at=BEGIN - DAY), list[str]()
    for now in (BEGIN + 13 * HOUR, BEGIN + 23 * HOUR):
        planned = plan(standing, listener, now)
        standing = planned.standing
        names += [notice.id for notice in planned.notices if notice.happening is Happening.DIGEST]
    assert len(set(names)) == 2


def test_a_game_is_looked_at_again_for_a_reminder_that_comes_before_the_night() -> None:
    known = replace(waiting(BEGIN + 23 * HOUR), since=BEGIN + 18 * HOUR, reminded=0)
    quiet = Quiet(QuietHours("20:00", "23:59"))
    before_the_night = BEGIN + 20 * HOUR - MINUTE
    assert unsaid(Standing({"g_1": known}), quiet, before_the_night - 1) == []
    assert unsaid(Standing({"g_1": known}), quiet, before_the_night) == ["g_1"]


@pytest.mark.parametrize(
    ("dues", "until"),
    [((HOUR, 2 * DAY), 2 * DAY), ((2 * DAY, HOUR), 2 * DAY), ((HOUR, None), None)],
    ids=["the later first", "the later last", "one without"],
)
def test_a_message_of_several_turns_is_of_use_until_the_last_of_them_is_over(
    dues: tuple[int | None, ...], until: int | None
) -> None:
    games = {
        f"g_{at}": replace(waiting(BEGIN), due=due and BEGIN + due, told=0, shown=0)
        for at, due in enumerate(dues)
    }
    (notice,) = plan(Standing(games), Listener(frozenset({Happening.YOUR_TURN})), BEGIN + MINUTE).notices
    assert (notice.happening, notice.until) == (Happening.YOUR_TURN, until and BEGIN + until)
