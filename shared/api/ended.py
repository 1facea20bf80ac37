"""Sessions that ended, and API tokens that were revoked, before they expired: one short stream that every process follows.

A suspended account's sessions are refused in the same way, but have not ended: they go on when that is over.

A process looks at most every `LOOK_S`, when a token is shown to it, so a request costs a look into a dict; and every
`WATCH_S` while something is open that must end with its session. What has ended is thus refused at once by the process
that ended it and after at most `LOOK_S` by every other one, and cut off within `WATCH_S` wherever it is.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.api.auth import ACCESS_S, refused
from shared.api.measures import Measure, measure, text_of
from shared.api.moment import now_ms
from shared.api.problem import Code

STREAM = "sessions-ended"
FIELD = b"s"
WHILE = b"w"
"""The measure because of which it is refused for a while; empty when that is over."""
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
        self._suspended: dict[str, tuple[int, Measure]] = {}
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

    async def suspend(self, taken: Measure, *sessions: str) -> None:
        """Refuses sessions and tokens while a measure holds, on every process."""
        await self._say(sessions, {WHILE: text_of(taken)}, taken)

    async def resume(self, *sessions: str) -> None:
        """Lets sessions and tokens go on that were suspended."""
        await self._say(sessions, {WHILE: b""}, None)

    async def _say(self, sessions: Iterable[str], fields: dict[bytes, Any], taken: Measure | None) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        for session in sessions:
            pipeline.xadd(STREAM, {FIELD: session, **fields}, minid=str(now_ms() - KEPT_MS))  # pyright: ignore[reportArgumentType]
        await pipeline.execute()
        self._keep({session: (now_ms(), taken) for session in sessions})

    async def check(self, session: str, code: Code) -> None:
        """Raises `code` for a session that has ended, `account-suspended` for one that is suspended."""
        if await self.holds(session):
            raise refused(code)
        if taken := self._taken(session):
            raise taken.refusal(Code.ACCOUNT_SUSPENDED)

    async def holds(self, session: str) -> bool:
        """Whether it has ended."""
        # While Valkey is away nothing can be read or done anyhow; what is known stays refused.
        if time.monotonic() >= self._due:
            with contextlib.suppress(RedisError):
                await self._look()
        return session in self._known

    def _taken(self, session: str) -> Measure | None:
        """Because of which it is refused for now."""
        _, taken = self._suspended.get(session, (0, None))
        return taken if taken and taken.holds(now_ms()) else None

    def watch(self, session: str, cut: Cut) -> None:
        """Calls `cut` as soon as the session is known to have ended, until `unwatch`. It may be called twice."""
        self._cuts.setdefault(session, []).append(cut)
        if session in self._known or self._taken(session):
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
                self._read(found)
            self._forget()
            self._due = time.monotonic() + self._look_s

    def _read(self, found: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        """Of what is suspended and resumed by turns, the last word counts."""
        told = [(fields[FIELD].decode(), _at(id), fields.get(WHILE)) for id, fields in found]
        self._note({session: at for session, at, taken in told if taken is None})
        self._keep(
            {session: (at, measure(taken or None)) for session, at, taken in told if taken is not None}
        )

    def _keep(self, suspended: Mapping[str, tuple[int, Measure | None]]) -> None:
        for session, (at, taken) in suspended.items():
            if taken is None:
                self._suspended.pop(session, None)
            else:
                self._suspended[session] = at, taken
                for cut in self._cuts_of([session]):
                    cut()

    def _note(self, ended: dict[str, int]) -> None:
        self._known.update(ended)
        for cut in self._cuts_of(ended):
            cut()

    def _cuts_of(self, sessions: Iterable[str]) -> list[Cut]:
        return [cut for session in sessions for cut in self._cuts.get(session, ())]

    def _forget(self) -> None:
        old = now_ms() - KEPT_MS
        self._known = {session: at for session, at in self._known.items() if at > old}
        self._suspended = {session: kept for session, kept in self._suspended.items() if kept[0] > old}


def _at(id: bytes) -> int:
    """Milliseconds since 1970."""
    return int(id.partition(b"-")[0])
