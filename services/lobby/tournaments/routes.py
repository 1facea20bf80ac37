"""The HTTP face of tournaments."""

from typing import Annotated

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.paces import Live
from services.lobby.tournaments.events import System
from services.lobby.tournaments.organizing import Organizing
from services.lobby.tournaments.wire import (
    NewTournament,
    RoundInfo,
    Standings,
    TournamentInfo,
    TournamentList,
)
from services.lobby.tournaments.wishes import Cancel, Enter, Withdraw
from shared.api.auth import Caller, for_people, signed_in
from shared.api.idempotency import Naming
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 20
LONGEST_PAGE = 50
EXAMPLE = NewTournament("Friday night", System.SWISS, "floor", 3, Live(turn_s=60), late_until=1)

TheOrganizing = NamedDependency[Organizing]
TheCaller = NamedDependency[Caller]


@post(
    "/tournaments",
    guards=[signed_in, for_people],
    opt=describes(
        Code.NO_SUCH_KIND,
        Code.INVALID_OPTIONS,
        Code.INVALID_TOURNAMENT,
        Code.TOO_MANY_TOURNAMENTS,
        example=EXAMPLE,
        scope=Scope.TABLES_WRITE,
    ),
)
async def open_tournament(
    organizing: TheOrganizing,
    caller: TheCaller,
    naming: NamedDependency[Naming],
    data: FromBody[NewTournament],
) -> TournamentInfo:
    """Opens a tournament for everybody to enter. Its organizer plays only after entering too."""
    return await organizing.open(f"c_{naming.ulid()}", caller, data)


@get("/tournaments")
async def list_tournaments(
    organizing: TheOrganizing,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> TournamentList:
    """Tournaments, newest first; those that are over are kept for 90 days."""
    return await organizing.page(limit, cursor)


@get("/tournaments/{tournament:str}", opt=describes(Code.NO_SUCH_TOURNAMENT))
async def read_tournament(organizing: TheOrganizing, tournament: FromPath[str]) -> TournamentInfo:
    """A tournament and who plays in it."""
    return await organizing.show(tournament)


@post(
    "/tournaments/{tournament:str}/join",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(Code.NO_SUCH_TOURNAMENT, Code.ENTRY_CLOSED, Code.TOURNAMENT_FULL, scope=Scope.TABLES_WRITE),
)
async def enter_tournament(
    organizing: TheOrganizing, caller: TheCaller, tournament: FromPath[str]
) -> TournamentInfo:
    """Enters, before it begins or until the round that it says. Whoever withdrew after it began cannot come back."""
    return await organizing.act(tournament, caller, Enter())


@post(
    "/tournaments/{tournament:str}/leave",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(Code.NO_SUCH_TOURNAMENT, Code.NOT_ENTERED, scope=Scope.TABLES_WRITE),
)
async def leave_tournament(
    organizing: TheOrganizing, caller: TheCaller, tournament: FromPath[str]
) -> TournamentInfo:
    """Withdraws from all further rounds; a game that has begun goes on."""
    return await organizing.act(tournament, caller, Withdraw())


@post(
    "/tournaments/{tournament:str}/start",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_TOURNAMENT, Code.NOT_ORGANIZER, Code.TOO_FEW_PLAYERS, scope=Scope.TABLES_WRITE
    ),
)
async def start_tournament(
    organizing: TheOrganizing, caller: TheCaller, tournament: FromPath[str]
) -> TournamentInfo:
    """Begins the first round with whoever has entered. May be repeated."""
    return await organizing.begin(tournament, caller)


@post(
    "/tournaments/{tournament:str}/cancel",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(Code.NO_SUCH_TOURNAMENT, Code.NOT_ORGANIZER, scope=Scope.TABLES_WRITE),
)
async def cancel_tournament(
    organizing: TheOrganizing, caller: TheCaller, tournament: FromPath[str]
) -> TournamentInfo:
    """Ends it without a ranking; games that have begun go on as any other. What is over stays as it is."""
    return await organizing.act(tournament, caller, Cancel())


@get("/tournaments/{tournament:str}/standings", opt=describes(Code.NO_SUCH_TOURNAMENT))
async def read_standings(organizing: TheOrganizing, tournament: FromPath[str]) -> Standings:
    """Who stands where after all games that are over."""
    return await organizing.standings(tournament)


@get(
    "/tournaments/{tournament:str}/rounds/{number:int}",
    opt=describes(Code.NO_SUCH_TOURNAMENT, Code.NO_SUCH_ROUND),
)
async def read_round(
    organizing: TheOrganizing, tournament: FromPath[str], number: FromPath[int]
) -> RoundInfo:
    """The games of a round, from 1."""
    return await organizing.round(tournament, number)


def tournaments_router() -> Router:
    handlers = [
        open_tournament, list_tournaments, read_tournament, enter_tournament, leave_tournament, start_tournament,
        cancel_tournament, read_standings, read_round,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["tournaments"])
