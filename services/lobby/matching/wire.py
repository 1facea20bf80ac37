"""What matchmaking reads and answers. Field by field this is the API."""

from typing import Annotated, Any

import msgspec

from services.lobby.matching.ticket import Bots, State, Ticket, Wish
from services.lobby.opening import whole_options
from services.lobby.paces import Async, Live, pace_of, shown_pace
from shared.api.moment import rfc3339
from shared.api.people import Level
from shared.api.problem import ApiError, Code
from shared.games.kinds import KINDS

BOT_MS = 500
LONGEST_BOTS_AFTER_S = 3600


class NewTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[str, msgspec.Meta(examples=["floor"])]
    players: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=5)]
    """Every number of players that is welcome."""
    pace: Live | Async
    options: dict[str, Any] = {}
    """The kind's own; see `GET /v1/kinds/{kind}`. Only the same options come together."""
    rated: bool = True
    bots_after_s: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_BOTS_AFTER_S)] | None = None
    """After so long bots may take the seats that are left, and the game is not rated. `null`: never."""
    bots_level: Level = Level.NORMAL


class TicketInfo(msgspec.Struct, frozen=True):
    id: str
    state: State
    kind: str
    players: tuple[int, ...]
    pace: Live | Async | None
    options: dict[str, Any]
    rated: bool
    bots_after_s: int | None
    bots_level: str | None
    created_at: str
    expires_at: str
    """When it ends by itself if nobody fitting comes."""
    game: str | None
    """With `matched`, the game that began; with `starting`, the one that is about to."""


class TicketList(msgspec.Struct, frozen=True):
    tickets: tuple[TicketInfo, ...]


def wish_of(new: NewTicket, house_sets: dict[str, Any]) -> Wish:
    """Raises `no-such-kind`, `malformed` or `invalid-options`."""
    rules = KINDS.get(new.kind)
    if rules is None:
        raise ApiError(Code.NO_SUCH_KIND, params={"kind": new.kind})
    numbers = tuple(sorted(set(new.players)))
    house_set = house_sets.get(new.kind)
    options, *_ = [whole_options(rules, players, new.options, house_set) for players in numbers]
    return Wish(
        kind=new.kind,
        options=options,
        players=numbers,
        pace=pace_of(new.pace, BOT_MS, realtime=rules.realtime),
        live=isinstance(new.pace, Live),
        rated=new.rated,
        bots=None if new.bots_after_s is None else Bots(new.bots_after_s * 1000, new.bots_level.value),
    )


def ticket_info(ticket: Ticket) -> TicketInfo:
    wish = ticket.wish
    return TicketInfo(
        id=ticket.id,
        state=ticket.state,
        kind=wish.kind,
        players=wish.players,
        pace=shown_pace(wish.pace),
        options=wish.options,
        rated=wish.rated,
        bots_after_s=wish.bots.after_ms // 1000 if wish.bots else None,
        bots_level=wish.bots.level if wish.bots else None,
        created_at=rfc3339(ticket.made_at),
        expires_at=rfc3339(ticket.ends_at),
        game=ticket.game,
    )
