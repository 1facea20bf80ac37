"""What may be wished for at a table."""

from enum import StrEnum
from typing import Any

import msgspec

from services.lobby.terms import STRANGER, Known, Terms
from shared.log.entry import Pace


class Join(msgspec.Struct, frozen=True):
    """Whoever has the seat already may so change the entropy."""

    seat: int | None = None
    """`None`: the first that is free."""
    entropy: str | None = None
    code: str = ""
    invitation: int | None = None
    """The one that is accepted by this."""
    known: Known = STRANGER


class Leave(msgspec.Struct, frozen=True):
    pass


class SayReady(msgspec.Struct, frozen=True):
    ready: bool


class PickColours(msgspec.Struct, frozen=True):
    """Instead of those picked before; none is whichever is left."""

    colours: tuple[str, ...]


class SeatBot(msgspec.Struct, frozen=True):
    seat: int
    level: str


class RemoveBot(msgspec.Struct, frozen=True):
    seat: int


class Kick(msgspec.Struct, frozen=True):
    """Also takes an invitation back."""

    player: str


class HandOver(msgspec.Struct, frozen=True):
    player: str


class Alter(msgspec.Struct, frozen=True):
    """How the table shall be, all of it."""

    players: int
    options: dict[str, Any]
    pace: Pace
    terms: Terms


class Invite(msgspec.Struct, frozen=True):
    player: str
    until: int
    known: Known = STRANGER
    """Of the player invited."""


class Withdraw(msgspec.Struct, frozen=True):
    invitation: int


class DeclineReason(StrEnum):
    """What a player may say for not coming."""

    BUSY = "busy"
    LATER = "later"
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    OTHER_GAME = "other-game"
    NO_REASON = "no-reason"


class Decline(msgspec.Struct, frozen=True):
    invitation: int
    reason: DeclineReason = DeclineReason.NO_REASON
    text: str = ""


class Start(msgspec.Struct, frozen=True):
    pass


class Rematch(msgspec.Struct, frozen=True):
    """To play again, at `table`; unless there has been a rematch already beside the one that came to nothing."""

    table: str
    failed: str | None = None


class Expire(msgspec.Struct, frozen=True):
    """The steward's: ends invitations whose time is over; and the table, if nobody has changed it since `closes`."""

    closes: int | None = None


class Close(msgspec.Struct, frozen=True):
    """The staff's: the table is not to start."""


Wish = (
    Join | Leave | SayReady | PickColours | SeatBot | RemoveBot | Kick | HandOver | Alter | Invite | Withdraw
    | Decline | Start | Rematch | Expire | Close
)  # fmt: skip
