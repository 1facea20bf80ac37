"""How invitations are answered. Field by field this is the API."""

import msgspec

from services.lobby.events import InvitationState
from services.lobby.ids import invitation_id
from services.lobby.tables import Invitation, Table
from services.lobby.wishes import DeclineReason
from shared.api.moment import rfc3339
from shared.api.people import Names, Person


class InvitationInfo(msgspec.Struct, frozen=True):
    id: str
    table: str
    kind: str
    player: Person
    by: Person
    state: InvitationState
    """`overtaken`: the table was full, started or closed before it was answered."""
    seat: int | None
    """Kept for the player as long as the invitation is open."""
    reason: DeclineReason | None
    """Why the player declined."""
    text: str
    """What the player said to that."""
    invited_at: str
    expires_at: str


class InvitationList(msgspec.Struct, frozen=True):
    invitations: tuple[InvitationInfo, ...]


def invitation_info(table: Table, invitation: Invitation, names: Names, now_ms: int) -> InvitationInfo:
    over = invitation.open and invitation.until <= now_ms
    return InvitationInfo(
        id=invitation_id(table.id, invitation.number),
        table=table.id,
        kind=table.kind,
        player=names.person(invitation.player),
        by=names.person(invitation.by),
        state=InvitationState.EXPIRED if over else invitation.state,
        seat=invitation.seat,
        reason=DeclineReason(invitation.reason) if invitation.reason else None,
        text=invitation.text,
        invited_at=rfc3339(invitation.at),
        expires_at=rfc3339(invitation.until),
    )
