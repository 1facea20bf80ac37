"""The duty that brings those together who wait: finishes what was claimed, sorts out who is gone, claims new matches."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import structlog
from ulid import ULID

from services.lobby.matching.groups import Group, groups
from services.lobby.matching.starting import Starting
from services.lobby.matching.ticket import Match, State, Ticket
from services.lobby.matching.tickets import Tickets, changed
from shared.api.inbox import Inbox, Notice
from shared.api.moment import now_ms
from shared.api.presence import Presence

log = structlog.get_logger(__name__)

T = TypeVar("T")

EVERY_S = 1.0
AT_ONCE = 64
"""Matches that are being started beside each other."""
GIVEN_UP_MS = 10_000
"""How much longer than the grace somebody is away from a live ticket until it ends. Meanwhile it is only passed over, so
that an outage, after which nobody seems to be there, ends nothing."""


@dataclass(slots=True)
class Matcher:
    tickets: Tickets
    starting: Starting
    presence: Presence
    inbox: Inbox
    missing: dict[str, int] = field(default_factory=dict[str, int])
    """Live tickets whose owners are away, and since when we know."""

    async def step(self) -> None:
        await self._finish(await self.tickets.matches())
        busy = await self._busy()
        now = now_ms()
        waiting = await self._there(await self.tickets.waiting(), now)
        free = [ticket for ticket in waiting if not (ticket.wish.live and ticket.account in busy)]
        known = await self.starting.knowledge.about(free)
        claimed = await _beside(
            [lambda found=found: self._claim(found, now) for found in groups(free, known, now)]
        )
        await self._finish([match for match in claimed if match])

    async def _finish(self, matches: Iterable[Match]) -> None:
        await _beside([lambda match=match: self.starting.finish(match) for match in matches])

    async def _claim(self, group: Group, now: int) -> Match | None:
        """`None` when one of the tickets has been cancelled meanwhile; the others wait for the next round."""
        match = _match(group, now)
        changes = [changed(one, state=State.STARTING, game=match.table) for one in group.tickets]
        return match if await self.tickets.change(changes, claim=match) else None

    async def _busy(self) -> frozenset[str]:
        """Who is about to play live, as soon as the engine answers."""
        claimed = [id for match in await self.tickets.matches() for id in match.tickets]
        return frozenset(
            ticket.account for ticket in await self.tickets.read_all(claimed) if ticket.wish.live
        )

    async def _there(self, waiting: Sequence[Ticket], now: int) -> list[Ticket]:
        """Those who still wait, and who would know if their game began."""
        here = await self._here(waiting)
        self.missing = {
            ticket.id: self.missing.get(ticket.id, now)
            for ticket in waiting
            if ticket.wish.live and ticket.account not in here
        }
        for ticket in waiting:
            if ticket.ends_at <= now:
                await self._end(ticket, State.EXPIRED, now)
            elif ticket.id in self.missing and now - self.missing[ticket.id] >= GIVEN_UP_MS:
                await self._end(ticket, State.ABSENT, now)
        return [one for one in waiting if one.ends_at > now and one.id not in self.missing]

    async def _here(self, waiting: Sequence[Ticket]) -> frozenset[str]:
        return await self.presence.present({one.account: None for one in waiting if one.wish.live})

    async def _end(self, ticket: Ticket, state: State, now: int) -> None:
        if await self.tickets.end(ticket, state):
            params: dict[str, str | int] = {"kind": ticket.wish.kind}
            await self.inbox.tell([(ticket.account, Notice(ticket.id, f"ticket-{state}", now, params))])
            log.info("ticket-ended", ticket=ticket.id, state=state)


def _match(group: Group, now: int) -> Match:
    bots = group.tickets[0].wish.bots
    ids = tuple(ticket.id for ticket in group.tickets)
    return Match(f"g_{ULID()}", group.players, ids, bots.level if bots else None, now)


async def _beside(doing: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """A few at a time, so that others get at Valkey too."""
    places = asyncio.Semaphore(AT_ONCE)

    async def placed(one: Callable[[], Awaitable[T]]) -> T:
        async with places:
            return await one()

    return await asyncio.gather(*map(placed, doing))
