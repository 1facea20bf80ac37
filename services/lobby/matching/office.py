"""What the handlers speak to: where tickets are had, asked about and given back."""

import re
from dataclasses import dataclass
from typing import Any

from services.lobby.matching.ticket import State, Ticket, made
from services.lobby.matching.tickets import Tickets
from services.lobby.matching.waits import Waits
from services.lobby.matching.wire import NewTicket, TicketInfo, TicketList, ticket_info, wish_of
from shared.api.moment import now_ms
from shared.api.presence import Presence
from shared.api.problem import ApiError, Code

TICKET_ID = re.compile(r"t_[0-9A-HJKMNP-TV-Z]{26}")


@dataclass(frozen=True, slots=True)
class Office:
    tickets: Tickets
    waits: Waits
    presence: Presence
    house_sets: dict[str, Any]

    async def open(self, id: str, account: str, new: NewTicket) -> TicketInfo:
        """The same wish again is the same ticket. Opening one is a sign of life."""
        self.presence.seen(account)
        ticket = made(id, account, wish_of(new, self.house_sets), now_ms())
        return ticket_info(await self.tickets.open(ticket))

    async def show(self, id: str, account: str, wait_s: int) -> TicketInfo:
        """Once it is over, or after a wait."""
        ticket = await self._own(id, account)
        if wait_s and not ticket.state.over:
            await self.waits.until_over(id, wait_s)
            ticket = await self._own(id, account)
        return ticket_info(ticket)

    async def mine(self, account: str) -> TicketList:
        return TicketList(tuple(map(ticket_info, await self.tickets.of(account))))

    async def cancel(self, id: str, account: str) -> TicketInfo:
        """Whatever is over stays as it is. Raises `ticket-taken` when its game is about to begin."""
        while True:
            ticket = await self._own(id, account)
            if ticket.state is State.STARTING:
                raise ApiError(Code.TICKET_TAKEN, params={"game": ticket.game or ""})
            if ticket.state.over:
                return ticket_info(ticket)
            await self.tickets.end(ticket, State.CANCELLED)

    async def _own(self, id: str, account: str) -> Ticket:
        ticket = await self.tickets.read(id) if TICKET_ID.fullmatch(id) else None
        if ticket is None or ticket.account != account:
            raise ApiError(Code.NO_SUCH_TICKET)
        return ticket
