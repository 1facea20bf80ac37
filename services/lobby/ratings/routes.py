"""The HTTP face of ratings and histories."""

from typing import Annotated

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.ratings.records import Records
from services.lobby.ratings.wire import (
    HeadToHead,
    Leaderboard,
    Leaderboards,
    Neighbourhood,
    PlayedGames,
    PlayerRatings,
    PlayerStatistics,
)
from shared.api.auth import Caller, signed_in
from shared.api.caps import CAPS, Cap
from shared.api.negotiate import get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 20

TheRecords = NamedDependency[Records]
PageSize = Annotated[int, QueryParameter(ge=1, le=CAPS[Cap.LIST_PAGE])]


@get("/leaderboards")
async def list_leaderboards(records: TheRecords) -> Leaderboards:
    """What is rated: one list per kind, for some kinds one per number of players, and the same again for bots."""
    return await records.leaderboards()


@get("/leaderboards/{list_id:str}", opt=describes(Code.NO_SUCH_LEADERBOARD))
async def read_leaderboard(
    records: TheRecords, list_id: FromPath[str], limit: PageSize = PAGE, cursor: FromQuery[str | None] = None
) -> Leaderboard:
    """The best first. Only settled ratings are here."""
    return await records.leaderboard(list_id, limit, cursor)


@get(
    "/leaderboards/{list_id:str}/me",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_LEADERBOARD, scope=Scope.ACCOUNT_READ),
)
async def read_own_place(
    records: TheRecords, caller: NamedDependency[Caller], list_id: FromPath[str]
) -> Neighbourhood:
    """The caller's rating and rank, and up to five on each side."""
    return await records.neighbourhood(list_id, caller)


@get("/players/{player:str}/ratings", opt=describes(Code.NO_SUCH_ACCOUNT))
async def read_ratings(records: TheRecords, player: FromPath[str]) -> PlayerRatings:
    """A player's ratings, and how they came about."""
    return await records.player_ratings(player)


@get("/players/{player:str}/games", opt=describes(Code.NO_SUCH_ACCOUNT))
async def list_played_games(
    records: TheRecords, player: FromPath[str], limit: PageSize = PAGE, cursor: FromQuery[str | None] = None
) -> PlayedGames:
    """A player's finished games, newest first; `limits` says how many are kept."""
    return await records.games(player, limit, cursor)


@get("/players/{player:str}/statistics", opt=describes(Code.NO_SUCH_ACCOUNT))
async def read_statistics(records: TheRecords, player: FromPath[str]) -> PlayerStatistics:
    """Over all finished games that a player had a seat in; conduct over the last 50 with other people."""
    return await records.statistics(player)


@get("/players/{player:str}/against/{other:str}", opt=describes(Code.NO_SUCH_ACCOUNT))
async def read_head_to_head(records: TheRecords, player: FromPath[str], other: FromPath[str]) -> HeadToHead:
    """Who came in before the other, in the games that both played."""
    return await records.against(player, other)


def ratings_router() -> Router:
    boards = [list_leaderboards, read_leaderboard, read_own_place]
    players = [read_ratings, list_played_games, read_statistics, read_head_to_head]
    return Router("/v1", route_handlers=[*boards, *players], tags=["ratings"])
