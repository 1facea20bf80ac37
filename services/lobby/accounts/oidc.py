"""Identity tokens of other services (OpenID Connect): whose they are, by the keys that their issuers publish.

Only issuers that are configured are asked for anything. Their keys are kept for an hour; a token signed by a key that
we do not know makes us ask again, at most once a minute, so that made-up tokens cannot send us to the issuer.
"""

import asyncio
import time
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import httpx
import jwt
import msgspec
import structlog

from services.lobby.accounts.accounts import Identity
from shared.api.auth import refused
from shared.api.problem import ApiError, Code

log = structlog.get_logger()

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""None that works with a shared secret: an issuer's public key would be one that everybody knows."""
REQUIRED = ("iss", "sub", "aud", "exp", "iat")
DISCOVERY = "/.well-known/openid-configuration"
KEYS_S = 3600.0
AGAIN_S = 60.0
FAILED_S = 5
FETCH_S = 5.0
LARGEST = 256 * 1024
CLOCKS_S = 60
"""How far an issuer's clock may be from ours."""
LOCAL = ("localhost", "127.0.0.1", "::1")

_jwt = cast(Any, jwt)


class Claimed(NamedTuple):
    """What a good identity token says."""

    identity: Identity
    name: str | None


class _Discovered(msgspec.Struct):
    issuer: str
    jwks_uri: str


class Issuers:
    def __init__(self, issuers: str, audience: str, http: httpx.AsyncClient) -> None:
        """`issuers` and `audience` as in the settings. Raises `ValueError` for an issuer that anybody could be."""
        self._audience = _listed(audience)
        self._issuers = {issuer: _Keys(checked_url(issuer), http) for issuer in _listed(issuers)}

    async def read(self, token: str, nonce: str | None) -> Claimed:
        """Raises `identity-invalid`, or `issuer-unreachable` while its keys cannot be had."""
        try:
            return await self._read(token, nonce)
        except jwt.PyJWTError as cause:
            log.info("identity-refused", cause=type(cause).__name__)
            raise refused(Code.IDENTITY_INVALID) from None

    async def _read(self, token: str, nonce: str | None) -> Claimed:
        keys = self._issuers.get(claimed_issuer(token))
        if keys is None:
            raise jwt.InvalidIssuerError("not one of ours")
        key = await keys.key(_jwt.get_unverified_header(token).get("kid"))
        claims: dict[str, Any] = _jwt.decode(
            token,
            key,
            ALGORITHMS,
            audience=self._audience,
            issuer=keys.issuer,
            leeway=CLOCKS_S,
            options={"require": REQUIRED},
        )
        self._check(claims, nonce)
        name = claims.get("name")
        return Claimed(Identity(keys.issuer, claims["sub"]), name if isinstance(name, str) else None)

    def _check(self, claims: dict[str, Any], nonce: str | None) -> None:
        if "azp" in claims and claims["azp"] not in self._audience:
            raise jwt.InvalidAudienceError("made for another party")
        if claims.get("nonce") != nonce:
            raise jwt.InvalidTokenError("made for another sign-in")


class _Keys:
    """One issuer's keys."""

    def __init__(self, issuer: str, http: httpx.AsyncClient) -> None:
        self.issuer = issuer
        self._http = http
        self._keys: dict[str | None, Any] = {}
        self._old_at = 0.0
        self._ask_at = 0.0
        self._asking = asyncio.Lock()

    async def key(self, kid: str | None) -> Any:
        """Raises `issuer-unreachable`, or `jwt.InvalidKeyError` for a key that the issuer does not publish."""
        if kid not in self._keys or time.monotonic() >= self._old_at:
            await self._ask()
        if not self._keys:
            raise ApiError(Code.ISSUER_UNREACHABLE, headers={"Retry-After": str(FAILED_S)})
        if kid not in self._keys:
            raise jwt.InvalidKeyError("unknown key")
        return self._keys[kid]

    async def _ask(self) -> None:
        """Keeps the old keys where there is no answer: the issuer's trouble is not the people's."""
        async with self._asking:
            if time.monotonic() < self._ask_at:
                return
            try:
                self._keys = await self._published()
                self._old_at, pause_s = time.monotonic() + KEYS_S, AGAIN_S
            except (httpx.HTTPError, msgspec.MsgspecError, jwt.PyJWTError, ValueError) as cause:
                log.warning("issuer-unreachable", issuer=self.issuer, cause=repr(cause))
                pause_s = FAILED_S
            self._ask_at = time.monotonic() + pause_s

    async def _published(self) -> dict[str | None, Any]:
        found = msgspec.json.decode(await self._get(self.issuer.rstrip("/") + DISCOVERY), type=_Discovered)
        if found.issuer != self.issuer:
            raise ValueError(f"it calls itself {found.issuer}")
        document = await self._get(checked_url(found.jwks_uri))
        keys = jwt.PyJWKSet.from_dict(msgspec.json.decode(document, type=dict[str, Any])).keys
        named: dict[str | None, Any] = {key.key_id: key for key in keys}
        return named if len(named) != 1 else {**named, None: keys[0]}

    async def _get(self, url: str) -> bytes:
        async with self._http.stream("GET", url, timeout=FETCH_S) as answer:
            answer.raise_for_status()
            body = b""
            async for piece in answer.aiter_bytes():
                body += piece
                if len(body) > LARGEST:
                    raise ValueError("too long an answer")
            return body


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def claimed_issuer(token: str) -> str:
    """Who says to have made it, which is not checked yet. Raises `jwt.PyJWTError`."""
    try:
        claims = _jwt.decode(token, options={"verify_signature": False})
    except (RecursionError, UnicodeError) as cause:  # of a document that is too deep, or no ASCII
        raise jwt.DecodeError("no token") from cause
    issuer = claims.get("iss")
    return issuer if isinstance(issuer, str) else ""


def checked_url(url: str) -> str:
    """Keys come by https only, or from this machine.

    >>> checked_url("https://accounts.example"), checked_url("http://localhost:9/x")
    ('https://accounts.example', 'http://localhost:9/x')
    """
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOCAL):
        raise ValueError(f"not an https address: {url}")
    return url
