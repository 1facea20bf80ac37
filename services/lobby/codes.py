"""Codes of private tables: short enough to be read out, and too many to be guessed at the rate that is allowed."""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import secrets
from typing import cast

from redis.asyncio import Redis

from services.lobby.ageing import DAY_MS, Lives

SIGNS = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Nothing that looks or sounds like another, and no vowels, which would make words."""
GROUP = 4
LENGTH = 2 * GROUP
"""28 ^ 8 is 4 * 10 ^ 11; an account may try ten in a minute."""


class Codes:
    """Which table a code is of. A stale one does no harm: the table itself says what its code is."""

    def __init__(self, redis: Redis, lives: Lives) -> None:
        self._redis = redis
        self._kept_ms = max(lives.async_ms, lives.live_ms) + DAY_MS

    async def draw(self, table: str) -> str:
        """A new code for a table."""
        while True:
            code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
            if await self._redis.set(_key(code), table, nx=True, px=self._kept_ms):
                return code

    async def table_of(self, typed: str) -> str | None:
        code = plain(typed)
        if len(code) != LENGTH or not set(code) <= set(SIGNS):
            return None
        found = cast("bytes | None", await self._redis.get(_key(code)))
        return found.decode() if found else None

    async def give_up(self, code: str) -> None:
        if code:
            await self._redis.delete(_key(code))


def plain(typed: str) -> str:
    """
    >>> plain(" k7qm-2xrd ")
    'K7QM2XRD'
    """
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def spoken(code: str) -> str:
    """
    >>> spoken("K7QM2XRD")
    'K7QM-2XRD'
    """
    return f"{code[:GROUP]}-{code[GROUP:]}"


def _key(code: str) -> str:
    return f"table-code:{code}"
