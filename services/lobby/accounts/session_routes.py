"""Signing in and staying signed in, devices and programs: each handler reads, has it judged, and answers."""

from litestar import Router, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.lobby.accounts.answered import (
    ApiTokenList,
    MadeApiToken,
    SessionList,
    Welcome,
    session_infos,
    token_info,
)
from services.lobby.accounts.asked import (
    IdentitySignIn,
    NewApiToken,
    Refresh,
    SignIn,
    visible,
)
from services.lobby.accounts.desk import Desk
from shared.api.auth import Access, Caller, signed_in
from shared.api.idempotency import Naming
from shared.api.limits import limit_sign_ins
from shared.api.moment import now_ms
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import ApiError, Code
from shared.api.scopes import Scope

DAY_MS = 24 * 3600 * 1000

TheDesk = NamedDependency[Desk]
TheCaller = NamedDependency[Caller]
TheAccess = NamedDependency[Access]
TheNaming = NamedDependency[Naming]

OF_DEVICE = Scope.ACCOUNT_OWN


@post(
    "/sessions",
    guards=[limit_sign_ins],
    opt=describes(Code.SIGN_IN_REFUSED, example=SignIn("nora.b", "four lifts go down", "Nora's phone")),
)
async def sign_in(desk: TheDesk, data: FromBody[SignIn]) -> Welcome:
    """Signs a device in by handle and password."""
    return await desk.sign_in(data, now_ms())


@post(
    "/sessions/identity",
    guards=[limit_sign_ins],
    opt=describes(Code.IDENTITY_INVALID, Code.ISSUER_UNREACHABLE, example=IdentitySignIn("eyJhbGciOi...")),
)
async def sign_in_by_identity(desk: TheDesk, naming: TheNaming, data: FromBody[IdentitySignIn]) -> Welcome:
    """Signs a device in by another service's identity token (OpenID Connect); makes an account the first time."""
    return await desk.sign_in_by_identity(data, f"a_{naming.ulid()}", now_ms())


@post(
    "/sessions/refresh",
    status_code=200,
    opt=describes(Code.REFRESH_INVALID, example=Refresh("pr_...", "b2xkIGZyaWVuZA")),
)
async def refresh(desk: TheDesk, data: FromBody[Refresh]) -> Welcome:
    """Gives the next pair of tokens for a refresh token. A token used twice ends the session for both who hold it."""
    return await desk.refresh(data, now_ms())


@get("/me/sessions", guards=[signed_in], opt=describes(scope=OF_DEVICE))
async def list_sessions(desk: TheDesk, access: TheAccess) -> SessionList:
    """The devices that are signed in, the last one first."""
    sessions = await desk.sessions.all(access.account, now_ms())
    return SessionList(session_infos(sessions, access.session))


@delete(
    "/me/sessions/{session:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_SESSION, scope=OF_DEVICE),
)
async def end_session(desk: TheDesk, access: TheAccess, session: FromPath[str]) -> SessionList:
    """Signs a device out, `current` the one that asks; answers with those that are left."""
    wanted = access.session if session == "current" else session
    left = await desk.sessions.all(access.account, now_ms())
    if left.pop(wanted, None) is None:
        raise ApiError(Code.NO_SUCH_SESSION)
    await desk.sessions.end(access.account, wanted)
    return SessionList(session_infos(left, access.session))


@delete("/me/sessions", guards=[signed_in], status_code=200, opt=describes(scope=OF_DEVICE))
async def end_other_sessions(desk: TheDesk, access: TheAccess) -> SessionList:
    """Signs all other devices out."""
    await desk.end_others(access.account, access.session, now_ms())
    left = await desk.sessions.all(access.account, now_ms())
    return SessionList(session_infos(left, access.session))


@get("/me/tokens", guards=[signed_in], opt=describes(scope=OF_DEVICE))
async def list_api_tokens(desk: TheDesk, caller: TheCaller) -> ApiTokenList:
    """The account's API tokens without their secrets, the newest first."""
    found = await desk.api_tokens.all(caller)
    return ApiTokenList(tuple(token_info(id, stored) for id, stored in found.items()))


@post(
    "/me/tokens",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.TOO_MANY_API_TOKENS,
        scope=OF_DEVICE,
        example=NewApiToken("my bot", ("games:read", "games:play"), 90),
    ),
)
async def make_api_token(desk: TheDesk, caller: TheCaller, data: FromBody[NewApiToken]) -> MadeApiToken:
    """Makes a token for a program, which may do what its scopes say and nothing else."""
    now, name = now_ms(), visible(data.name, "$.name")
    expires_at = None if data.days is None else now + data.days * DAY_MS
    id, stored, token = await desk.api_tokens.make(caller, name, data.scopes, expires_at, now)
    return MadeApiToken(token, token_info(id, stored))


@delete(
    "/me/tokens/{token:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_API_TOKEN, scope=OF_DEVICE),
)
async def revoke_api_token(desk: TheDesk, caller: TheCaller, token: FromPath[str]) -> ApiTokenList:
    """Revokes a token by its id; answers with those that are left."""
    if not await desk.api_tokens.revoke(caller, token):
        raise ApiError(Code.NO_SUCH_API_TOKEN)
    found = await desk.api_tokens.all(caller)
    return ApiTokenList(tuple(token_info(id, stored) for id, stored in found.items()))


def sessions_router() -> Router:
    handlers = [
        sign_in, sign_in_by_identity, refresh, list_sessions, end_session, end_other_sessions,
        list_api_tokens, make_api_token, revoke_api_token,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["sessions"])
