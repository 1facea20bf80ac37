"""Accounts: who somebody is, under an id that never changes."""

import secrets
from typing import Any, cast

import msgspec
from redis.asyncio import Redis
from ulid import ULID

from shared.api.people import People


class Account(msgspec.Struct, frozen=True):
    id: str
    name: str
    guest: bool
    created_at: int
    """Milliseconds since 1970."""


class Accounts:
    """One hash per account."""

    def __init__(self, redis: Redis, people: People) -> None:
        self._redis = redis
        self._people = people

    async def open_guest(self, name: str | None, now_ms: int) -> Account:
        account = Account(f"a_{ULID()}", name or _name(), guest=True, created_at=now_ms)
        fields: dict[Any, Any] = {"name": account.name, "guest": "1", "created_at": str(now_ms)}
        await self._redis.hset(_key(account.id), mapping=fields)
        await self._people.write(account.id, account.name)
        return account

    async def read(self, id: str) -> Account | None:
        fields: dict[bytes, bytes] = cast(Any, await self._redis.hgetall(_key(id)))
        if not fields:
            return None
        return Account(id, fields[b"name"].decode(), fields[b"guest"] == b"1", int(fields[b"created_at"]))


def _key(id: str) -> str:
    return f"account:{id}"


def _name() -> str:
    return f"Passenger {secrets.randbelow(10_000):04}"
