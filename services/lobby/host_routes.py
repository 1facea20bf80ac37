"""What a table's host may do, over HTTP."""

from litestar import Router, delete, patch, put
from litestar.params import FromPath

from services.lobby.asked import AlterTable, NewHost
from services.lobby.routes import AS_HOST, TheCaller, TheLobby
from services.lobby.terms import Visibility
from services.lobby.wire import NewBot, TableInfo
from services.lobby.wishes import HandOver, Kick, RemoveBot, SeatBot
from shared.api.auth import for_people, signed_in
from shared.api.negotiate import FromBody
from shared.api.openapi import describes
from shared.api.people import Level
from shared.api.problem import Code
from shared.api.scopes import Scope


@patch(
    "/tables/{table:str}",
    guards=[signed_in, for_people],
    opt=describes(
        *AS_HOST,
        Code.INVALID_OPTIONS,
        Code.SEATS_IN_USE,
        example=AlterTable(visibility=Visibility.FRIENDS),
        scope=Scope.TABLES_WRITE,
    ),
)
async def alter_table(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], data: FromBody[AlterTable]
) -> TableInfo:
    """Changes options, pace and terms. Whoever was ready for another game is not ready for this one."""
    return await lobby.alter(table, caller, data)


@put(
    "/tables/{table:str}/host",
    guards=[signed_in, for_people],
    opt=describes(*AS_HOST, Code.PLAYER_NOT_SEATED, example=NewHost("a_01JD..."), scope=Scope.TABLES_WRITE),
)
async def hand_over(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], data: FromBody[NewHost]
) -> TableInfo:
    """Makes somebody who sits there the host."""
    return await lobby.act(table, caller, HandOver(data.player))


@delete(
    "/tables/{table:str}/players/{player:str}",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(*AS_HOST, Code.PLAYER_NOT_SEATED, Code.NOT_YOURSELF, scope=Scope.TABLES_WRITE),
)
async def kick_player(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], player: FromPath[str]
) -> TableInfo:
    """Sends somebody away who sits there or is invited; they cannot come back to this table."""
    return await lobby.act(table, caller, Kick(player))


@put(
    "/tables/{table:str}/seats/{seat:int}/bot",
    guards=[signed_in, for_people],
    opt=describes(
        *AS_HOST, Code.NO_SUCH_SEAT, Code.SEAT_TAKEN, example=NewBot(Level.EASY), scope=Scope.TABLES_WRITE
    ),
)
async def seat_bot(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], seat: FromPath[int], data: FromBody[NewBot]
) -> TableInfo:
    """Puts a bot onto a free seat, or changes how well the one there plays."""
    return await lobby.act(table, caller, SeatBot(seat, data.level))


@delete(
    "/tables/{table:str}/seats/{seat:int}/bot",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(*AS_HOST, Code.NO_SUCH_SEAT, Code.NO_BOT_THERE, scope=Scope.TABLES_WRITE),
)
async def remove_bot(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], seat: FromPath[int]
) -> TableInfo:
    """Frees a bot's seat."""
    return await lobby.act(table, caller, RemoveBot(seat))


def hosts_router() -> Router:
    handlers = [alter_table, hand_over, kick_player, seat_bot, remove_bot]
    return Router("/v1", route_handlers=handlers, tags=["tables"])
