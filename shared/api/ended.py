"""Sessions that ended, and API tokens that were revoked, before they expired: one short stream that every process follows.

A process looks at most every `LOOK_S`, when a token is shown to it, so a request costs a look into a dict; and every
`WATCH_S` while something is open that must end with its session. What has ended is thus refused at once by the process
that ended it and after at most `LOOK_S` by every other one, and cut off within `WATCH_S` wherever it is.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.api.auth import ACCESS_S
from shared.api.moment import now_ms

STREAM = "sessions-ended"
FIELD = b"s"
LOOK_S = 2.0
WATCH_S = 1.0
KEPT_MS = (ACCESS_S + 60) * 1000
"""Longer than any access token lives; the minute is for clocks that differ."""

Cut = Callable[[], None]


class Ended:
    def __init__(self, redis: Redis, look_s: float = LOOK_S) -> None:
        self._redis = redis
        self._look_s = look_s
        self._known: dict[str, int] = {}
        self._last = f"{now_ms() - KEPT_MS}-0"
        self._due = 0.0
        self._looking = asyncio.Lock()
        self._cuts: dict[str, list[Cut]] = {}
        self._watching: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._watching:
            self._watching.cancel()

    async def add(self, *sessions: str) -> None:
        """Tells every process."""
        pipeline = self._redis.pipeline(transaction=False)
        for session in sessions:
            pipeline.xadd(STREAM, {FIELD: session}, minid=str(now_ms() - KEPT_MS))
        await pipeline.execute()
        self._note(dict.fromkeys(sessions, now_ms()))

    async def holds(self, session: str) -> bool:
        # While Valkey is away nothing can be read or done anyhow; what is known stays refused.
        if time.monotonic() >= self._due:
            with contextlib.suppress(RedisError):
                await self._look()
        return session in self._known

    def watch(self, session: str, cut: Cut) -> None:
        """Calls `cut` as soon as the session is known to have ended, until `unwatch`. It may be called twice."""
        self._cuts.setdefault(session, []).append(cut)
        if session in self._known:
            cut()
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    def unwatch(self, session: str, cut: Cut) -> None:
        cuts = self._cuts[session]
        cuts.remove(cut)
        if not cuts:
            del self._cuts[session]

    async def _watch(self) -> None:
        while self._cuts:
            await asyncio.sleep(WATCH_S)
            self._due = 0.0
            with contextlib.suppress(RedisError, OSError):
                await self._look()

    async def _look(self) -> None:
        async with self._looking:
            if time.monotonic() < self._due:
                return
            found: Any = await self._redis.xrange(STREAM, f"({self._last}")
            if found:
                self._last = found[-1][0].decode()
                self._note({fields[FIELD].decode(): _at(id) for id, fields in found})
            self._forget()
            self._due = time.monotonic() + self._look_s

    def _note(self, ended: dict[str, int]) -> None:
        self._known.update(ended)
        for cut in self._cuts_of(ended):
            cut()

    def _cuts_of(self, sessions: Iterable[str]) -> list[Cut]:
        return [cut for session in sessions for cut in self._cuts.get(session, ())]

    def _forget(self) -> None:
        old = now_ms() - KEPT_MS
        self._known = {session: at for session, at in self._known.items() if at > old}


def _at(id: bytes) -> int:
    """Milliseconds since 1970."""
    return int(id.partition(b"-")[0])
