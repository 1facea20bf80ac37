"""Whether a bot accepts a game, as its owner or itself has said. Pure."""

from enum import StrEnum
from typing import Annotated

import msgspec

from services.lobby.filters import PaceType, pace_type
from services.lobby.tables import Table
from shared.api.caps import CAPS, Cap
from shared.api.people import is_bot
from shared.games.kinds import KINDS

Players = Annotated[int, msgspec.Meta(ge=2, le=10)]


class Challengers(StrEnum):
    """Who may ask a bot to play."""

    EVERYBODY = "everybody"
    PEOPLE = "people"
    BOTS = "bots"
    OWNER = "owner"
    """While it is being made: others do not find it either."""


class Accepts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a bot plays. Whoever asks for anything else is refused, and the bot is not asked."""

    kinds: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = tuple(KINDS)
    """None: it plays nothing for now."""
    players: Annotated[tuple[Players, ...], msgspec.Meta(max_length=10)] = ()
    """At how many seats; empty: any."""
    paces: Annotated[tuple[PaceType, ...], msgspec.Meta(max_length=3)] = tuple(PaceType)
    rated: bool = False
    """Whether it plays people for a rating too; among programs it always does."""
    most_games: Annotated[int, msgspec.Meta(ge=1, le=CAPS[Cap.BOT_GAMES])] = 10
    """At once."""
    challengers: Challengers = Challengers.EVERYBODY


class Reason(StrEnum):
    """Why a bot does not play something."""

    KIND = "kind"
    PLAYERS = "players"
    PACE = "pace"
    RATED = "rated"
    CHALLENGER = "challenger"
    BUSY = "busy"
    AWAY = "away"


class Capacity(msgspec.Struct, frozen=True):
    """How a bot is placed at the moment."""

    owner: str | None
    games: int
    online: bool
    hooked: bool
    """It is called by webhook."""


class Wanted(msgspec.Struct, frozen=True):
    """A game that a bot is asked to play."""

    by: str
    kind: str
    players: int
    pace: PaceType
    rated: bool
    """It would count, and people are at it."""


def wanted(table: Table, by: str) -> Wanted:
    rated = table.terms.rated and table.terms.rated_with_bots and not is_bot(by)
    return Wanted(by, table.kind, table.players, pace_type(table), rated)


def refusal(accepts: Accepts, asked: Wanted, now: Capacity) -> Reason | None:
    """The first thing that speaks against it. Games by days may be asked of a bot that is away."""
    checks = (
        (Reason.CHALLENGER, _may_ask(accepts.challengers, asked.by, now.owner)),
        (Reason.KIND, asked.kind in accepts.kinds),
        (Reason.PLAYERS, asked.players in accepts.players or not accepts.players),
        (Reason.PACE, asked.pace in accepts.paces),
        (Reason.RATED, accepts.rated or not asked.rated),
        (Reason.AWAY, now.online or asked.pace is PaceType.ASYNC),
        (Reason.BUSY, now.games < accepts.most_games),
    )
    return next((reason for reason, fine in checks if not fine), None)


def _may_ask(whom: Challengers, by: str, owner: str | None) -> bool:
    match whom:
        case Challengers.EVERYBODY:
            return True
        case Challengers.PEOPLE:
            return not is_bot(by) or by == owner
        case Challengers.BOTS:
            return is_bot(by) or by == owner
        case Challengers.OWNER:
            return by == owner


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Accepts).decode


def decode(stored: bytes | None) -> Accepts:
    """What it said; by default everything but rated games with people."""
    return _decode(stored) if stored else Accepts()
