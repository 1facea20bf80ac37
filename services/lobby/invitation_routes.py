"""Invitations and rematches over HTTP."""

from litestar import Router, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.lobby.asked import DeclineInvitation, NewInvitation
from services.lobby.invitation_wire import InvitationInfo, InvitationList
from services.lobby.inviter import Inviter
from services.lobby.people.words import visible_text
from services.lobby.rematch import Rematches
from services.lobby.routes import ANYWHERE, CHANGING, COMING, TheCaller
from services.lobby.wire import JoinTable, TableInfo, checked_entropy
from services.lobby.wishes import Decline, DeclineReason, Join
from shared.api.auth import for_people, signed_in
from shared.api.caps import Bucket
from shared.api.idempotency import Naming
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

TheInviter = NamedDependency[Inviter]

ANSWERING = (Code.NO_SUCH_INVITATION, Code.INVITATION_OVER)
WITHOUT_REASON = DeclineInvitation()


@post(
    "/tables/{table:str}/invitations",
    guards=[signed_in, for_people],
    opt=describes(
        *CHANGING,
        Code.NO_SUCH_ACCOUNT,
        Code.NOT_SEATED,
        Code.NOT_HOST,
        Code.NOT_YOURSELF,
        Code.ALREADY_AT_TABLE,
        Code.NO_SUCH_BOT,
        Code.BOT_DOES_NOT_ACCEPT,
        Code.KICKED,
        Code.CANNOT_INVITE,
        Code.INVITATION_DECLINED,
        Code.TOO_MANY_INVITATIONS,
        Code.TABLE_FULL,
        counts_as=Bucket.INVITATIONS,
        example=NewInvitation("a_01JD..."),
        scope=Scope.TABLES_WRITE,
    ),
)
async def invite(
    inviter: TheInviter, caller: TheCaller, table: FromPath[str], data: FromBody[NewInvitation]
) -> InvitationInfo:
    """Asks a player to come; the same again finds the first. To a friends' table only the host may."""
    return await inviter.invite(table, caller, data.player)


@get(
    "/tables/{table:str}/invitations",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_TABLE, Code.NOT_SEATED, scope=Scope.GAMES_READ),
)
async def list_invitations(inviter: TheInviter, caller: TheCaller, table: FromPath[str]) -> InvitationList:
    """All invitations to a table, the last one first, for those who sit there."""
    return await inviter.of_table(table, caller)


@delete(
    "/tables/{table:str}/invitations/{invitation:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(*ANSWERING, Code.NO_SUCH_TABLE, Code.NOT_HOST, scope=Scope.TABLES_WRITE),
)
async def withdraw_invitation(
    inviter: TheInviter, caller: TheCaller, table: FromPath[str], invitation: FromPath[str]
) -> InvitationInfo:
    """Takes an invitation back; the host may, and who sent it."""
    return await inviter.withdraw(table, caller, invitation)


@get("/me/invitations", guards=[signed_in], opt=describes(scope=Scope.GAMES_READ))
async def list_my_invitations(inviter: TheInviter, caller: TheCaller) -> InvitationList:
    """The invitations that wait for the caller's answer, the last one first."""
    return await inviter.of_player(caller)


@post(
    "/invitations/{invitation:str}/accept",
    guards=[signed_in],
    status_code=200,
    opt=describes(*ANSWERING, *COMING, example=JoinTable(), scope=Scope.TABLES_WRITE),
)
async def accept_invitation(
    inviter: TheInviter, caller: TheCaller, invitation: FromPath[str], data: FromBody[JoinTable] = ANYWHERE
) -> TableInfo:
    """Takes a seat, the one kept for the caller if there is one."""
    return await inviter.accept(caller, invitation, Join(data.seat, checked_entropy(data.entropy)))


@post(
    "/invitations/{invitation:str}/decline",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        *ANSWERING,
        example=DeclineInvitation(DeclineReason.LATER, "Next week?"),
        scope=Scope.TABLES_WRITE,
    ),
)
async def decline_invitation(
    inviter: TheInviter,
    caller: TheCaller,
    invitation: FromPath[str],
    data: FromBody[DeclineInvitation] = WITHOUT_REASON,
) -> InvitationInfo:
    """Says no; the table does not ask again."""
    return await inviter.decline(caller, invitation, Decline(0, data.reason, _said(data.text)))


@post(
    "/games/{game:str}/rematch",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(*COMING, Code.NO_SUCH_GAME, Code.NOT_SEATED, Code.GAME_NOT_OVER, scope=Scope.TABLES_WRITE),
)
async def ask_rematch(
    rematches: NamedDependency[Rematches],
    caller: TheCaller,
    naming: NamedDependency[Naming],
    game: FromPath[str],
) -> TableInfo:
    """Wants to play again: who asks first opens the next table, everybody one seat on; who asks later joins it."""
    return await rematches.ask(game, caller, f"g_{naming.ulid()}")


def _said(text: str) -> str:
    return visible_text(text, "$.text") if text else ""


def invitations_router() -> Router:
    handlers = [
        invite, list_invitations, withdraw_invitation, list_my_invitations, accept_invitation,
        decline_invitation, ask_rematch,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["invitations"])
