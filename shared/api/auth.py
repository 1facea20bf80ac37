"""Access tokens: who makes them, who reads them, and who may not pass.

`authenticated` runs before every handler; `signed_in` is the guard of those that need an account. Handlers
depend on `caller` or, where nobody has to be signed in, on `reader`; `access_of(scope)` tells the rest.
A device has short access tokens (JWT) of one session; programs have API tokens with scopes.
"""

from collections.abc import Iterable
from typing import Any, NewType, cast

import jwt
import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from shared.api.language import choose_language
from shared.api.people import is_bot
from shared.api.problem import ApiError, Code
from shared.api.scopes import SCOPE, STAFF, Scope

Caller = NewType("Caller", str)
"""The account id of whoever sent the request."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]

ALGORITHM = "HS256"
KEY_BYTES = 32
ACCESS_S = 15 * 60
"""How long an access token is good for."""
API_TOKEN = "pn_"  # noqa: S105 (a prefix, by which leaked tokens are found)

_jwt = cast(Any, jwt)
"""Its types name those of a package that only other algorithms need."""


class Access(msgspec.Struct, frozen=True):
    """What a token says of whoever brings it."""

    account: Caller
    session: str
    """The device session, or the API token's id."""
    language: str | None = None
    """The profile's, as it was when the token was made."""
    scopes: frozenset[str] | None = None
    """An API token's; `None` is a signed-in device, which may do everything."""
    expires_at: int | None = None
    """Seconds since 1970; `None` for an API token without an end."""
    staff: frozenset[str] = frozenset()
    """Scopes that an operator has granted the account."""

    def allows(self, scope: str) -> bool:
        if scope in STAFF:
            return scope in self.staff
        return self.scopes is None or scope in self.scopes


class Tokens:
    """Mints and checks access tokens of one signing key."""

    def __init__(self, key: bytes) -> None:
        if len(key) < KEY_BYTES:
            raise ValueError(f"the token key must have at least {KEY_BYTES} bytes")
        self._key = key

    def mint(
        self,
        account: str,
        now_s: int,
        *,
        session: str,
        language: str | None = None,
        staff: Iterable[str] = (),
    ) -> tuple[str, int]:
        """The token and when it expires (seconds since 1970)."""
        expires = now_s + ACCESS_S
        claims: dict[str, Any] = {"sub": account, "sid": session, "iat": now_s, "exp": expires}
        if language is not None:
            claims["lang"] = language
        if given := list(staff):
            claims["staff"] = given
        return _jwt.encode(claims, self._key, ALGORITHM), expires

    def check(self, token: str) -> Access:
        """Raises `token-expired` or `token-invalid`; whether the session still stands is not checked."""
        try:
            claims = _jwt.decode(token, self._key, [ALGORITHM], options={"require": ["sub", "sid", "exp"]})
        except jwt.ExpiredSignatureError:
            raise refused(Code.TOKEN_EXPIRED) from None
        except (jwt.InvalidTokenError, RecursionError, UnicodeError):  # also a header that is too deep
            raise refused(Code.TOKEN_INVALID) from None
        return Access(
            Caller(claims["sub"]),
            claims["sid"],
            claims.get("lang"),
            expires_at=claims["exp"],
            staff=frozenset(claims.get("staff", ())),
        )


def refused(code: Code) -> ApiError:
    """A 401 with the challenge that HTTP wants beside it."""
    challenge = "Bearer" if code is Code.TOKEN_MISSING else 'Bearer error="invalid_token"'
    return ApiError(code, headers={"WWW-Authenticate": challenge})


def access_of(scope: object) -> Access | None:
    """What the token of an ASGI scope's request says; `None` before `authenticated` and without a token."""
    return cast("dict[str, Any]", scope).get("auth")


def caller_of(scope: object) -> Caller | None:
    """Who sent the request of an ASGI scope; `None` before `authenticated` and without a token."""
    return cast("dict[str, Any]", scope).get("user")


async def check_token(state: State, token: str) -> Access:
    """What a token of either kind says, wherever it was brought: in a header or in a socket's first frame.

    Raises `token-invalid`, `token-expired`, `session-ended` or `account-suspended`.
    """
    if token.startswith(API_TOKEN):
        access, code = await state.api_tokens.check(token), Code.TOKEN_INVALID
    else:
        access, code = cast(Tokens, state.tokens).check(token), Code.SESSION_ENDED
    await state.ended.check(access.session, code)
    return access


def token_of(connection: AnyConnection) -> str | None:
    """Raises `token-invalid` for what is no bearer token."""
    given = connection.headers.get("authorization")
    if given is None:
        return None
    scheme, _space, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refused(Code.TOKEN_INVALID)
    return token.strip()


async def authenticated(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard: reads the token, if there is one. A bad one is refused even where none is needed."""
    token = token_of(connection)
    if token is None:
        return
    access = await check_token(connection.app.state, token)
    needed = scope_of(handler)
    if needed and not access.allows(needed):
        raise ApiError(Code.STAFF_ONLY) if access.scopes is None else scope_missing(needed)
    cast("dict[str, Any]", connection.scope).update(user=access.account, auth=access)
    choose_language(connection, access.language)


def scope_of(handler: BaseRouteHandler) -> str | None:
    """What an API token needs here. A route that needs an account and names no scope is closed to all of them."""
    named: str | None = handler.opt.get(SCOPE)
    return named or (Scope.ACCOUNT_OWN if signed_in in cast(Any, handler).resolve_guards() else None)


def scope_missing(scope: str) -> ApiError:
    return ApiError(Code.SCOPE_MISSING, params={"scope": scope})


async def for_people(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: refuses what only people may do to bots' accounts, whatever their token's scopes."""
    if is_bot(caller_of(connection.scope)):
        raise ApiError(Code.NOT_FOR_BOTS)


async def signed_in(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: refuses who has no token."""
    if caller_of(connection.scope) is None:
        raise refused(Code.TOKEN_MISSING)
