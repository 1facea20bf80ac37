"""Device sessions: opened by signing in, kept by refreshing, ended by their owner or by a stolen refresh token."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from typing import Any, NamedTuple, cast

import msgspec
import structlog
from redis.asyncio import Redis
from ulid import ULID

from services.lobby.accounts.accounts import sessions_key
from services.lobby.accounts.refresh import (
    Given,
    Seal,
    Session,
    Verdict,
    first,
    following,
    hash_of,
    judge,
    renewed,
)
from shared.api.apitokens import account_key
from shared.api.auth import refused
from shared.api.ended import Ended
from shared.api.notices.book import Book
from shared.api.problem import ApiError, Code

log = structlog.get_logger()

IDLE_MS = 180 * 24 * 3600 * 1000
"""A session that nobody refreshed for so long has ended. A guest who is away longer has lost the account."""
MOST = 50
"""Of one account; one more ends the one that was seen last the longest ago."""
TRIES = 3

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Session).decode


class Opened(NamedTuple):
    account: str
    session: str
    refresh_token: str


class Sessions:
    def __init__(self, redis: Redis, ended: Ended, key: bytes) -> None:
        self._redis = redis
        self._ended = ended
        self._book = Book(redis)
        self._seal = Seal(key)

    async def open(self, account: str, device: str, now_ms: int) -> Opened:
        """Raises `no-such-account`."""
        given = Given(account, f"s_{ULID()}", first())
        session = Session(device=device, created_at=now_ms, seen_at=now_ms, current=hash_of(given.secret))
        keys = account_key(account), sessions_key(account)
        count = await self._redis.fcall("account_keep", 2, *keys, given.session, _encode(session))
        if not count:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        if count > MOST:
            oldest = sorted((await self.all(account, now_ms)).items(), key=lambda pair: pair[1].seen_at)
            await self.end(account, *(id for id, _ in oldest[: count - MOST]))
        return Opened(account, given.session, self._seal.write(given))

    def owner(self, token: str) -> str | None:
        """Whose refresh token it is, if it is one of ours."""
        given = self._seal.read(token)
        return given and given.account

    async def refresh(self, token: str, attempt: str, now_ms: int) -> Opened:
        """Raises `refresh-invalid` or `session-ended`."""
        given = self._seal.read(token)
        if given is None:
            raise refused(Code.REFRESH_INVALID)
        for _ in range(TRIES):
            stored = await self._stored(given)
            session = _decode(stored)
            if session.seen_at + IDLE_MS < now_ms:
                await self._end_for(given, "session-idle")
            match judge(session, given.secret, attempt):
                case Verdict.REUSED:
                    log.warning("refresh-token-reused", account=given.account, session=given.session)
                    await self._end_for(given, "refresh-token-reused")
                case Verdict.RESENT:
                    return self._opened(given, following(given.secret, attempt, session.salt))
                case Verdict.CURRENT:
                    changed, secret = renewed(session, given.secret, attempt, now_ms)
                    if await self._swap(given, stored, changed):
                        return self._opened(given, secret)
        raise ApiError(Code.UNAVAILABLE, headers={"Retry-After": "1"})

    async def _stored(self, given: Given) -> bytes:
        found: bytes | None = await cast(Any, self._redis.hget(sessions_key(given.account), given.session))
        if found is None:
            raise refused(Code.SESSION_ENDED)
        return found

    async def _end_for(self, given: Given, why: str) -> None:
        await self.end(given.account, given.session)
        log.info("session-ended", account=given.account, session=given.session, why=why)
        raise refused(Code.SESSION_ENDED)

    async def _swap(self, given: Given, stored: bytes, changed: Session) -> bool:
        key = sessions_key(given.account)
        return bool(await self._redis.fcall("account_swap", 1, key, given.session, stored, _encode(changed)))

    def _opened(self, given: Given, secret: bytes) -> Opened:
        return Opened(given.account, given.session, self._seal.write(given._replace(secret=secret)))

    async def all(self, account: str, now_ms: int) -> dict[str, Session]:
        """By id, the one that was opened last first."""
        found: dict[bytes, bytes] = cast(Any, await self._redis.hgetall(sessions_key(account)))
        sessions = {id.decode(): _decode(stored) for id, stored in sorted(found.items(), reverse=True)}
        return {id: session for id, session in sessions.items() if session.seen_at + IDLE_MS >= now_ms}

    async def end(self, account: str, *sessions: str) -> None:
        """May be repeated, should it break off: what is still listed has not ended."""
        if sessions:
            await self._ended.add(*sessions)
            await self._book.signed_out(account, *sessions)
            await cast(Any, self._redis.hdel(sessions_key(account), *sessions))

    async def gone(self, sessions: list[str]) -> None:
        """Their account was deleted, and they (and its API tokens) with it."""
        if sessions:
            await self._ended.add(*sessions)
