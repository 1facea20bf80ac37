"""Idempotency-Key: a write that is sent again gets its first answer again. One place for every write of every service.

A guard claims the key before the handler runs, a middleware keeps what the handler answers. A claim whose process died
ends by itself; what it made meanwhile is found again, as handlers name new things by `Naming`.
"""

import asyncio
import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from re import compile as pattern
from typing import Any, NamedTuple, cast

import msgspec
import structlog
from cryptography.fernet import Fernet
from redis.asyncio import Redis
from redis.exceptions import RedisError
from ulid import ULID

from shared.api.caps import CAPS, Cap
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.log.connect import confirm

log = structlog.get_logger()

FUNCTIONS = Path(__file__).with_name("idempotency.lua")

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"

CLAIM_MS = 5_000
"""How long a claim outlives the process that made it."""
HOLD_S = 1.5
"""How often a claim is renewed while its write is carried out."""

LEAST_SIGNS = 16
FORM = pattern(rf"[A-Za-z0-9_.:-]{{{LEAST_SIGNS},{CAPS[Cap.KEY_SIGNS]}}}")
"""Long enough that nobody behind the same address guesses another's."""


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Claim(NamedTuple):
    """The right to carry a write out."""

    record: str
    claimant: str
    since_ms: int
    secret: bytes
    """What new things are named by, and what the kept answer is locked with: made of the key, and kept nowhere."""


class Replayed(Exception):
    """Answer with this, and do nothing."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(kept.status)
        self.kept = kept


class Naming:
    """Names what a write makes: the same again when the same write is carried out again."""

    def __init__(self, claim: Claim | None = None) -> None:
        self._claim = claim

    def ulid(self) -> ULID:
        if self._claim is None:
            return ULID()
        chance = hashlib.blake2b(b"name", key=self._claim.secret, digest_size=10).digest()
        return ULID(self._claim.since_ms.to_bytes(6, "big") + chance)


class Idempotency:
    def __init__(self, redis: Redis, signing_key: bytes) -> None:
        self._redis: Any = redis
        self._signing_key = signing_key
        self._holding: set[asyncio.Task[None]] = set()

    async def load_functions(self) -> None:
        await self._redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)

    async def claim(self, key: str, whose: str, request: bytes) -> Claim:
        """`whose`: the account or address. Raises `Replayed`, or a problem when the key cannot be used now."""
        secret = self._digest(b"key", whose.encode(), _unquoted(key).encode())
        record = f"write:{secret.hex()[:32]}"
        claimant = str(ULID())
        fingerprint = self._digest(b"request", request)
        found = await self._redis.fcall(
            "claim", 1, record, fingerprint, claimant, CLAIM_MS, CAPS[Cap.KEY_KEPT_S] * 1000
        )
        match found:
            case [b"claimed", since]:
                return Claim(record, claimant, since, secret)
            case [b"answered", answer]:
                await confirm(self._redis, record)
                raise Replayed(_unlocked(secret, answer))
            case [b"busy", left_ms]:
                wait_s = min(1 + left_ms // 1000, 2)
                raise ApiError(Code.IDEMPOTENCY_KEY_IN_USE, headers={"Retry-After": str(wait_s)})
            case _:
                raise ApiError(Code.IDEMPOTENCY_KEY_REUSED)

    def hold(self, claim: Claim) -> asyncio.Event:
        """Keeps a claim from ending until its write is done: then set the event."""
        done = asyncio.Event()
        task = asyncio.create_task(self._hold(claim, done))
        self._holding.add(task)
        task.add_done_callback(self._holding.discard)
        return done

    async def _hold(self, claim: Claim, done: asyncio.Event) -> None:
        """Not ended by a cancellation, which a call under way may lose."""
        while not await _set_within(HOLD_S, done):
            try:
                await self._redis.fcall("hold", 1, claim.record, claim.claimant, CLAIM_MS)
            except (RedisError, OSError) as error:
                log.warning("claim-not-held", error=type(error).__name__)

    async def keep(self, claim: Claim, kept: Kept) -> None:
        locked = _lock(claim.secret).encrypt(msgspec.msgpack.encode(kept))
        await self._redis.fcall("settle", 1, claim.record, claim.claimant, locked)

    async def give_up(self, claim: Claim) -> None:
        """Nothing was done: the next one may try."""
        await self._redis.fcall("settle", 1, claim.record, claim.claimant, b"")

    def _digest(self, *parts: bytes) -> bytes:
        framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return hmac.digest(self._signing_key, framed, "sha256")


async def _set_within(seconds: float, event: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return event.is_set()


def _unquoted(key: str) -> str:
    """The draft standard writes it as a quoted string, most clients write it bare."""
    bare = key.strip()
    if len(bare) > 1 and bare.startswith('"') and bare.endswith('"'):
        bare = bare[1:-1]
    if not FORM.fullmatch(bare):
        raise malformed(Flaw.IDEMPOTENCY_KEY, HEADER, least=LEAST_SIGNS, most=CAPS[Cap.KEY_SIGNS])
    return bare


def _lock(secret: bytes) -> Fernet:
    """Answers may hold tokens, which nobody must find in Valkey."""
    return Fernet(urlsafe_b64encode(hashlib.blake2b(b"lock", key=secret, digest_size=32).digest()))


def _unlocked(secret: bytes, answer: bytes) -> Kept:
    return msgspec.msgpack.decode(_lock(secret).decrypt(answer), type=Kept)


def request_of(method: str, path: str, query: bytes, body: bytes) -> bytes:
    """What must be the same for two requests to be the same."""
    return b"\0".join((method.encode(), path.encode(), query, body))


def headers_of(start: Mapping[str, Any]) -> dict[str, str]:
    """An answer's headers that belong to it, and not to the moment."""
    kept = ("content-type", "content-language", "location", "preference-applied", "vary", "etag")
    given = ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in start["headers"])
    return {name: value for name, value in given if name in kept}


def is_kept(status: int) -> bool:
    """Whether this answer is the write's; what only says "not now" or "not you" was not the write's doing.

    >>> [status for status in (200, 201, 400, 401, 409, 415, 429, 500, 503) if is_kept(status)]
    [200, 201, 400, 409, 415]
    """
    return status < 500 and status not in (401, 408, 429)


def claim_in(scope: object) -> Claim | None:
    return cast("dict[str, Any]", scope).get("state", {}).get(CLAIM)


CLAIM = "idempotency_claim"
"""Where in a request's state its claim waits for the answer,"""
HOLDING = "idempotency_holding"
"""and the event that ends its being held."""
