"""Who may see a table, and who may sit down at it."""

from hmac import compare_digest

from services.lobby.events import InvitationState
from services.lobby.tables import Invitation, Table
from services.lobby.terms import Known, Visibility
from services.lobby.wishes import Join
from shared.api.people import is_bot
from shared.games.rules import Rejected


def may_see(table: Table, reader: str | None, known: Known) -> bool:
    """To everybody else it is as if there were no such table."""
    if table.terms.visibility is Visibility.PUBLIC:
        return True
    if reader is None:
        return False
    if table.concerns(reader) or table.invitation_of(reader):
        return True
    return table.terms.visibility is Visibility.FRIENDS and table.host in known.friends


def may_meet(table: Table, known: Known) -> bool:
    """Whether nobody at the table is kept apart from them."""
    return known.blocked.isdisjoint((table.host, *table.people))


def admit(table: Table, by: str, wish: Join, at: int) -> None:
    """Raises `Rejected`. An invitation is as good as a code, and than the limits of rating; bots need one."""
    if is_bot(by) and wish.invitation is None:
        raise Rejected("not-for-bots")
    if wish.invitation is not None:
        called(table, by, wish.invitation, at)
    elif not may_see(table, by, wish.known) and not _has_code(table, wish.code):
        raise Rejected("no-such-table")
    if by in table.kicked:
        raise Rejected("kicked")
    if not may_meet(table, wish.known):
        raise Rejected("not-admitted")
    if table.invitation_of(by) is None and by != table.host:
        _check_rating(table, wish.known.rating)


def called(table: Table, player: str, number: int, at: int) -> Invitation:
    """A player's own invitation that is still good. Raises `Rejected`."""
    found = next((one for one in table.invitations if (one.number, one.player) == (number, player)), None)
    if found is None:
        raise Rejected("no-such-invitation")
    if not found.open or found.until <= at:
        state = InvitationState.EXPIRED if found.open else found.state
        raise Rejected("invitation-over", state=state.value)
    return found


def _has_code(table: Table, code: str) -> bool:
    known = table.terms.code
    return (
        table.terms.visibility is Visibility.PRIVATE
        and bool(known)
        and compare_digest(known.encode(), code.encode())
    )


def _check_rating(table: Table, rating: int | None) -> None:
    least, most = table.terms.rating_min, table.terms.rating_max
    if least is not None and (rating is None or rating < least):
        raise Rejected("rating-too-low", least=least)
    if most is not None and (rating is None or rating > most):
        raise Rejected("rating-too-high", most=most)
