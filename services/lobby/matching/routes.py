"""The HTTP face of matchmaking."""

from typing import Annotated

from litestar import Router, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.lobby.matching.office import Office
from services.lobby.matching.wire import NewTicket, TicketInfo, TicketList
from services.lobby.paces import Live
from shared.api.auth import Caller, for_people, signed_in
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.idempotency import Naming
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

EXAMPLE = NewTicket("floor", (3, 4), Live(turn_s=60), bots_after_s=45)

TheOffice = NamedDependency[Office]
TheCaller = NamedDependency[Caller]


@post(
    "/tickets",
    guards=[signed_in, for_people],
    opt=describes(
        Code.NO_SUCH_KIND,
        Code.INVALID_OPTIONS,
        Code.TOO_MANY_TICKETS,
        example=EXAMPLE,
        scope=Scope.TABLES_WRITE,
    ),
)
async def open_ticket(
    office: TheOffice, caller: TheCaller, naming: NamedDependency[Naming], data: FromBody[NewTicket]
) -> TicketInfo:
    """Looks for others who want to play the same. The same wish again is the same ticket.

    A live ticket lasts while its owner is there: waits for it, reads it, or has a stream or socket open.
    """
    return await office.open(f"t_{naming.ulid()}", caller, data)


@get("/me/tickets", guards=[signed_in], opt=describes(scope=Scope.GAMES_READ))
async def list_my_tickets(office: TheOffice, caller: TheCaller) -> TicketList:
    """The caller's tickets that are not over, oldest first."""
    return await office.mine(caller)


@get(
    "/tickets/{ticket:str}",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_TICKET, counts_as=Bucket.STREAMS, scope=Scope.GAMES_READ),
)
async def read_ticket(
    office: TheOffice,
    caller: TheCaller,
    ticket: FromPath[str],
    wait: Annotated[int, QueryParameter(ge=0, le=CAPS[Cap.WAIT_S])] = 0,
) -> TicketInfo:
    """One of the caller's tickets; with `wait`, answers once it is over, or after so many seconds.

    A ticket that is over can be read for a day.
    """
    return await office.show(ticket, caller, wait)


@delete(
    "/tickets/{ticket:str}",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(Code.NO_SUCH_TICKET, Code.TICKET_TAKEN, scope=Scope.TABLES_WRITE),
)
async def cancel_ticket(office: TheOffice, caller: TheCaller, ticket: FromPath[str]) -> TicketInfo:
    """Gives up looking. Too late once others are found and the game is about to begin."""
    return await office.cancel(ticket, caller)


def matching_router() -> Router:
    handlers = [open_ticket, list_my_tickets, read_ticket, cancel_ticket]
    return Router("/v1", route_handlers=handlers, tags=["matchmaking"])
