"""Judges wishes at a table: the only place that turns them into events. Pure: what it must know comes with the wish."""

from typing import assert_never

from msgspec.structs import replace

from services.lobby import inviting, seating
from services.lobby.events import (
    Closed,
    ClosedBy,
    HostChanged,
    InvitationEnded,
    InvitationState,
    OptionsChanged,
    PaceChanged,
    RematchOpened,
    Started,
    TableEvent,
    TermsChanged,
)
from services.lobby.tables import Phase, Table, evolve
from services.lobby.terms import Visibility
from services.lobby.wishes import (
    Alter,
    Close,
    Decline,
    Expire,
    HandOver,
    Invite,
    Join,
    Kick,
    Leave,
    PickColours,
    Rematch,
    RemoveBot,
    SayReady,
    SeatBot,
    Start,
    Wish,
    Withdraw,
)
from shared.api.caps import CAPS, Cap
from shared.api.people import is_bot
from shared.games.rules import Rejected

MOST_ENTRIES = CAPS[Cap.TABLE_ENTRIES]
"""A table at which more has happened only takes what brings it to its end."""

HOSTS = SeatBot | RemoveBot | Kick | HandOver | Alter | Start
OF_WHOEVER = Join | Decline | Expire | Close
"""Wishes of people who need not be at the table."""
ENDING = Leave | Kick | RemoveBot | Withdraw | Decline | Start | Expire | Close


def decide(table: Table, by: str, wish: Wish, at: int) -> tuple[TableEvent, ...]:
    """What comes of a wish at a moment (ms); nothing, if everything is so already. Raises `Rejected`."""
    events = _judged(table, by, wish, at)
    if not events:
        return ()
    events = (*events, *_overtaken(table, events))
    return (*events, *_challenge(table, events))


def _judged(table: Table, by: str, wish: Wish, at: int) -> tuple[TableEvent, ...]:
    hidden = table.terms.visibility is not Visibility.PUBLIC
    if hidden and not isinstance(wish, OF_WHOEVER) and not table.concerns(by):
        raise Rejected("no-such-table")
    if isinstance(wish, HOSTS) and by != table.host:
        raise Rejected("not-host")
    if table.phase is Phase.STARTED and isinstance(wish, (Start, Rematch)):
        return () if isinstance(wish, Start) else _rematch(table, by, wish)
    if table.phase is Phase.STARTED and isinstance(wish, Join) and _has_started_it(table, by):
        return ()
    if isinstance(wish, Expire) and table.phase is not Phase.OPEN:
        return ()
    if table.phase is not Phase.OPEN and not isinstance(wish, (Withdraw, Decline)):
        raise Rejected("table-not-open", state=table.phase.value)
    if table.version >= MOST_ENTRIES and not isinstance(wish, ENDING):
        raise Rejected("table-worn-out", most=MOST_ENTRIES)
    return _events(table, by, wish, at)


def _events(table: Table, by: str, wish: Wish, at: int) -> tuple[TableEvent, ...]:
    match wish:
        case Join():
            return seating.join(table, by, wish, at)
        case Leave():
            return seating.leave(table, by)
        case SayReady(ready):
            return seating.say_ready(table, by, ready=ready)
        case PickColours(colours):
            return seating.pick_colours(table, by, colours)
        case SeatBot(seat, level):
            return seating.seat_bot(table, seat, level)
        case RemoveBot(seat):
            return seating.remove_bot(table, seat)
        case Kick(player):
            return seating.kick(table, by, player)
        case HandOver(player):
            return _hand_over(table, player)
        case Alter():
            return _alter(table, wish)
        case Invite():
            return inviting.invite(table, by, wish, at)
        case Withdraw(number):
            return inviting.withdraw(table, by, number)
        case Decline():
            return inviting.decline(table, by, wish, at)
        case Start():
            return _start(table)
        case Expire(closes):
            return (Closed(ClosedBy.EXPIRED),) if closes == table.version else inviting.expire(table, at)
        case Close():
            return (Closed(ClosedBy.STAFF),)
        case Rematch():
            raise Rejected("table-not-open", state=table.phase.value)
        case _:
            assert_never(wish)


def _hand_over(table: Table, player: str) -> tuple[TableEvent, ...]:
    if player == table.host:
        return ()
    if table.seat_of(player) is None:
        raise Rejected("player-not-seated")
    if is_bot(player):
        raise Rejected("not-for-bots")
    return (HostChanged(player),)


def _alter(table: Table, wish: Alter) -> tuple[TableEvent, ...]:
    """The options are known to be right. Only seats at which nobody sits can go."""
    taken = sum(not place.free for place in table.places[wish.players :])
    if taken:
        raise Rejected("seats-in-use", count=taken)
    events: list[TableEvent] = []
    if (wish.players, wish.options) != (table.players, table.options):
        events.append(OptionsChanged(wish.players, wish.options))
    if wish.pace != table.pace:
        events.append(PaceChanged(wish.pace))
    if wish.terms != table.terms:
        events.append(TermsChanged(wish.terms))
    return tuple(events)


def _start(table: Table) -> tuple[TableEvent, ...]:
    """Whoever starts it is ready."""
    if free := sum(place.free for place in table.places):
        raise Rejected("seats-open", count=free)
    others = [
        place for place in table.places if place.player not in (None, table.host) and not is_bot(place.player)
    ]
    waiting = sum(not place.ready for place in others)
    if table.terms.ask_ready and waiting:
        raise Rejected("not-everybody-ready", count=waiting)
    return (Started(),)


def _rematch(table: Table, by: str, wish: Rematch) -> tuple[TableEvent, ...]:
    if table.seat_of(by) is None:
        raise Rejected("not-seated")
    if table.rematch != wish.failed:
        return ()
    if table.version >= MOST_ENTRIES:
        raise Rejected("table-worn-out", most=MOST_ENTRIES)
    return (RematchOpened(wish.table),)


def _overtaken(table: Table, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """Ends the invitations that nobody could follow any more."""
    after = _after(table, events)
    if after.phase is Phase.OPEN and not after.full:
        return ()
    return tuple(InvitationEnded(one.number, InvitationState.OVERTAKEN) for one in after.open_invitations)


def _challenge(table: Table, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """What a challenge does by itself."""
    after = _after(table, events)
    if not after.terms.starts_full or after.phase is not Phase.OPEN:
        return ()
    if after.full:
        return (Started(),)
    return () if after.open_invitations else (Closed(ClosedBy.UNANSWERED),)


def _has_started_it(table: Table, player: str) -> bool:
    """Whether somebody takes their seat once more whose coming began the game."""
    return table.terms.starts_full and table.seat_of(player) is not None


def _after(table: Table, events: tuple[TableEvent, ...]) -> Table:
    after = replace(table, version=table.version + 1)
    for event in events:
        after = evolve(after, event)
    return after
