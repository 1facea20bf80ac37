"""The HTTP face of accounts: each handler reads, has it judged, and answers."""

from litestar import Router, delete, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.lobby.accounts.answered import (
    AccountExport,
    AccountInfo,
    Deleted,
    PublicAccount,
    Welcome,
)
from services.lobby.accounts.asked import (
    Credentials,
    NewGuest,
    NewIdentity,
    NewPassword,
    Profile,
)
from services.lobby.accounts.desk import Desk
from services.lobby.accounts.export import Exporter
from services.lobby.ratings.records import Records
from shared.api.auth import Access, Caller, signed_in
from shared.api.idempotency import Naming
from shared.api.limits import limit_guests
from shared.api.moment import now_ms, rfc3339
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.people import is_bot
from shared.api.problem import ApiError, Code
from shared.api.scopes import Scope

NAMELESS = NewGuest()

TheDesk = NamedDependency[Desk]
TheCaller = NamedDependency[Caller]
TheAccess = NamedDependency[Access]
TheNaming = NamedDependency[Naming]

OF_DEVICE = Scope.ACCOUNT_OWN


@post("/accounts/guest", guards=[limit_guests], opt=describes(example=NewGuest("Nora", "Nora's phone")))
async def open_guest_account(
    desk: TheDesk, naming: TheNaming, data: FromBody[NewGuest] = NAMELESS
) -> Welcome:
    """Makes an account without a password and signs the device in."""
    return await desk.guest(f"a_{naming.ulid()}", data, now_ms())


@get("/accounts/{account:str}", opt=describes(Code.NO_SUCH_ACCOUNT))
async def read_account(desk: TheDesk, account: FromPath[str]) -> PublicAccount:
    """What everybody may know of an account."""
    found = await desk.account(account)
    name = desk.names.said(found.called)
    return PublicAccount(found.id, name, rfc3339(found.created_at), found.bot, found.owner)


@get("/me", guards=[signed_in], opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ACCOUNT_READ))
async def read_own_account(desk: TheDesk, caller: TheCaller) -> AccountInfo:
    """The caller's own account."""
    return desk.info(await desk.account(caller))


@patch(
    "/me",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_ACCOUNT, Code.NOT_FOR_BOTS, scope=Scope.ACCOUNT_WRITE, example=Profile(name="Nora")
    ),
)
async def change_own_account(desk: TheDesk, caller: TheCaller, data: FromBody[Profile]) -> AccountInfo:
    """Changes name and profile. The language holds from the next access token on. A bot stays marked as one."""
    if is_bot(caller) and data.bot is False:
        raise ApiError(Code.NOT_FOR_BOTS)
    await desk.accounts.change(caller, **data.changes())
    return desk.info(await desk.account(caller))


@delete("/me", guards=[signed_in], status_code=200, opt=describes(scope=OF_DEVICE))
async def delete_own_account(desk: TheDesk, caller: TheCaller) -> Deleted:
    """Deletes the account, its sessions and tokens, and frees its handle.

    Its games stay, without the name; in those that run it has given up.
    """
    await desk.delete(caller)
    return Deleted(caller)


@get("/me/export", guards=[signed_in], opt=describes(Code.NO_SUCH_ACCOUNT, scope=OF_DEVICE))
async def export_own_account(
    desk: TheDesk, exporter: NamedDependency[Exporter], records: NamedDependency[Records], access: TheAccess
) -> AccountExport:
    """Everything that is stored about the account."""
    account = await desk.account(access.account)
    return await exporter.export(account, desk.info(account), records, access.session, now_ms())


@put(
    "/me/credentials",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.HANDLE_TAKEN,
        Code.HANDLE_ALREADY_SET,
        scope=OF_DEVICE,
        example=Credentials("nora.b", "four lifts go down"),
    ),
)
async def set_credentials(desk: TheDesk, caller: TheCaller, data: FromBody[Credentials]) -> AccountInfo:
    """Gives the account a handle and a password, so that other devices can sign in. Once."""
    return desk.info(await desk.name(caller, data))


@put(
    "/me/password",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.SIGN_IN_REFUSED,
        scope=OF_DEVICE,
        example=NewPassword("four lifts go down", "five lifts go up"),
    ),
)
async def change_password(desk: TheDesk, access: TheAccess, data: FromBody[NewPassword]) -> AccountInfo:
    """Changes the password and ends all other sessions."""
    changed = await desk.change_password(access.account, access.session, data, now_ms())
    return desk.info(changed)


@post(
    "/me/identities",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.IDENTITY_INVALID,
        Code.IDENTITY_TAKEN,
        Code.ISSUER_UNREACHABLE,
        scope=OF_DEVICE,
        example=NewIdentity("eyJhbGciOi..."),
    ),
)
async def link_identity(desk: TheDesk, caller: TheCaller, data: FromBody[NewIdentity]) -> AccountInfo:
    """Links another service's identity to the account, so that its tokens sign in here. May be repeated."""
    claimed = await desk.issuers.read(data.id_token, data.nonce)
    return desk.info(await desk.link(caller, claimed.identity))


def accounts_router() -> Router:
    handlers = [
        open_guest_account, read_account, read_own_account, change_own_account, delete_own_account,
        export_own_account, set_credentials, change_password, link_identity,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["accounts"])
