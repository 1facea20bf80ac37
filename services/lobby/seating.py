"""Who sits where, as judged: coming, going, being sent away, bots, and what a player says at their seat."""

from services.lobby.admission import admit
from services.lobby.colours import check_picks
from services.lobby.events import (
    BotRemoved,
    BotSeated,
    Closed,
    ColoursPicked,
    EntropyGiven,
    HostChanged,
    InvitationEnded,
    InvitationState,
    Kicked,
    ReadySaid,
    SeatLeft,
    SeatTaken,
    TableEvent,
)
from services.lobby.tables import Place, Table
from services.lobby.wishes import Join
from shared.api.people import is_bot
from shared.games.rules import Rejected


def join(table: Table, by: str, wish: Join, at: int) -> tuple[TableEvent, ...]:
    mine = table.seat_of(by)
    if mine is None:
        admit(table, by, wish, at)
        taken = SeatTaken(_free_seat(table, by, wish.seat), by, wish.entropy or "", wish.known.owner)
        mine_too = table.invitation_of(by)
        accepted = InvitationEnded(mine_too.number, InvitationState.ACCEPTED) if mine_too else None
        return (taken, accepted) if accepted else (taken,)
    if wish.seat not in (None, mine):
        raise Rejected("already-seated", seat=mine)
    if wish.entropy in (None, table.places[mine].entropy):
        return ()
    return (EntropyGiven(mine, wish.entropy),)


def _free_seat(table: Table, by: str, wanted: int | None) -> int:
    """The one wanted, or the one kept for the player, or the first that is free and kept for nobody."""
    kept = {one.seat: one.player for one in table.open_invitations if one.seat is not None}
    if wanted is not None:
        if not _place(table, wanted).free or kept.get(wanted, by) != by:
            raise Rejected("seat-taken", seat=wanted)
        return wanted
    free = [seat for seat, place in enumerate(table.places) if place.free and kept.get(seat, by) == by]
    if not free:
        raise Rejected("table-full")
    return min(free, key=lambda seat: (seat not in kept, seat))


def leave(table: Table, by: str) -> tuple[TableEvent, ...]:
    """The next person at a seat becomes host; when there is none, the table closes, as bots host nothing but challenges."""
    seat = table.seat_of(by)
    if seat is None and by != table.host:
        raise Rejected("not-seated")
    left: tuple[TableEvent, ...] = () if seat is None else (SeatLeft(seat),)
    if by != table.host:
        return left
    others = [player for player in table.people if player != by and not is_bot(player)]
    return (*left, HostChanged(others[0]) if others else Closed())


def kick(table: Table, by: str, player: str) -> tuple[TableEvent, ...]:
    if player == by:
        raise Rejected("not-yourself")
    if player in table.kicked:
        return ()
    invitation = table.invitation_of(player)
    if table.seat_of(player) is None and invitation is None:
        raise Rejected("player-not-seated")
    ended = (InvitationEnded(invitation.number, InvitationState.WITHDRAWN),) if invitation else ()
    return (Kicked(player), *ended)


def say_ready(table: Table, by: str, *, ready: bool) -> tuple[TableEvent, ...]:
    seat = _seat_of(table, by)
    return () if table.places[seat].ready is ready else (ReadySaid(seat, ready),)


def pick_colours(table: Table, by: str, colours: tuple[str, ...]) -> tuple[TableEvent, ...]:
    seat = _seat_of(table, by)
    if table.places[seat].colours == colours:
        return ()
    check_picks(table, seat, colours)
    return (ColoursPicked(seat, colours),)


def seat_bot(table: Table, seat: int, level: str) -> tuple[TableEvent, ...]:
    place = _place(table, seat)
    if place.player is not None:
        raise Rejected("seat-taken", seat=seat)
    return () if place.bot == level else (BotSeated(seat, level),)


def remove_bot(table: Table, seat: int) -> tuple[TableEvent, ...]:
    if _place(table, seat).bot is None:
        raise Rejected("no-bot-there", seat=seat)
    return (BotRemoved(seat),)


def _seat_of(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise Rejected("not-seated")
    return seat


def _place(table: Table, seat: int) -> Place:
    if not 0 <= seat < table.players:
        raise Rejected("no-such-seat", seat=seat)
    return table.places[seat]
