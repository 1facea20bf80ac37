"""What the routes of an open table read, beyond its opening. Field by field this is the API."""

from typing import Annotated, Any

import msgspec

from services.lobby.paces import Async, Live
from services.lobby.terms import Visibility
from services.lobby.wire import BotMs, Entropy, RatingBound, SeatNumber
from services.lobby.wishes import DeclineReason
from shared.api.caps import CAPS, Cap
from shared.log.entry import Absence

UNSET = msgspec.UNSET
Unset = msgspec.UnsetType
TEXT_LENGTH = CAPS[Cap.INVITATION_TEXT]

AccountId = Annotated[str, msgspec.Meta(max_length=64, examples=["a_01JD2Q0V9Y3M8E5X7K4T6R1ZAB"])]
Colour = Annotated[str, msgspec.Meta(max_length=16)]


class AlterTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is absent stays as it is."""

    players: int | Unset = UNSET
    """Only free seats can go."""
    options: dict[str, Any] | Unset = UNSET
    """Whole: an option that is left out gets its default, not what it was."""
    pace: Live | Async | Unset | None = UNSET
    bot_ms: BotMs | Unset = UNSET
    visibility: Visibility | Unset = UNSET
    """A table that becomes private gets a new code."""
    rated: bool | Unset = UNSET
    rated_with_bots: bool | Unset = UNSET
    absence: Absence | Unset = UNSET
    rating_min: RatingBound | Unset | None = UNSET
    rating_max: RatingBound | Unset | None = UNSET
    ask_ready: bool | Unset = UNSET
    chat: bool | Unset = UNSET
    hints: bool | Unset | None = UNSET


class JoinByCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(max_length=32, examples=["K7QM-2XRD"])]
    """In any case of letters, with or without spaces and hyphens."""
    seat: SeatNumber | None = None
    entropy: Entropy | None = None


class SayReadiness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ready: bool = True


class PickOfColours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colours: Annotated[tuple[Colour, ...], msgspec.Meta(max_length=8)]
    """As the kind's options name them; none: whichever are left."""


class NewHost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: AccountId


class NewInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: AccountId


class DeclineInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: DeclineReason = DeclineReason.NO_REASON
    text: Annotated[str, msgspec.Meta(max_length=TEXT_LENGTH)] = ""
    """For whoever invited."""
