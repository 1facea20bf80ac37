"""Making, listing and revoking API tokens. `shared.api.apitokens` checks them."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from collections.abc import Iterable
from typing import Any, cast

from redis.asyncio import Redis
from ulid import ULID

from shared.api.apitokens import (
    StoredToken,
    TokenParts,
    account_key,
    decode_token,
    encode_token,
    hash_of,
    new_secret,
    text_of,
    tokens_key,
)
from shared.api.ended import Ended
from shared.api.notices.book import Book
from shared.api.problem import ApiError, Code

MOST = 50


class ApiTokenShelf:
    """One hash per account, by the tokens' ids."""

    def __init__(self, redis: Redis, ended: Ended) -> None:
        self._redis = redis
        self._ended = ended
        self._book = Book(redis)

    async def make(
        self, account: str, name: str, scopes: Iterable[str], expires_at: int | None, now_ms: int
    ) -> tuple[str, StoredToken, str]:
        """The id, what is stored of it, and the token itself, which nobody can be told again.

        Raises `no-such-account` or `too-many-api-tokens`.
        """
        if len(await self.all(account)) >= MOST:
            raise ApiError(Code.TOO_MANY_API_TOKENS, params={"most": MOST})
        id, secret = f"k_{ULID()}", new_secret()
        stored = StoredToken(name, tuple(dict.fromkeys(scopes)), now_ms, expires_at, hash_of(secret))
        keys = account_key(account), tokens_key(account)
        if not await self._redis.fcall("account_keep", 2, *keys, id, encode_token(stored)):
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return id, stored, text_of(TokenParts(account, id, secret))

    async def all(self, account: str) -> dict[str, StoredToken]:
        """By id, the newest first."""
        found: dict[bytes, bytes] = cast(Any, await self._redis.hgetall(tokens_key(account)))
        return {id.decode(): decode_token(stored) for id, stored in sorted(found.items(), reverse=True)}

    async def revoke(self, account: str, token: str) -> bool:
        """Whether there was one. May be repeated, should it break off."""
        if not await cast(Any, self._redis.hexists(tokens_key(account), token)):
            return False
        await self._ended.add(token)
        await self._book.signed_out(account, token)
        return bool(await cast(Any, self._redis.hdel(tokens_key(account), token)))
