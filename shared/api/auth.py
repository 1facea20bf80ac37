"""Access tokens: who makes them, who reads them, and who may not pass.

`authenticated` runs before every handler; `signed_in` is the guard of those that need an account. Handlers
depend on `caller` or, where nobody has to be signed in, on `reader`.
"""

from typing import Any, NewType, cast

import jwt
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from shared.api.problem import ApiError, Code

Caller = NewType("Caller", str)
"""The account id of whoever sent the request."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]

ALGORITHM = "HS256"
KEY_BYTES = 32
LIFE_S = 30 * 24 * 3600

_jwt = cast(Any, jwt)
"""Its types name those of a package that only other algorithms need."""


class Tokens:
    """Mints and checks access tokens of one signing key."""

    def __init__(self, key: bytes) -> None:
        if len(key) < KEY_BYTES:
            raise ValueError(f"the token key must have at least {KEY_BYTES} bytes")
        self._key = key

    def mint(self, account: str, now_s: int) -> tuple[str, int]:
        """The token and when it expires (seconds since 1970)."""
        expires = now_s + LIFE_S
        claims = {"sub": account, "iat": now_s, "exp": expires}
        return _jwt.encode(claims, self._key, ALGORITHM), expires

    def check(self, token: str) -> Caller:
        """Raises `token-expired` or `token-invalid`."""
        try:
            claims = _jwt.decode(token, self._key, [ALGORITHM], options={"require": ["sub", "exp"]})
        except jwt.ExpiredSignatureError:
            raise _refused(Code.TOKEN_EXPIRED) from None
        except jwt.InvalidTokenError:
            raise _refused(Code.TOKEN_INVALID) from None
        return Caller(claims["sub"])


def _refused(code: Code) -> ApiError:
    challenge = "Bearer" if code is Code.TOKEN_MISSING else 'Bearer error="invalid_token"'
    return ApiError(code, headers={"WWW-Authenticate": challenge})


def caller_of(scope: object) -> Caller | None:
    """Who sent the request of an ASGI scope; `None` before `authenticated` and without a token."""
    return cast("dict[str, Any]", scope).get("user")


async def authenticated(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: reads the token, if there is one. A bad one is refused even where none is needed."""
    given = connection.headers.get("authorization")
    if given is None:
        return
    scheme, _space, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise _refused(Code.TOKEN_INVALID)
    tokens: Tokens = connection.app.state.tokens
    connection.scope["user"] = tokens.check(token.strip())


async def signed_in(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: refuses who has no token."""
    if caller_of(connection.scope) is None:
        raise _refused(Code.TOKEN_MISSING)
