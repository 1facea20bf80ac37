"""An account's leave, and how days of it are counted. Pure; a year is one of UTC."""

from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from shared.games.rules import Rejected
from shared.log.pace import DAY_MS

FRESH_MS = 3_600_000
"""Whoever takes a leave anew so soon, having thought better of it or got no answer, loses no day by it."""


class Leave(msgspec.Struct, frozen=True, array_like=True):
    since: int = 0
    """When the last one was taken, in ms since 1970, as `until`."""
    until: int = 0
    used: dict[int, int] = {}
    """Days by year."""


def taken(leave: Leave, days: int, now: int, a_year: int) -> Leave:
    """So many days from now on, instead of what is left of a leave that runs. Raises `Rejected`."""
    fresh = now < leave.until and now - leave.since < FRESH_MS and year_of(now) == year_of(leave.since)
    before = _undone(leave) if fresh else ended(leave, now)
    if days > (left := days_left(before, now, a_year)):
        raise Rejected("leave-used-up", left=left)
    year, since = year_of(now), leave.since if fresh else now
    return Leave(since, now + days * DAY_MS, {**before.used, year: before.used.get(year, 0) + days})


def _undone(leave: Leave) -> Leave:
    """As if it had not been taken: its hour goes on from when it first was, so that leave is never had for nothing."""
    year, days = year_of(leave.since), (leave.until - leave.since) // DAY_MS
    return replace(leave, used={**leave.used, year: leave.used[year] - days})


def ended(leave: Leave, now: int) -> Leave:
    """Whole days that were not used come back to the year that they were taken from."""
    if leave.until <= now:
        return leave
    year = year_of(leave.since)
    unused = (leave.until - now) // DAY_MS
    return replace(leave, until=now, used={**leave.used, year: leave.used[year] - unused})


def days_left(leave: Leave, now: int, a_year: int) -> int:
    """
    >>> days_left(Leave(used={1970: 12}), now=0, a_year=30)
    18
    """
    return max(a_year - leave.used.get(year_of(now), 0), 0)


def year_of(at_ms: int) -> int:
    return datetime.fromtimestamp(at_ms / 1000, UTC).year
