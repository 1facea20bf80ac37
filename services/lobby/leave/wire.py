"""What the leave routes read and answer. Field by field this is the API."""

from typing import Annotated

import msgspec

from services.lobby.leave.leave import Leave, days_left
from shared.api.moment import rfc3339


class TakeLeave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    days: Annotated[int, msgspec.Meta(ge=1, le=366)]
    """From now on, instead of what is left of a leave that runs."""


class LeaveInfo(msgspec.Struct, frozen=True):
    until: str | None
    """`null`: not on leave."""
    days_left: int
    """That may still be taken this year; a year is one of UTC."""
    days_a_year: int


class LeaveExport(msgspec.Struct, frozen=True):
    since: str
    until: str
    used: dict[str, int]
    """Days by year."""


def leave_info(leave: Leave, now: int, a_year: int) -> LeaveInfo:
    until = rfc3339(leave.until) if leave.until > now else None
    return LeaveInfo(until, days_left(leave, now, a_year), a_year)


def exported_leave(leave: Leave) -> LeaveExport | None:
    """`None` for who never took any."""
    if not leave.since:
        return None
    used = {str(year): days for year, days in leave.used.items()}
    return LeaveExport(rfc3339(leave.since), rfc3339(leave.until), used)
