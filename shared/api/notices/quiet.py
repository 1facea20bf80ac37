"""Quiet hours: when a player is told nothing, in the player's own time zone. Pure; times are ms since 1970."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec

MINUTE_MS = 60_000
Clock = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)",
        description="A time of day, `00:00` to `23:59`.",
        examples=["22:00"],
    ),
]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From one time of day to another, over midnight where the first is the later one; equal ones are none."""

    begin: Clock
    end: Clock


class Quiet(msgspec.Struct, frozen=True):
    """Quiet hours where they are."""

    hours: QuietHours | None = None
    zone: str = "UTC"

    def until(self, at: int) -> int | None:
        """When the quiet hours end in which that moment lies; `None` outside of them."""
        found = self._around(at)
        return found[1] if found else None

    def since(self, at: int) -> int | None:
        """When the quiet hours began in which that moment lies."""
        found = self._around(at)
        return found[0] if found else None

    def shifted(self, at: int, deadline: int) -> int:
        """A reminder's moment, moved out of quiet hours: to their end, or before them if the deadline is no later.

        Never moves the deadline.
        """
        found = self._around(at)
        if found is None:
            return at
        begin, end = found
        return end if end < deadline - 10 * MINUTE_MS else begin - MINUTE_MS

    def _around(self, at: int) -> tuple[int, int] | None:
        if self.hours is None or self.hours.begin == self.hours.end:
            return None
        local = datetime.fromtimestamp(at / 1000, UTC).astimezone(_zone(self.zone))
        begin, end = _minutes(self.hours.begin), _minutes(self.hours.end)
        for days in (-1, 0):
            day = local.date() + timedelta(days=days)
            first = _moment(day.toordinal(), begin, self.zone)
            last = _moment(day.toordinal() + (end <= begin), end, self.zone)
            if first <= at < last:
                return first, last
        return None


def next_time(at: int, minutes: int, zone: str) -> int:
    """The next moment after this one at which it is that time of day there."""
    day = datetime.fromtimestamp(at / 1000, UTC).astimezone(_zone(zone)).date().toordinal()
    return next(found for days in (0, 1, 2) if (found := _moment(day + days, minutes, zone)) > at)


def _minutes(clock: str) -> int:
    """
    >>> _minutes("22:30")
    1350
    """
    hours, _, minutes = clock.partition(":")
    return int(hours) * 60 + int(minutes)


@lru_cache(4096)
def _moment(day: int, minutes: int, zone: str) -> int:
    """That time of a day (an ordinal); where the clocks jump over it, as long after midnight as it would be."""
    local = datetime.fromordinal(day).replace(hour=minutes // 60, minute=minutes % 60, tzinfo=_zone(zone))
    return round(local.timestamp() * 1000)


@lru_cache(1024)
def _zone(name: str) -> ZoneInfo:
    """UTC for a name that this machine's tz database does not have (any more)."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
