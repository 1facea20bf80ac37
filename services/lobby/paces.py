"""A table's pace as apps say it, and as games have it."""

from typing import Annotated

import msgspec

from shared.log.pace import DAY_MS, Pace, RunOut

FIRST_S = 60
"""The least time that a live game's first move has: who sat down last may still be looking elsewhere."""
LIVE_ABSENT_MS = 3600 * 1000
ASYNC_ABSENT_MS = 14 * DAY_MS
"""How long a game that everybody has left waits before it ends."""


class Live(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="live"):
    turn_s: Annotated[int, msgspec.Meta(ge=5, le=600)]
    """In kinds without turns: how long somebody who could act may do nothing."""
    bank_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """Further time of each player for the whole game; kinds without turns have none."""
    increment_s: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """What each own move adds to the bank."""
    run_out: RunOut = RunOut.BOT
    """When time has run out: a `bot` sits in, the `first-move` is made, or the player does `concede`."""


class Async(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="async"):
    turn_days: Annotated[int, msgspec.Meta(ge=1, le=14)]
    run_out: RunOut = RunOut.BOT


def pace_of(pace: Live | Async | None, bot_ms: int, *, realtime: bool = False) -> Pace:
    """
    >>> pace_of(Async(2), 500).turn_ms
    172800000
    """
    match pace:
        case Live(turn_s, bank_s, increment_s, run_out):
            return Pace(
                turn_ms=turn_s * 1000,
                bot_ms=bot_ms,
                bank_ms=0 if realtime else bank_s * 1000,
                increment_ms=0 if realtime else increment_s * 1000,
                run_out=run_out,
                first_ms=max(turn_s, FIRST_S) * 1000,
                absent_ms=LIVE_ABSENT_MS,
            )
        case Async(days, run_out):
            turn_ms = days * DAY_MS
            return Pace(turn_ms, bot_ms, run_out=run_out, first_ms=turn_ms, absent_ms=ASYNC_ABSENT_MS)
        case None:
            return Pace(None, bot_ms)


def shown_pace(pace: Pace) -> Live | Async | None:
    """
    >>> shown_pace(pace_of(Async(14), 0)) == Async(14)
    True
    >>> shown_pace(pace_of(Live(600, 30, 5, RunOut.CONCEDE), 0)) == Live(600, 30, 5, RunOut.CONCEDE)
    True
    """
    if pace.turn_ms is None:
        return None
    if pace.turn_ms >= DAY_MS:
        return Async(pace.turn_ms // DAY_MS, pace.run_out)
    return Live(pace.turn_ms // 1000, pace.bank_ms // 1000, pace.increment_ms // 1000, pace.run_out)
