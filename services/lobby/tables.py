"""A table before its game: what its events make of it.

Folded from its own log, as games are. `decide` (in `judging.py`) judges, `evolve` obeys; neither has a clock or a server.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from services.lobby.events import (
    Arranged,
    BotRemoved,
    BotSeated,
    Closed,
    ClosedBy,
    ColoursPicked,
    EntropyGiven,
    HostChanged,
    InvitationEnded,
    InvitationState,
    Invited,
    Kicked,
    Opened,
    OptionsChanged,
    PaceChanged,
    ReadySaid,
    RematchOpened,
    SeatLeft,
    SeatTaken,
    Started,
    TableEntry,
    TableEvent,
    TermsChanged,
)
from services.lobby.terms import Terms
from shared.api.people import is_bot
from shared.log.entry import Pace
from shared.log.insight import SEARCHED
from shared.log.port import CorruptLog


class Phase(StrEnum):
    OPEN = "open"
    STARTED = "started"
    CLOSED = "closed"


class Place(msgspec.Struct, frozen=True):
    player: str | None = None
    bot: str | None = None
    entropy: str = ""
    ready: bool = False
    colours: tuple[str, ...] = ()
    """Picked by the player."""
    owner: str | None = None
    """Of a bot: who made it."""

    @property
    def free(self) -> bool:
        return self.player is None and self.bot is None


class Invitation(msgspec.Struct, frozen=True):
    number: int
    player: str
    by: str
    at: int
    until: int
    """In ms since 1970, as `at`."""
    seat: int | None
    """Kept for the player as long as the invitation is open."""
    version: int
    """The table's at its last change."""
    state: InvitationState = InvitationState.OPEN
    reason: str = ""
    text: str = ""

    @property
    def open(self) -> bool:
        return self.state is InvitationState.OPEN


class Table(msgspec.Struct, frozen=True):
    id: str
    version: int
    kind: str
    players: int
    options: dict[str, Any]
    pace: Pace
    host: str
    secret: str
    places: tuple[Place, ...]
    """By seat."""
    phase: Phase
    created_at: int
    started_at: int | None = None
    changed_at: int = 0
    closed_by: ClosedBy | None = None
    sat: tuple[str, ...] = ()
    """Everybody who has had a seat, in the order of their first."""
    arranged: Arranged | None = None
    """By what, where nobody opened it."""
    terms: Terms = Terms()
    kicked: tuple[str, ...] = ()
    gone: dict[str, int] = {}
    """Who has had something to do with it and has no more, by the version at which they went."""
    invitations: tuple[Invitation, ...] = ()
    """By number."""
    rematch_of: str | None = None
    rematch: str | None = None
    """The table at which these people play again."""

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, place in enumerate(self.places) if place.player == player), None)

    def concerns(self, player: str) -> bool:
        """Whether they sit there or host it."""
        return player == self.host or self.seat_of(player) is not None

    @property
    def people(self) -> tuple[str, ...]:
        """Those who sit there, by seat."""
        return tuple(place.player for place in self.places if place.player is not None)

    @property
    def full(self) -> bool:
        return not any(place.free for place in self.places)

    @property
    def counts(self) -> bool:
        """Whether the game would be rated, were it started now: never where somebody could play for two seats."""
        levels = any(place.bot for place in self.places)
        bots = any(is_bot(player) for player in self.people)
        people = any(not is_bot(player) for player in self.people)
        whose = [place.owner or place.player for place in self.places if place.player]
        if not self.terms.rated or self.hints or len(set(whose)) < len(whose):
            return False
        if people:
            return not levels and (not bots or self.terms.rated_with_bots)
        return bots or not levels

    @property
    def hints(self) -> bool:
        """Whether players might ask for hints, were it started now."""
        if self.kind not in SEARCHED or (self.arranged and self.arranged.tournament):
            return False
        if self.terms.hints is not None:
            return self.terms.hints
        levels = sum(place.bot is not None for place in self.places)
        return levels == self.players - 1 and any(not is_bot(player) for player in self.people)

    @property
    def open_invitations(self) -> tuple[Invitation, ...]:
        return tuple(one for one in self.invitations if one.open)

    def invitation_of(self, player: str) -> Invitation | None:
        """The one that waits for their answer."""
        return next((one for one in self.open_invitations if one.player == player), None)


def evolve(table: Table, event: TableEvent) -> Table:
    """Every event but the first, `Opened`, which makes the table. `table.version` is the entry's already."""
    match event:
        case SeatTaken(seat, player, entropy, owner):
            return _come(_put(table, seat, Place(player=player, entropy=entropy, owner=owner)), player)
        case EntropyGiven(seat, entropy):
            return _put(table, seat, replace(table.places[seat], entropy=entropy))
        case ColoursPicked(seat, colours):
            return _put(table, seat, replace(table.places[seat], colours=colours))
        case ReadySaid(seat, ready):
            return _put(table, seat, replace(table.places[seat], ready=ready))
        case SeatLeft(seat):
            return _go(_put(table, seat, Place()), table.places[seat].player)
        case Kicked(player):
            return _kicked(table, player)
        case BotRemoved(seat):
            return _put(table, seat, Place())
        case BotSeated(seat, level):
            return _put(table, seat, Place(bot=level))
        case HostChanged(player):
            return _go(replace(table, host=player), table.host)
        case OptionsChanged(players, options):
            places = (*table.places, *(Place(),) * players)[:players]
            return replace(_unready(table, places, colours=()), players=players, options=options)
        case PaceChanged(pace):
            return replace(_unready(table, table.places), pace=pace)
        case TermsChanged(terms):
            return _on_terms(table, terms)
        case Invited() | InvitationEnded():
            return replace(table, invitations=_invitations(table, event))
        case Started():
            return replace(table, phase=Phase.STARTED, started_at=table.changed_at)
        case Closed(reason):
            return replace(table, phase=Phase.CLOSED, closed_by=reason)
        case Arranged():
            return replace(table, arranged=event)
        case RematchOpened(other):
            return replace(table, rematch=other)
        case Opened():
            raise AssertionError("a table opens once")
        case _:
            assert_never(event)


def _put(table: Table, seat: int, place: Place) -> Table:
    return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))


def _come(table: Table, player: str) -> Table:
    gone = {other: version for other, version in table.gone.items() if other != player}
    return replace(table, gone=gone, sat=table.sat if player in table.sat else (*table.sat, player))


def _go(table: Table, player: str | None) -> Table:
    if player is None or table.concerns(player):
        return table
    return replace(table, gone={**table.gone, player: table.version})


def _kicked(table: Table, player: str) -> Table:
    seat = table.seat_of(player)
    left = table if seat is None else _go(_put(table, seat, Place()), player)
    return replace(left, kicked=(*table.kicked, player))


def _unready(table: Table, places: tuple[Place, ...], **also: Any) -> Table:
    return replace(table, places=tuple(replace(place, ready=False, **also) for place in places))


COUNTING = ("rated", "absence", "hints", "rated_with_bots")


def _on_terms(table: Table, terms: Terms) -> Table:
    """Nobody is ready any more for a game that counts otherwise."""
    before = table.terms
    same = all(getattr(before, name) == getattr(terms, name) for name in COUNTING)
    return replace(table if same else _unready(table, table.places), terms=terms)


def _invitations(table: Table, event: Invited | InvitationEnded) -> tuple[Invitation, ...]:
    match event:
        case Invited(number, player, by, until, seat):
            new = Invitation(number, player, by, table.changed_at, until, seat, table.version)
            return (*table.invitations, new)
        case InvitationEnded(number, state, reason, text):
            ended = {"state": state, "reason": reason, "text": text, "version": table.version}
            return tuple(replace(one, **ended) if one.number == number else one for one in table.invitations)


def opened(id: str, event: Opened, at: int) -> Table:
    return Table(
        id, 1, event.kind, event.players, event.options, event.pace, event.host, event.secret,
        places=(Place(),) * event.players, phase=Phase.OPEN, created_at=at, changed_at=at,
        terms=event.terms, rematch_of=event.rematch_of,
    )  # fmt: skip


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(TableEntry).decode


def encode(entry: TableEntry) -> bytes:
    return _encode(entry)


def fold(id: str, payloads: Iterable[bytes]) -> Table | None:
    """A table from its whole log; `None` for an empty one. Raises `CorruptLog`."""
    table: Table | None = None
    for version, payload in enumerate(payloads, 1):
        try:
            entry = _decode(payload)
        except msgspec.DecodeError as error:
            raise CorruptLog(f"{id}: entry {version}: {type(error).__name__}") from error
        table = apply(id, table, entry)
    return table


def apply(id: str, table: Table | None, entry: TableEntry) -> Table:
    """The table at its next version."""
    events = entry.events
    if table is None:
        first, *events = events
        if not isinstance(first, Opened):
            raise CorruptLog(f"{id}: the log does not begin with the opening")
        table = opened(id, first, entry.at)
    else:
        table = replace(table, version=table.version + 1, changed_at=entry.at)
    for event in events:
        table = evolve(table, event)
    return table
