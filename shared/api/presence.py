"""Who is there: accounts with an open stream, long poll or socket, and the games that they look at.

A sign of life is a key that ends by itself, so whoever died, or was served by a process that died, is gone after a
while without anybody having to say so.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = structlog.get_logger()

GRACE_MS = 15_000
"""How long somebody is thought to be there after the last sign of life: a tunnel, another screen."""
REFRESH_S = 5.0
"""How often an open connection gives one."""
HELD_MS = GRACE_MS + int(REFRESH_S * 1000)
"""For how long it does: never less than the grace, whenever its process dies."""


class Sign(NamedTuple):
    account: str
    game: str | None = None
    """`None`: just there; one who looks at a game is also that."""

    @property
    def key(self) -> str:
        return f"here:{self.account}" if self.game is None else f"here:{self.account}:{self.game}"


class Presence:
    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._open: Counter[Sign] = Counter()
        """Connections of this process by what they are a sign of."""
        self._unsaid: dict[Sign, None] = {}
        self._flushing: asyncio.Task[None] | None = None
        self._refreshing: asyncio.Task[None] | None = None

    def enter(self, account: str, game: str | None = None) -> None:
        """A connection opens; it gives signs of life until `leave`. Known to others within a tick."""
        for sign in _signs(account, game):
            self._open[sign] += 1
            self._say(sign)
        if self._refreshing is None:
            self._refreshing = asyncio.create_task(self._refresh())

    def leave(self, account: str, game: str | None = None) -> None:
        """It has closed, which begins the grace."""
        for sign in _signs(account, game):
            self._open[sign] -= 1
            if not self._open[sign]:
                del self._open[sign]
                self._say(sign)

    def seen(self, account: str) -> None:
        """A sign of life of somebody who keeps nothing open."""
        self.enter(account)
        self.leave(account)

    async def present(self, accounts: Iterable[str]) -> frozenset[str]:
        """Those who are there, on whatever process, or were until a moment ago."""
        return await self._found([Sign(account) for account in accounts])

    async def looking(self, game: str, accounts: Iterable[str]) -> frozenset[str]:
        """Those of them who look at the game."""
        return await self._found([Sign(account, game) for account in accounts])

    async def close(self) -> None:
        for task in filter(None, (self._refreshing, self._flushing)):
            task.cancel()

    async def _found(self, signs: list[Sign]) -> frozenset[str]:
        if not signs:
            return frozenset()
        pipeline = self._redis.pipeline(transaction=False)
        for sign in signs:
            pipeline.exists(sign.key)
        found = await pipeline.execute()
        return frozenset(sign.account for sign, here in zip(signs, found, strict=True) if here)

    def _say(self, sign: Sign) -> None:
        self._unsaid[sign] = None
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_S)
            for sign in tuple(self._open):
                self._say(sign)

    async def _flush(self) -> None:
        """Writes what has gathered, in one pipeline. What fails is said again with the next refreshing."""
        try:
            while self._unsaid:
                said, self._unsaid = tuple(self._unsaid), {}
                await self._write(said)
        except (RedisError, OSError) as error:
            log.info("presence-not-told", error=type(error).__name__)
        finally:
            self._flushing = None

    async def _write(self, signs: Iterable[Sign]) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        for sign in signs:
            pipeline.set(sign.key, 1, px=HELD_MS if sign in self._open else GRACE_MS)
        await pipeline.execute()


def _signs(account: str, game: str | None) -> tuple[Sign, ...]:
    return (Sign(account),) if game is None else (Sign(account), Sign(account, game))
