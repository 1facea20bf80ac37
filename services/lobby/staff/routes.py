"""The HTTP face of administration. Everything that changes something wants a reason, and stands in the audit log."""

from typing import Annotated

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.staff.audit import checked_cursor
from services.lobby.staff.office import BackOffice
from services.lobby.staff.wire import (
    Act,
    AuditPage,
    NewMeasure,
    NewName,
    StaffAccount,
    StaffAccountList,
    TableEnded,
    audit_entry,
    staff_account,
)
from shared.api.auth import Caller, signed_in
from shared.api.moment import now_ms
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 50
LONGEST_PAGE = 100

TheOffice = NamedDependency[BackOffice]
TheCaller = NamedDependency[Caller]
Wanted = Annotated[str | None, QueryParameter(min_length=1, max_length=64)]


@get("/admin/accounts", guards=[signed_in], opt=describes(scope=Scope.ADMIN_READ))
async def find_accounts(
    backoffice: TheOffice, id: Wanted = None, handle: Wanted = None, name: Wanted = None
) -> StaffAccountList:
    """Accounts by id, by whole handle, or by the beginning of their name; up to 50."""
    found = await backoffice.find(id, handle, name)
    return StaffAccountList(tuple(staff_account(account, backoffice.names, now_ms()) for account in found))


@get(
    "/admin/accounts/{account:str}",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ADMIN_READ),
)
async def read_staff_account(backoffice: TheOffice, account: FromPath[str]) -> StaffAccount:
    """One account as staff sees it."""
    return staff_account(await backoffice.account(account), backoffice.names, now_ms())


@post(
    "/admin/accounts/{account:str}/rename",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        scope=Scope.ADMIN_WRITE,
        example=NewName("Passenger 1234", "an insult as a name"),
    ),
)
async def rename_account(
    backoffice: TheOffice, caller: TheCaller, account: FromPath[str], data: FromBody[NewName]
) -> StaffAccount:
    """Gives an account another name."""
    return staff_account(
        await backoffice.rename(caller, account, data.name, data.reason), backoffice.names, now_ms()
    )


@post(
    "/admin/accounts/{account:str}/suspend",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_ACCOUNT, scope=Scope.ADMIN_WRITE, example=NewMeasure("insults at three tables")
    ),
)
async def suspend_account(
    backoffice: TheOffice, caller: TheCaller, account: FromPath[str], data: FromBody[NewMeasure]
) -> StaffAccount:
    """Refuses everything to an account, at once and everywhere. Its games go on by the rules of absence."""
    return staff_account(
        await backoffice.suspend(caller, account, data.until_ms, data.reason), backoffice.names, now_ms()
    )


@post(
    "/admin/accounts/{account:str}/unsuspend",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ADMIN_WRITE, example=Act("a mistake")),
)
async def unsuspend_account(
    backoffice: TheOffice, caller: TheCaller, account: FromPath[str], data: FromBody[Act]
) -> StaffAccount:
    """Lifts a suspension: devices that were signed in go on."""
    return staff_account(await backoffice.unsuspend(caller, account, data.reason), backoffice.names, now_ms())


@post(
    "/admin/accounts/{account:str}/silence",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_ACCOUNT, scope=Scope.MODERATION_WRITE, example=NewMeasure("insults at three tables")
    ),
)
async def silence_account(
    backoffice: TheOffice, caller: TheCaller, account: FromPath[str], data: FromBody[NewMeasure]
) -> StaffAccount:
    """Takes away speaking at tables."""
    return staff_account(
        await backoffice.silence(caller, account, data.until_ms, data.reason), backoffice.names, now_ms()
    )


@post(
    "/admin/accounts/{account:str}/unsilence",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.MODERATION_WRITE, example=Act("a mistake")),
)
async def unsilence_account(
    backoffice: TheOffice, caller: TheCaller, account: FromPath[str], data: FromBody[Act]
) -> StaffAccount:
    """Lets an account speak again."""
    return staff_account(await backoffice.unsilence(caller, account, data.reason), backoffice.names, now_ms())


@post(
    "/admin/tables/{table:str}/end",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_TABLE,
        Code.TABLE_NOT_OPEN,
        Code.GAME_OVER,
        Code.GAME_PARKED,
        Code.NO_SUCH_GAME,
        Code.NOT_ANSWERED_YET,
        scope=Scope.ADMIN_WRITE,
        example=Act("nobody can go on"),
    ),
)
async def end_table(
    backoffice: TheOffice, caller: TheCaller, table: FromPath[str], data: FromBody[Act]
) -> TableEnded:
    """Closes an open table; ends the game of a started one as it is, with nobody ranked."""
    ended = await backoffice.end_table(caller, table, data.reason)
    return TableEnded(ended.id, ended.phase)


@get("/admin/audit", guards=[signed_in], opt=describes(scope=Scope.ADMIN_READ))
async def read_audit(
    backoffice: TheOffice,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> AuditPage:
    """What staff did, the last first."""
    noted, after = await backoffice.audit.page(limit, checked_cursor(cursor))
    return AuditPage(tuple(map(audit_entry, noted)), after)


def admin_router() -> Router:
    handlers = [
        find_accounts, read_staff_account, rename_account, suspend_account, unsuspend_account, silence_account,
        unsilence_account, end_table, read_audit,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["admin"])
