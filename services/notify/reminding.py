"""When a turn's time calls for a reminder. Pure; times are ms since 1970."""

from typing import NamedTuple

from services.notify.standing import Known
from shared.api.notices.quiet import Quiet
from shared.api.notices.words import Happening

HOUR_MS = 3_600_000
SHORT_MS = 6 * HOUR_MS
"""Turns shorter than this have no reminders but the last."""


class Stage(NamedTuple):
    number: int
    at: int
    happening: Happening


def stages(known: Known, quiet: Quiet) -> tuple[Stage, ...]:
    """Half of the time, four fifths, one hour before its end; in order, moved out of quiet hours.

    Of a live turn, none: nobody leaves and comes back within a minute.
    """
    if not known.waits or known.due is None:
        return ()
    whole = known.due - known.since
    wanted = [Stage(3, known.due - HOUR_MS, Happening.LAST_REMINDER)] if whole > 2 * HOUR_MS else []
    if whole >= SHORT_MS:
        halves = ((1, known.since + whole // 2), (2, known.since + whole * 4 // 5))
        wanted = [*(Stage(number, at, Happening.REMINDER) for number, at in halves), *wanted]
    return tuple(stage._replace(at=quiet.shifted(stage.at, known.due)) for stage in wanted)
