"""Who waits for what becomes of a ticket. One look at all of them at a time: a process asks as often for one as for many."""

import asyncio
import contextlib
from collections.abc import Sequence

import structlog
from redis.exceptions import RedisError

from services.lobby.matching.tickets import Tickets

log = structlog.get_logger()

LOOK_S = 0.25


class Waits:
    def __init__(self, tickets: Tickets) -> None:
        self._tickets = tickets
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._released = False

    async def until_over(self, id: str, wait_s: float) -> None:
        """Returns when the ticket is over, after so many seconds, or when the process ends."""
        if self._released:
            return
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(id, []).append(over)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(over, wait_s)
        finally:
            self._forget(id, over)

    def release(self) -> None:
        """Nobody waits any more, here or from now on."""
        self._released = True
        self._tell(tuple(self._waiting))

    async def close(self) -> None:
        if self._looking:
            self._looking.cancel()

    def _forget(self, id: str, over: "asyncio.Future[None]") -> None:
        others = self._waiting.get(id, [])
        if over in others:
            others.remove(over)
        if not others:
            self._waiting.pop(id, None)

    async def _look(self) -> None:
        """While anybody waits."""
        try:
            while self._waiting:
                await asyncio.sleep(LOOK_S)
                try:
                    found = await self._tickets.read_all(tuple(self._waiting))
                except (RedisError, OSError) as error:
                    log.info("tickets-not-looked-at", error=type(error).__name__)
                    continue
                self._tell([ticket.id for ticket in found if ticket.state.over])
        finally:
            self._looking = None

    def _tell(self, over: Sequence[str]) -> None:
        for id in over:
            for waiter in self._waiting.get(id, ()):
                if not waiter.done():
                    waiter.set_result(None)
