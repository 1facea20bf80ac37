"""What the lobby reads and answers. Field by field this is the API."""

from typing import Annotated, Any

import msgspec

from services.lobby.ageing import Lives, expires_at
from services.lobby.codes import spoken
from services.lobby.events import ClosedBy
from services.lobby.paces import Async, Live, shown_pace
from services.lobby.tables import Phase, Table
from services.lobby.terms import Terms, Visibility
from shared.api.moment import rfc3339
from shared.api.people import Level, Names, Person, is_bot
from shared.api.problem import Flaw, malformed
from shared.log.entry import Absence
from shared.log.fair import commitment

ENTROPY_BYTES = 64

Entropy = Annotated[
    str, msgspec.Meta(max_length=ENTROPY_BYTES, description=f"At most {ENTROPY_BYTES} bytes in UTF-8.")
]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
BotMs = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
RatingBound = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Annotated[str, msgspec.Meta(examples=["floor"])]
    players: int
    options: dict[str, Any] = {}
    """The kind's own; see `GET /v1/kinds/{kind}`. Without a component set, the house set."""
    pace: Live | Async | None = None
    """`null`: nobody is hurried."""
    bot_ms: BotMs = 500
    host_sits: bool = True
    entropy: Entropy = ""
    visibility: Visibility = Visibility.PUBLIC
    """Who sees it and may sit down: everybody, the host's friends, or who is invited or knows its code."""
    rated: bool = True
    """With a built-in bot beside people it is not rated in any case."""
    rated_with_bots: bool = False
    """Bots' accounts may play with people, and it still counts: in the programs' list, never in that of people."""
    absence: Absence = Absence.LAST
    """How a rated game counts for who is not there at its end."""
    rating_min: RatingBound | None = None
    """In the list of this kind, and for some kinds of this number of players; who is invited may have any."""
    rating_max: RatingBound | None = None
    ask_ready: bool = False
    """It starts only when everybody has said to be ready."""
    chat: bool = True
    hints: bool | None = None
    """Whether players may ask the search for hints; then the game is not rated. `null`: where one person plays bots."""


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
    ready: bool
    """They have said so since they sat down and since options or pace were changed; bots always are."""
    colours: tuple[str, ...]
    """Picked by the player."""
    kept_for: Person | None
    """Whose invitation keeps the free seat for them."""


class TournamentRound(msgspec.Struct, frozen=True):
    id: str
    round: int


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
    visibility: Visibility
    code: str | None
    """Of a private table, for those who sit there and the host: whoever has it may join."""
    rated: bool
    """Whether the game will count, as things are: never with a built-in bot beside people."""
    rated_with_bots: bool
    """Whether it may count with bots' accounts beside people."""
    absence: Absence
    rating_min: int | None
    rating_max: int | None
    ask_ready: bool
    chat: bool
    hints: bool
    """Whether players may ask for hints, as things are: then the game does not count."""
    challenge: bool
    """It starts by itself when its seats are taken, and closes when nobody is asked any more."""
    rematch_of: str | None
    """The table at which these people played before."""
    rematch: str | None
    """The table at which they play again."""
    tournament: TournamentRound | None
    """What it is played for."""


class TableList(msgspec.Struct, frozen=True):
    tables: tuple[TableInfo, ...]
    next: str | None
    """`cursor` of the next page."""


def checked_entropy(entropy: str | None) -> str | None:
    """Raises `malformed` when it is too long in bytes."""
    if entropy is not None and len(entropy.encode()) > ENTROPY_BYTES:
        raise malformed(Flaw.LONG_ENTROPY, "$.entropy")
    return entropy


def terms_of(new: NewTable, code: str) -> Terms:
    """Raises `malformed`."""
    return checked_terms(
        Terms(
            new.visibility,
            code,
            new.rated,
            new.absence,
            new.rating_min,
            new.rating_max,
            new.ask_ready,
            new.chat,
            new.hints,
            new.rated_with_bots,
        )
    )


def checked_terms(terms: Terms) -> Terms:
    """Raises `malformed` where nobody's rating could be right."""
    if terms.rating_min is not None and terms.rating_max is not None and terms.rating_min > terms.rating_max:
        raise malformed(Flaw.EMPTY_RATING_RANGE, "$.rating_max")
    return terms


def people_of(table: Table) -> tuple[str | None, ...]:
    """Account ids that the table's answer names."""
    kept = (one.player for one in table.open_invitations if one.seat is not None)
    return (table.host, *(place.player for place in table.places), *kept)


def table_info(table: Table, names: Names, lives: Lives, reader: str | None) -> TableInfo:
    """As somebody may see it who may see the table."""
    terms, here = table.terms, reader is not None and table.concerns(reader)
    return TableInfo(
        id=table.id,
        kind=table.kind,
        players=table.players,
        options=table.options,
        pace=shown_pace(table.pace),
        bot_ms=table.pace.bot_ms,
        state=table.phase,
        host=names.person(table.host),
        seats=_seats(table, names),
        commitment=commitment(bytes.fromhex(table.secret)),
        created_at=rfc3339(table.created_at),
        started_at=rfc3339(table.started_at) if table.started_at else None,
        expires_at=rfc3339(expires_at(table, lives)) if table.phase is Phase.OPEN else None,
        closed_by=table.closed_by,
        visibility=terms.visibility,
        code=spoken(terms.code) if terms.code and here else None,
        rated=table.counts,
        rated_with_bots=terms.rated_with_bots,
        absence=terms.absence,
        rating_min=terms.rating_min,
        rating_max=terms.rating_max,
        ask_ready=terms.ask_ready,
        chat=terms.chat,
        hints=table.hints,
        challenge=terms.starts_full,
        rematch_of=table.rematch_of,
        rematch=table.rematch,
        tournament=_played_for(table),
    )


def _seats(table: Table, names: Names) -> tuple[SeatInfo, ...]:
    kept = {one.seat: one.player for one in table.open_invitations}
    return tuple(
        SeatInfo(
            seat=seat,
            player=names.person(place.player) if place.player else None,
            bot=place.bot,
            ready=place.ready or place.bot is not None or is_bot(place.player),
            colours=place.colours,
            kept_for=names.person(kept[seat]) if place.free and seat in kept else None,
        )
        for seat, place in enumerate(table.places)
    )


def _played_for(table: Table) -> TournamentRound | None:
    arranged = table.arranged
    return TournamentRound(arranged.tournament, arranged.round) if arranged and arranged.tournament else None
