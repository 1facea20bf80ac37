"""API tokens as every service checks them; the lobby makes and revokes them.

`pn_<account>_<token>_<secret>`, of which only the secret's hash is stored. A check holds for `KEPT_S`, so that a busy
bot costs one look at Valkey in that time. That a token was revoked is told as an ended session is.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import hashlib
import hmac
import secrets
import time
from typing import NamedTuple

import msgspec
from redis.asyncio import Redis

from shared.api.auth import API_TOKEN, Access, Caller, refused
from shared.api.measures import OWNER_SUSPENDED, SUSPENDED, measure
from shared.api.moment import now_ms
from shared.api.problem import Code

KEPT_S = 2.0
MOST_KEPT = 10_000


class StoredToken(msgspec.Struct, frozen=True):
    name: str
    scopes: tuple[str, ...]
    created_at: int
    """Milliseconds since 1970."""
    expires_at: int | None
    secret_hash: bytes


class TokenParts(NamedTuple):
    account: str
    token: str
    secret: str


def tokens_key(account: str) -> str:
    """A hash of an account's tokens by id."""
    return f"api-tokens:{{{account}}}"


def account_key(account: str) -> str:
    return f"account:{{{account}}}"


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> bytes:
    """A plain hash will do, as nobody guesses 32 random bytes."""
    return hashlib.sha256(secret.encode()).digest()


def text_of(parts: TokenParts) -> str:
    """
    >>> text_of(TokenParts("a_01", "k_02", "s_3"))
    'pn_01_02_s_3'
    """
    account, token = (id.partition("_")[2] for id in (parts.account, parts.token))
    return f"{API_TOKEN}{account}_{token}_{parts.secret}"


def parts_of(text: str) -> TokenParts | None:
    """
    >>> parts_of("pn_01_02_s_3"), parts_of("pn_01")
    (TokenParts(account='a_01', token='k_02', secret='s_3'), None)
    """
    fields = text.removeprefix(API_TOKEN).split("_", 2)
    if len(fields) != 3 or not all(fields):
        return None
    return TokenParts(f"a_{fields[0]}", f"k_{fields[1]}", fields[2])


encode_token = msgspec.msgpack.Encoder().encode
decode_token = msgspec.msgpack.Decoder(StoredToken).decode


class ApiTokens:
    def __init__(self, redis: Redis, kept_s: float = KEPT_S) -> None:
        self._redis = redis
        self._kept_s = kept_s
        self._known: dict[bytes, tuple[float, Access]] = {}

    async def check(self, text: str) -> Access:
        """Raises `token-invalid`, `token-expired` or `account-suspended`."""
        seen = hash_of(text)
        until, access = self._known.get(seen, (0.0, None))
        if access is not None and time.monotonic() < until:
            return access
        access = await self._look(text)
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[seen] = time.monotonic() + self._kept_s, access
        return access

    async def _look(self, text: str) -> Access:
        parts = parts_of(text)
        if parts is None:
            raise refused(Code.TOKEN_INVALID)
        pipeline = self._redis.pipeline(transaction=False)
        pipeline.hget(tokens_key(parts.account), parts.token)
        pipeline.hmget(account_key(parts.account), "language", SUSPENDED, OWNER_SUSPENDED)
        found, (language, *suspended) = await pipeline.execute()
        stored = decode_token(found) if found else None
        if stored is None or not hmac.compare_digest(stored.secret_hash, hash_of(parts.secret)):
            raise refused(Code.TOKEN_INVALID)
        if stored.expires_at is not None and stored.expires_at <= now_ms():
            raise refused(Code.TOKEN_EXPIRED)
        for taken in filter(None, map(measure, suspended)):
            if taken.holds(now_ms()):
                raise taken.refusal(Code.ACCOUNT_SUSPENDED)
        spoken = language.decode() if language else None
        expires_s = None if stored.expires_at is None else stored.expires_at // 1000
        return Access(Caller(parts.account), parts.token, spoken, frozenset(stored.scopes), expires_s)
