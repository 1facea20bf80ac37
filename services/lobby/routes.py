"""The lobby's HTTP face: each handler reads, has it judged, and answers."""

from typing import Annotated, Any

from litestar import Router, delete, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.kinds import KindInfo, KindList
from services.lobby.lobby import Lobby
from services.lobby.wire import (
    JoinTable,
    NewBot,
    NewTable,
    TableInfo,
    TableList,
    checked_entropy,
)
from services.lobby.wishes import Join, Leave, RemoveBot, SeatBot
from shared.api.auth import Caller, signed_in
from shared.api.caps import CAPS, Cap
from shared.api.idempotency import Naming
from shared.api.negotiate import ApiRequest, FromBody, Negotiated, get
from shared.api.openapi import describes
from shared.api.people import Level
from shared.api.prefer import Pending, answered, wait_of
from shared.api.problem import ApiError, Code
from shared.api.scopes import Scope
from shared.log.commands import OPENING

ANYWHERE = JoinTable()

CHANGING = (Code.NO_SUCH_TABLE, Code.TABLE_NOT_OPEN)
AS_HOST = (*CHANGING, Code.NOT_HOST)

PAGE = 20
LONGEST_PAGE = CAPS[Cap.LIST_PAGE]

TheLobby = NamedDependency[Lobby]
TheCaller = NamedDependency[Caller]
Language = NamedDependency[str]


@get("/kinds")
async def list_kinds(lobby: TheLobby, language: Language) -> KindList:
    """What can be played."""
    return lobby.kinds.all(language)


@get("/kinds/{kind:str}", opt=describes(Code.NO_SUCH_KIND))
async def read_kind(lobby: TheLobby, language: Language, kind: FromPath[str]) -> KindInfo:
    """One kind."""
    found = lobby.kinds.one(language, kind)
    if found is None:
        raise ApiError(Code.NO_SUCH_KIND, params={"kind": kind})
    return found


@post(
    "/tables",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_KIND, Code.INVALID_OPTIONS, example=NewTable("floor", 3), scope=Scope.TABLES_WRITE
    ),
)
async def open_table(
    lobby: TheLobby, caller: TheCaller, naming: NamedDependency[Naming], data: FromBody[NewTable]
) -> TableInfo:
    """Opens a table. Its host takes the first seat unless `host_sits` is false."""
    return await lobby.open(f"g_{naming.ulid()}", caller, data)


@get("/tables")
async def list_tables(
    lobby: TheLobby,
    kind: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> TableList:
    """Open tables, newest first."""
    return await lobby.page(kind, limit, cursor)


@get("/tables/{table:str}", opt=describes(Code.NO_SUCH_TABLE))
async def read_table(lobby: TheLobby, table: FromPath[str]) -> TableInfo:
    """A table, for whoever knows its id."""
    return await lobby.show(table)


@post(
    "/tables/{table:str}/join",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        *CHANGING,
        Code.NO_SUCH_SEAT,
        Code.SEAT_TAKEN,
        Code.TABLE_FULL,
        Code.ALREADY_SEATED,
        example=JoinTable(1),
        scope=Scope.TABLES_WRITE,
    ),
)
async def join_table(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], data: FromBody[JoinTable] = ANYWHERE
) -> TableInfo:
    """Takes a seat, the first free one if none is named. Who has it already may change the entropy."""
    return await lobby.act(table, caller, Join(data.seat, checked_entropy(data.entropy)))


@post(
    "/tables/{table:str}/leave",
    guards=[signed_in],
    status_code=200,
    opt=describes(*CHANGING, Code.NOT_SEATED, scope=Scope.TABLES_WRITE),
)
async def leave_table(lobby: TheLobby, caller: TheCaller, table: FromPath[str]) -> TableInfo:
    """Gives the seat up; the host also hands over, or closes the table when nobody is left."""
    return await lobby.act(table, caller, Leave())


@put(
    "/tables/{table:str}/seats/{seat:int}/bot",
    guards=[signed_in],
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
    guards=[signed_in],
    status_code=200,
    opt=describes(*AS_HOST, Code.NO_SUCH_SEAT, Code.NO_BOT_THERE, scope=Scope.TABLES_WRITE),
)
async def remove_bot(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], seat: FromPath[int]
) -> TableInfo:
    """Frees a bot's seat."""
    return await lobby.act(table, caller, RemoveBot(seat))


@post(
    "/tables/{table:str}/start",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        *AS_HOST,
        Code.SEATS_OPEN,
        Code.NOT_ANSWERED_YET,
        answer=TableInfo,
        pending=Pending,
        scope=Scope.TABLES_WRITE,
    ),
)
async def start_table(
    request: ApiRequest, lobby: TheLobby, caller: TheCaller, table: FromPath[str]
) -> Negotiated[Any]:
    """Starts the game, whose id is the table's; answers once it is there. May be repeated."""
    wait_s = wait_of(request)
    place = Pending(OPENING, f"/v1/games/{table}/commands/{OPENING}")
    return await answered(lobby.start(table, caller, wait_s), wait_s, place)


def kinds_router() -> Router:
    return Router("/v1", route_handlers=[list_kinds, read_kind], tags=["kinds"])


def tables_router() -> Router:
    handlers = [
        open_table, list_tables, read_table, join_table, leave_table, seat_bot, remove_bot, start_table,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["tables"])
