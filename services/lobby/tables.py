"""A table before its game: how wishes are judged, and what events make of it.

Folded from its own log, as games are. `decide` judges, `evolve` obeys; neither knows a clock or a server.
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
    EntropyGiven,
    HostChanged,
    Opened,
    SeatLeft,
    SeatTaken,
    Started,
    TableEntry,
    TableEvent,
)
from services.lobby.wishes import Expire, Join, Leave, RemoveBot, SeatBot, Start, Wish
from shared.games.rules import Rejected
from shared.log.entry import Pace
from shared.log.port import CorruptLog


class Phase(StrEnum):
    OPEN = "open"
    STARTED = "started"
    CLOSED = "closed"


class Place(msgspec.Struct, frozen=True):
    player: str | None = None
    bot: str | None = None
    entropy: str = ""

    @property
    def free(self) -> bool:
        return self.player is None and self.bot is None


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

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, place in enumerate(self.places) if place.player == player), None)


def decide(table: Table, by: str, wish: Wish) -> tuple[TableEvent, ...]:
    """What comes of a wish; nothing, if everything is so already. Raises `Rejected`."""
    if isinstance(wish, (SeatBot, RemoveBot, Start)) and by != table.host:
        raise Rejected("not-host")
    if isinstance(wish, Start) and table.phase is Phase.STARTED:
        return ()
    if table.phase is not Phase.OPEN:
        raise Rejected("table-not-open", state=table.phase.value)
    match wish:
        case Join():
            return _join(table, by, wish)
        case Leave():
            return _leave(table, by)
        case SeatBot(seat, level):
            return _seat_bot(table, seat, level)
        case RemoveBot(seat):
            return _remove_bot(table, seat)
        case Start():
            return _start(table)
        case Expire(version):
            return (Closed(ClosedBy.EXPIRED),) if version == table.version else ()
        case _:
            assert_never(wish)


def _join(table: Table, by: str, wish: Join) -> tuple[TableEvent, ...]:
    mine = table.seat_of(by)
    if mine is None:
        return (SeatTaken(_free_seat(table, wish.seat), by, wish.entropy or ""),)
    if wish.seat not in (None, mine):
        raise Rejected("already-seated", seat=mine)
    if wish.entropy in (None, table.places[mine].entropy):
        return ()
    return (EntropyGiven(mine, wish.entropy),)


def _free_seat(table: Table, wanted: int | None) -> int:
    if wanted is not None:
        if not _place(table, wanted).free:
            raise Rejected("seat-taken", seat=wanted)
        return wanted
    free = next((seat for seat, place in enumerate(table.places) if place.free), None)
    if free is None:
        raise Rejected("table-full")
    return free


def _leave(table: Table, by: str) -> tuple[TableEvent, ...]:
    """The next seated player becomes host; when nobody is left, the table closes."""
    seat = table.seat_of(by)
    if seat is None and by != table.host:
        raise Rejected("not-seated")
    left: tuple[TableEvent, ...] = () if seat is None else (SeatLeft(seat),)
    if by != table.host:
        return left
    others = [place.player for place in table.places if place.player not in (None, by)]
    return (*left, HostChanged(others[0]) if others and others[0] else Closed())


def _seat_bot(table: Table, seat: int, level: str) -> tuple[TableEvent, ...]:
    place = _place(table, seat)
    if place.player is not None:
        raise Rejected("seat-taken", seat=seat)
    return () if place.bot == level else (BotSeated(seat, level),)


def _remove_bot(table: Table, seat: int) -> tuple[TableEvent, ...]:
    if _place(table, seat).bot is None:
        raise Rejected("no-bot-there", seat=seat)
    return (BotRemoved(seat),)


def _start(table: Table) -> tuple[TableEvent, ...]:
    free = sum(place.free for place in table.places)
    if free:
        raise Rejected("seats-open", count=free)
    return (Started(),)


def _place(table: Table, seat: int) -> Place:
    if not 0 <= seat < table.players:
        raise Rejected("no-such-seat", seat=seat)
    return table.places[seat]


def evolve(table: Table, event: TableEvent, at: int) -> Table:
    """Every event but the first, `Opened`, which makes the table."""
    match event:
        case SeatTaken(seat, player, entropy):
            sat = table.sat if player in table.sat else (*table.sat, player)
            return replace(_put(table, seat, Place(player=player, entropy=entropy)), sat=sat)
        case EntropyGiven(seat, entropy):
            return _put(table, seat, replace(table.places[seat], entropy=entropy))
        case SeatLeft(seat) | BotRemoved(seat):
            return _put(table, seat, Place())
        case BotSeated(seat, level):
            return _put(table, seat, Place(bot=level))
        case HostChanged(player):
            return replace(table, host=player)
        case Started():
            return replace(table, phase=Phase.STARTED, started_at=at)
        case Closed(reason):
            return replace(table, phase=Phase.CLOSED, closed_by=reason)
        case Arranged():
            return replace(table, arranged=event)
        case Opened():
            raise AssertionError("a table opens once")
        case _:
            assert_never(event)


def _put(table: Table, seat: int, place: Place) -> Table:
    return replace(table, places=(*table.places[:seat], place, *table.places[seat + 1 :]))


def opened(id: str, event: Opened, at: int) -> Table:
    return Table(
        id, 0, event.kind, event.players, event.options, event.pace, event.host, event.secret,
        places=(Place(),) * event.players, phase=Phase.OPEN, created_at=at,
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
            raise CorruptLog(f"{id}: entry {version}: {error}") from error
        table = replace(apply(id, table, entry), version=version)
    return table


def apply(id: str, table: Table | None, entry: TableEntry) -> Table:
    events = entry.events
    if table is None:
        first, *events = events
        if not isinstance(first, Opened):
            raise CorruptLog(f"{id}: the log does not begin with the opening")
        table = opened(id, first, entry.at)
    for event in events:
        table = evolve(table, event, entry.at)
    return replace(table, changed_at=entry.at)
