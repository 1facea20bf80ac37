"""What happened at a table, as its log holds it: `[tag, field, ...]`, so fields are only added at the end."""

from enum import StrEnum
from typing import Any

import msgspec

from shared.log.entry import Pace


class ClosedBy(StrEnum):
    """Why a table closed."""

    LEFT = "left"
    """Everybody did."""
    EXPIRED = "expired"
    """Nobody started it in time."""


class Opened(msgspec.Struct, frozen=True, array_like=True, tag="opened"):
    kind: str
    players: int
    options: dict[str, Any]
    """Whole, component set included."""
    pace: Pace
    host: str
    secret: str
    """Hex; never leaves the log but for the engine."""


class SeatTaken(msgspec.Struct, frozen=True, array_like=True, tag="seat-taken"):
    seat: int
    player: str
    entropy: str = ""


class EntropyGiven(msgspec.Struct, frozen=True, array_like=True, tag="entropy-given"):
    seat: int
    entropy: str


class SeatLeft(msgspec.Struct, frozen=True, array_like=True, tag="seat-left"):
    seat: int


class BotSeated(msgspec.Struct, frozen=True, array_like=True, tag="bot-seated"):
    seat: int
    level: str


class BotRemoved(msgspec.Struct, frozen=True, array_like=True, tag="bot-removed"):
    seat: int


class HostChanged(msgspec.Struct, frozen=True, array_like=True, tag="host-changed"):
    player: str


class Started(msgspec.Struct, frozen=True, array_like=True, tag="started"):
    """The engine has been told, in the same stroke."""


class Closed(msgspec.Struct, frozen=True, array_like=True, tag="closed"):
    """It will not start any more."""

    reason: ClosedBy = ClosedBy.LEFT


class Arranged(msgspec.Struct, frozen=True, array_like=True, tag="arranged"):
    """Nobody opened it: matchmaking did, or a tournament."""

    tournament: str | None = None
    round: int = 0


TableEvent = (
    Opened
    | SeatTaken
    | EntropyGiven
    | SeatLeft
    | BotSeated
    | BotRemoved
    | HostChanged
    | Started
    | Closed
    | Arranged
)


class TableEntry(msgspec.Struct, frozen=True, array_like=True):
    """All events of one decision."""

    at: int
    """Milliseconds since 1970."""
    events: tuple[TableEvent, ...]
