"""What happened at a table, as its log holds it: `[tag, field, ...]`, so fields are only added at the end."""

from enum import StrEnum
from typing import Any

import msgspec

from services.lobby.terms import Terms
from shared.log.entry import Pace


class ClosedBy(StrEnum):
    """Why a table closed."""

    LEFT = "left"
    """Everybody did."""
    EXPIRED = "expired"
    """Nobody started it in time."""
    STAFF = "staff"
    """A moderator or administrator closed it."""
    UNANSWERED = "unanswered"
    """A challenge that was declined, taken back, or not answered in time."""


class InvitationState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    OVERTAKEN = "overtaken"
    """The table was full, started or closed before it was answered."""


class Opened(msgspec.Struct, frozen=True, array_like=True, tag="opened"):
    kind: str
    players: int
    options: dict[str, Any]
    """Whole, component set included."""
    pace: Pace
    host: str
    secret: str
    """Hex; never leaves the log but for the engine."""
    terms: Terms = Terms()
    rematch_of: str | None = None
    """The table that these people played at before."""


class SeatTaken(msgspec.Struct, frozen=True, array_like=True, tag="seat-taken"):
    seat: int
    player: str
    entropy: str = ""
    owner: str | None = None
    """Of a bot: who made it."""


class EntropyGiven(msgspec.Struct, frozen=True, array_like=True, tag="entropy-given"):
    seat: int
    entropy: str


class ColoursPicked(msgspec.Struct, frozen=True, array_like=True, tag="colours-picked"):
    seat: int
    colours: tuple[str, ...]


class ReadySaid(msgspec.Struct, frozen=True, array_like=True, tag="ready-said"):
    seat: int
    ready: bool


class SeatLeft(msgspec.Struct, frozen=True, array_like=True, tag="seat-left"):
    seat: int


class Kicked(msgspec.Struct, frozen=True, array_like=True, tag="kicked"):
    """The host sent somebody away for good; if they sat there, their seat is free."""

    player: str


class BotSeated(msgspec.Struct, frozen=True, array_like=True, tag="bot-seated"):
    seat: int
    level: str


class BotRemoved(msgspec.Struct, frozen=True, array_like=True, tag="bot-removed"):
    seat: int


class HostChanged(msgspec.Struct, frozen=True, array_like=True, tag="host-changed"):
    player: str


class OptionsChanged(msgspec.Struct, frozen=True, array_like=True, tag="options-changed"):
    """Nobody is ready any more, and no colour is picked."""

    players: int
    options: dict[str, Any]
    """Whole, as at the opening."""


class PaceChanged(msgspec.Struct, frozen=True, array_like=True, tag="pace-changed"):
    """Nobody is ready any more."""

    pace: Pace


class TermsChanged(msgspec.Struct, frozen=True, array_like=True, tag="terms-changed"):
    terms: Terms


class Invited(msgspec.Struct, frozen=True, array_like=True, tag="invited"):
    number: int
    """Of the table's invitations, from 1."""
    player: str
    by: str
    until: int
    """When it expires, in ms since 1970."""
    seat: int | None = None
    """A seat that is kept for the player meanwhile."""


class InvitationEnded(msgspec.Struct, frozen=True, array_like=True, tag="invitation-ended"):
    number: int
    state: InvitationState
    reason: str = ""
    """Why it was declined."""
    text: str = ""
    """What the player said to that."""


class Started(msgspec.Struct, frozen=True, array_like=True, tag="started"):
    """The engine has been told, in the same stroke."""


class Closed(msgspec.Struct, frozen=True, array_like=True, tag="closed"):
    """It will not start any more."""

    reason: ClosedBy = ClosedBy.LEFT


class RematchOpened(msgspec.Struct, frozen=True, array_like=True, tag="rematch-opened"):
    """Some of those who played here want to play again."""

    table: str


class Arranged(msgspec.Struct, frozen=True, array_like=True, tag="arranged"):
    """Nobody opened it: matchmaking did, or a tournament."""

    tournament: str | None = None
    round: int = 0


TableEvent = (
    Opened
    | SeatTaken
    | EntropyGiven
    | ColoursPicked
    | ReadySaid
    | SeatLeft
    | Kicked
    | BotSeated
    | BotRemoved
    | HostChanged
    | OptionsChanged
    | PaceChanged
    | TermsChanged
    | Invited
    | InvitationEnded
    | Started
    | Closed
    | RematchOpened
    | Arranged
)


class TableEntry(msgspec.Struct, frozen=True, array_like=True):
    """All events of one decision."""

    at: int
    """Milliseconds since 1970."""
    events: tuple[TableEvent, ...]
