"""What the lobby reads and answers. Field by field this is the API."""

from typing import Annotated, Any

import msgspec

from services.lobby.ageing import Lives, expires_at
from services.lobby.events import ClosedBy
from services.lobby.paces import Async, Live, shown_pace
from services.lobby.tables import Phase, Table
from shared.api.moment import rfc3339
from shared.api.people import Level, Names, Person
from shared.api.problem import Flaw, malformed
from shared.log.fair import commitment

ENTROPY_BYTES = 64

Entropy = Annotated[
    str, msgspec.Meta(max_length=ENTROPY_BYTES, description=f"At most {ENTROPY_BYTES} bytes in UTF-8.")
]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[str, msgspec.Meta(examples=["floor"])]
    players: int
    options: dict[str, Any] = {}
    """The kind's own; see `GET /v1/kinds/{kind}`. Without a component set, the house set."""
    pace: Live | Async | None = None
    """`null`: nobody is hurried."""
    bot_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 500
    host_sits: bool = True
    entropy: Entropy = ""


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    entropy: Entropy | None = None
    """Goes into every draw of the game. Give it after you have seen the table's `commitment`."""


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: Level


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    player: Person | None
    bot: str | None
    """Its level."""


class TableInfo(msgspec.Struct, frozen=True):
    id: str
    """Also the game's, once it has started."""
    kind: str
    players: int
    options: dict[str, Any]
    pace: Live | Async | None
    bot_ms: int
    state: Phase
    host: Person
    seats: tuple[SeatInfo, ...]
    commitment: str
    """SHA-256 of the secret that all draws come from; the secret is shown when the game has ended."""
    created_at: str
    started_at: str | None
    expires_at: str | None
    """When it closes by itself if nobody starts it."""
    closed_by: ClosedBy | None
    """Why it closed."""


class TableList(msgspec.Struct, frozen=True):
    tables: tuple[TableInfo, ...]
    next: str | None
    """`cursor` of the next page."""


def checked_entropy(entropy: str | None) -> str | None:
    """Raises `malformed` when it is too long in bytes."""
    if entropy is not None and len(entropy.encode()) > ENTROPY_BYTES:
        raise malformed(Flaw.LONG_ENTROPY, "$.entropy")
    return entropy


def people_of(table: Table) -> tuple[str | None, ...]:
    """Account ids that the table's answer names."""
    return (table.host, *(place.player for place in table.places))


def table_info(table: Table, names: Names, lives: Lives) -> TableInfo:
    seats = tuple(
        SeatInfo(seat, names.person(place.player) if place.player else None, place.bot)
        for seat, place in enumerate(table.places)
    )
    return TableInfo(
        id=table.id,
        kind=table.kind,
        players=table.players,
        options=table.options,
        pace=shown_pace(table.pace),
        bot_ms=table.pace.bot_ms,
        state=table.phase,
        host=names.person(table.host),
        seats=seats,
        commitment=commitment(bytes.fromhex(table.secret)),
        created_at=rfc3339(table.created_at),
        started_at=rfc3339(table.started_at) if table.started_at else None,
        expires_at=rfc3339(expires_at(table, lives)) if table.phase is Phase.OPEN else None,
        closed_by=table.closed_by,
    )
