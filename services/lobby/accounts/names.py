"""Who is called something that begins so: one sorted set of names in small letters, each with its account."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

from typing import Any, cast

from redis.asyncio import Redis

KEY = "account-names"
MOST = 50


class NameIndex:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def add(self, name: str, account: str) -> None:
        await self._redis.zadd(KEY, {_member(name, account): 0})

    async def drop(self, name: str, account: str) -> None:
        await self._redis.zrem(KEY, _member(name, account))

    async def starting(self, prefix: str, limit: int = MOST) -> list[str]:
        """Accounts, by name; some may be called otherwise by now."""
        first = prefix.casefold().encode()
        found: list[bytes] = await cast(Any, self._redis).zrangebylex(
            KEY, b"[" + first, b"(" + first + b"\xff", 0, limit
        )
        return [member.rpartition(b"\0")[2].decode() for member in found]


def _member(name: str, account: str) -> str:
    return f"{name.casefold()}\0{account}"
