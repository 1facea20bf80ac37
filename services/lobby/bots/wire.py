"""What the routes of bots' accounts read and answer. Field by field this is the API."""

from typing import Annotated, Any

import msgspec

from services.lobby.accounts.asked import Handle, Name
from services.lobby.bots.accepting import Accepts
from services.lobby.invitation_wire import InvitationInfo
from services.lobby.paces import Async, Live
from services.lobby.ratings.wire import RatingInfo
from services.lobby.wire import BotMs, Entropy, TableInfo
from shared.api.bots import CallFault, Failure
from shared.api.moment import rfc3339
from shared.api.notices.targets import Address
from shared.api.people import Level, Person

About = Annotated[str, msgspec.Meta(max_length=200)]
UNSET = msgspec.UNSET
Unset = msgspec.UnsetType


class NewBotAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    handle: Handle
    """For ever; of one space with people's."""
    name: Name
    about: About | None = None
    """A line for everybody to read."""


class BotProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is absent stays as it is; `null` takes away."""

    name: Name | Unset = UNSET
    about: About | Unset | None = UNSET


class NewHook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    url: Address
    """`https`, at an address of the internet."""


class BotInfo(msgspec.Struct, frozen=True):
    """A bot's account, as everybody may see it."""

    id: str
    name: str
    handle: str | None
    about: str | None
    owner: Person
    created_at: str
    accepts: Accepts
    webhook: bool
    """We call it for each of its turns; it accepts by itself whatever it says that it accepts."""
    online: bool
    """It listens, or its webhook has not been set aside."""
    games: int
    """That it plays at the moment."""
    ratings: tuple[RatingInfo, ...]
    """In the programs' lists."""


class BotPage(msgspec.Struct, frozen=True):
    bots: tuple[BotInfo, ...]
    """The newest first."""
    next: str | None
    """`cursor` of the next page."""


class HookInfo(msgspec.Struct, frozen=True):
    url: str
    set_at: str
    failures_in_a_row: int
    aside_since: str | None
    """Not called any more, because it failed too often in a row; setting it again brings it back."""


class OwnBot(msgspec.Struct, frozen=True):
    """A bot, as its owner sees it."""

    bot: BotInfo
    hook: HookInfo | None


class OwnBots(msgspec.Struct, frozen=True):
    bots: tuple[OwnBot, ...]
    """The oldest first."""


class HookSet(msgspec.Struct, frozen=True):
    hook: HookInfo
    secret: str
    """Checks that a call is ours; take the webhook away and set it again for a new one."""


class BotEnded(msgspec.Struct, frozen=True):
    id: str


class FailureInfo(msgspec.Struct, frozen=True):
    """A turn that a built-in bot played, because the webhook's answer could not be played."""

    at: str
    game: str
    version: int
    seat: int
    fault: CallFault
    status: int | None
    """Of the answer, if there was one."""
    took_ms: int


class FailureList(msgspec.Struct, frozen=True):
    failures: tuple[FailureInfo, ...]
    """The newest first."""


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[str, msgspec.Meta(examples=["floor"])]
    players: int = 2
    options: dict[str, Any] = {}
    pace: Live | Async | None = None
    """`null`: nobody is hurried."""
    bot_ms: BotMs = 500
    entropy: Entropy = ""
    rated: bool = False
    """For the bot's rating; a person's own is never touched. Not with `level`s at further seats."""
    level: Level = Level.NORMAL
    """Of the built-in bots at all further seats."""


class Challenge(msgspec.Struct, frozen=True):
    table: TableInfo
    """It starts by itself when the bot accepts (its `state`), and closes if it does not (`closed_by`)."""
    invitation: InvitationInfo


def failure_info(failure: Failure) -> FailureInfo:
    return FailureInfo(
        at=rfc3339(failure.at),
        game=failure.game,
        version=failure.version,
        seat=failure.seat,
        fault=failure.fault,
        status=failure.status,
        took_ms=failure.took_ms,
    )
