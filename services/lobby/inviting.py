"""Invitations, as judged. They are part of the table's log; a table has a player called once at a time."""

from services.lobby.admission import called, may_meet
from services.lobby.events import InvitationEnded, InvitationState, Invited, TableEvent
from services.lobby.tables import Invitation, Table
from services.lobby.terms import Visibility
from services.lobby.wishes import Decline, Invite
from shared.api.caps import CAPS, Cap
from shared.games.rules import Rejected

MOST_OPEN = CAPS[Cap.TABLE_INVITATIONS]
MOST = CAPS[Cap.TABLE_INVITATIONS_EVER]


def invite(table: Table, by: str, wish: Invite, at: int) -> tuple[TableEvent, ...]:
    """Who sits there may invite, but to friends' tables only the host. Raises `Rejected`."""
    _check_inviter(table, by)
    _check_invited(table, by, wish)
    if (before := table.invitation_of(wish.player)) is not None:
        return (
            () if before.until > at else (_ended(before, InvitationState.EXPIRED), _invited(table, by, wish))
        )
    kept = {one.seat for one in table.open_invitations if one.until > at}
    if all(seat in kept for seat, place in enumerate(table.places) if place.free):
        raise Rejected("table-full")
    if len(table.open_invitations) >= MOST_OPEN or len(table.invitations) >= MOST:
        raise Rejected("too-many-invitations", most=MOST_OPEN)
    return (_invited(table, by, wish),)


def _invited(table: Table, by: str, wish: Invite) -> Invited:
    return Invited(len(table.invitations) + 1, wish.player, by, wish.until)


def _check_inviter(table: Table, by: str) -> None:
    if not table.concerns(by):
        raise Rejected("not-seated")
    if table.terms.visibility is Visibility.FRIENDS and by != table.host:
        raise Rejected("not-host")


def _check_invited(table: Table, by: str, wish: Invite) -> None:
    if wish.player == by:
        raise Rejected("not-yourself")
    if table.concerns(wish.player):
        raise Rejected("already-at-table")
    if wish.player in table.kicked:
        raise Rejected("kicked")
    if by in wish.known.blocked or not may_meet(table, wish.known):
        raise Rejected("cannot-invite")
    declined = (one for one in table.invitations if one.state is InvitationState.DECLINED)
    if any(one.player == wish.player for one in declined):
        raise Rejected("invitation-declined")


def withdraw(table: Table, by: str, number: int) -> tuple[TableEvent, ...]:
    """The host may, and who sent it."""
    found = _found(table, number)
    if by not in (table.host, found.by):
        raise Rejected("not-host")
    if found.state is InvitationState.WITHDRAWN:
        return ()
    if not found.open:
        raise Rejected("invitation-over", state=found.state.value)
    return (_ended(found, InvitationState.WITHDRAWN),)


def decline(table: Table, by: str, wish: Decline, at: int) -> tuple[TableEvent, ...]:
    found = _found(table, wish.invitation)
    if found.player == by and found.state is InvitationState.DECLINED:
        return ()
    called(table, by, wish.invitation, at)
    return (InvitationEnded(found.number, InvitationState.DECLINED, wish.reason.value, wish.text),)


def expire(table: Table, at: int) -> tuple[TableEvent, ...]:
    return tuple(_ended(one, InvitationState.EXPIRED) for one in table.open_invitations if one.until <= at)


def _found(table: Table, number: int) -> Invitation:
    if not 1 <= number <= len(table.invitations):
        raise Rejected("no-such-invitation")
    return table.invitations[number - 1]


def _ended(invitation: Invitation, state: InvitationState) -> InvitationEnded:
    return InvitationEnded(invitation.number, state)
