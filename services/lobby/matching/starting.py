"""From a claimed match to its game. Every step may be done again, by whoever takes over.

The table's log decides what becomes of a match: whoever writes its first entry, started or closed, has decided it for
everybody, so one who was held up for long can neither start a match that was given up nor give up one that has started.
"""

import hashlib
import secrets
from dataclasses import dataclass

import structlog

from services.lobby.events import Arranged, BotSeated, Closed, Opened, SeatTaken, TableEvent
from services.lobby.matching.knowledge import Knowledge
from services.lobby.matching.ticket import Match, State, Ticket
from services.lobby.matching.tickets import Change, Tickets, changed
from services.lobby.opening import SECRET_BYTES
from services.lobby.start import open_started, refusal
from services.lobby.store import Tables
from services.lobby.tables import Table
from services.lobby.telling import Teller
from services.lobby.terms import Terms
from shared.api.courier import Courier, Unanswered
from shared.api.inbox import Notice
from shared.api.moment import now_ms
from shared.log.port import VersionTaken

log = structlog.get_logger(__name__)

ANSWER_S = 2.0
"""After which the next round asks again."""
MOST_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Starting:
    tickets: Tickets
    tables: Tables
    courier: Courier
    teller: Teller
    knowledge: Knowledge

    async def finish(self, match: Match) -> None:
        """Starts the game and ends the tickets, or sets them free. What the engine has not answered yet stays as it is."""
        claimed = await self.tickets.read_all(match.tickets)
        claimed = [one for one in claimed if one.state is State.STARTING and one.game == match.table]
        if not claimed:
            await self.tickets.change([], settle=match)
            return
        gone = await self._gone(claimed)
        table = await self._decided(match, claimed, start=not gone)
        if table is None:
            await self.tickets.change(_freed(claimed, gone), settle=match)
            return
        try:
            refused = await refusal(self.tables, self.courier, match.table, ANSWER_S)
        except Unanswered:
            log.info("match-not-answered", table=match.table)
            return
        if refused:
            await self.tickets.change(_freed(claimed, gone), settle=match)
        else:
            await self._started(match, table, claimed)

    async def _decided(self, match: Match, claimed: list[Ticket], *, start: bool) -> Table | None:
        """The started table; `None` when there never will be one."""
        events = _events(match, claimed)
        if start:
            return await open_started(self.tables, self.courier, match.table, events)
        try:
            await self.tables.open(match.table, (*events, Closed()))
            return None
        except VersionTaken:
            return await open_started(self.tables, self.courier, match.table, events)

    async def _gone(self, claimed: list[Ticket]) -> frozenset[str]:
        """Accounts that have been deleted since."""
        accounts = [ticket.account for ticket in claimed]
        return frozenset(accounts) - await self.teller.accounts.known(accounts)

    async def _started(self, match: Match, table: Table, claimed: list[Ticket]) -> None:
        for ticket in claimed:
            await self._withdraw_others(ticket)
        await self.teller.tell(table, None)
        await self.teller.inbox.tell((ticket.account, _matched(ticket, match)) for ticket in claimed)
        if await self.tickets.change([changed(one, state=State.MATCHED) for one in claimed], settle=match):
            await self.knowledge.note([ticket.account for ticket in claimed])
            log.info(
                "match-started", table=match.table, waited_ms=[match.at - one.made_at for one in claimed]
            )

    async def _withdraw_others(self, ticket: Ticket) -> None:
        """Nobody plays live at two tables."""
        for other in await self.tickets.of(ticket.account) if ticket.wish.live else ():
            if other.wish.live:
                await self.tickets.end(other, State.WITHDRAWN)


def _freed(claimed: list[Ticket], gone: frozenset[str]) -> list[Change]:
    return [
        changed(one, state=_after_failure(one, gone), game=None, failures=one.failures + 1) for one in claimed
    ]


def _after_failure(ticket: Ticket, gone: frozenset[str]) -> State:
    if ticket.account in gone:
        return State.CANCELLED
    return State.FAILED if ticket.failures + 1 >= MOST_FAILURES else State.WAITING


def _matched(ticket: Ticket, match: Match) -> Notice:
    return Notice(ticket.id, "ticket-matched", now_ms(), {"kind": ticket.wish.kind, "game": match.table})


def _events(match: Match, claimed: list[Ticket]) -> tuple[TableEvent, ...]:
    """A table with everybody seated, in an order that the table's id draws."""
    players = sorted((ticket.account for ticket in claimed), key=lambda account: _lot(match.table, account))
    wish = claimed[0].wish
    opened = Opened(
        wish.kind, match.players, wish.options, wish.pace, players[0], secrets.token_hex(SECRET_BYTES),
        Terms(rated=wish.rated),
    )  # fmt: skip
    seated = (SeatTaken(seat, player) for seat, player in enumerate(players))
    bots = (BotSeated(seat, match.level or "normal") for seat in range(len(players), match.players))
    return (opened, Arranged(), *seated, *bots)


def _lot(table: str, account: str) -> bytes:
    return hashlib.blake2s(f"{table} {account}".encode()).digest()
