"""What happened in a tournament, as its log holds it: `[tag, field, ...]`, so fields are only added at the end."""

from enum import StrEnum
from typing import Any

import msgspec

from shared.log.entry import Pace


class System(StrEnum):
    SERIES = "series"
    """The same people at one table, game after game, with rotated seats."""
    ROUND_ROBIN = "round-robin"
    """Until everybody has met everybody."""
    SWISS = "swiss"
    """Some rounds, each among people of about the same score who have not met."""


class CancelledBy(StrEnum):
    ORGANIZER = "organizer"
    TOO_FEW = "too-few"
    """Too few had entered when it was to begin, or never enough did."""


class Plan(msgspec.Struct, frozen=True, array_like=True):
    """What is to be played; nothing of it ever changes."""

    title: str
    system: System
    kind: str
    seats: int
    """Of each game."""
    options: dict[str, Any]
    pace: Pace
    rated: bool
    rounds: int
    """Of a series the games; of a round robin no limit."""
    least: int
    most: int
    starts_at: int | None
    """Milliseconds since 1970; `None`: when it is full, or the organizer says so."""
    late_until: int
    """The last round before which one may still enter; 0 for none but the first."""
    pause_ms: int
    """Between the end of a round and the next."""
    decisive: bool
    """A series ends once nobody can overtake the leader."""


class Opened(msgspec.Struct, frozen=True, array_like=True, tag="opened"):
    plan: Plan
    organizer: str


class Entered(msgspec.Struct, frozen=True, array_like=True, tag="entered"):
    player: str


class Withdrew(msgspec.Struct, frozen=True, array_like=True, tag="withdrew"):
    """Games that the player is in go on."""

    player: str


class RoundBegan(msgspec.Struct, frozen=True, array_like=True, tag="round-began"):
    games: tuple[tuple[str, tuple[str, ...]], ...]
    """Each game's id, which is drawn with the round, and its players by seat."""
    byes: tuple[str, ...]


class GameOver(msgspec.Struct, frozen=True, array_like=True, tag="game-over"):
    game: str
    places: tuple[int, ...] | None
    """By seat; `None`: it ended without a result, which is one that all share."""


class RoundOver(msgspec.Struct, frozen=True, array_like=True, tag="round-over"):
    pass


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="ended"):
    pass


class Cancelled(msgspec.Struct, frozen=True, array_like=True, tag="cancelled"):
    reason: CancelledBy


Event = Opened | Entered | Withdrew | RoundBegan | GameOver | RoundOver | Ended | Cancelled


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """All events of one decision."""

    at: int
    """Milliseconds since 1970."""
    events: tuple[Event, ...]
