"""Sessions that ended before their access tokens expired: one short stream that every process follows.

A process looks at most every `LOOK_S`, when a token is shown to it, so a request costs a look into a dict. An ended
session is thus refused at once by the process that ended it and after at most `LOOK_S` by every other one.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
import time
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.api.auth import ACCESS_S
from shared.api.moment import now_ms

STREAM = "sessions-ended"
FIELD = b"s"
LOOK_S = 2.0
KEPT_MS = (ACCESS_S + 60) * 1000
"""Longer than any access token lives; the minute is for clocks that differ."""


class Ended:
    def __init__(self, redis: Redis, look_s: float = LOOK_S) -> None:
        self._redis = redis
        self._look_s = look_s
        self._known: dict[str, int] = {}
        self._last = f"{now_ms() - KEPT_MS}-0"
        self._due = 0.0
        self._looking = asyncio.Lock()

    async def add(self, *sessions: str) -> None:
        """Tells every process."""
        pipeline = self._redis.pipeline(transaction=False)
        for session in sessions:
            pipeline.xadd(STREAM, {FIELD: session}, minid=str(now_ms() - KEPT_MS))
        await pipeline.execute()
        self._known.update(dict.fromkeys(sessions, now_ms()))

    async def holds(self, session: str) -> bool:
        # While Valkey is away nothing can be read or done anyhow; what is known stays refused.
        if time.monotonic() >= self._due:
            with contextlib.suppress(RedisError):
                await self._look()
        return session in self._known

    async def _look(self) -> None:
        async with self._looking:
            if time.monotonic() < self._due:
                return
            found: Any = await self._redis.xrange(STREAM, f"({self._last}")
            for id, fields in found:
                self._last = id.decode()
                self._known[fields[FIELD].decode()] = int(self._last.partition("-")[0])
            self._forget()
            self._due = time.monotonic() + self._look_s

    def _forget(self) -> None:
        old = now_ms() - KEPT_MS
        self._known = {session: at for session, at in self._known.items() if at > old}
