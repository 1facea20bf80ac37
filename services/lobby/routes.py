"""The lobby's HTTP face: each handler reads, has it judged, and answers."""

from typing import Annotated, Any

from litestar import Router, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.asked import JoinByCode, PickOfColours, SayReadiness
from services.lobby.filters import Filter, PaceType
from services.lobby.kinds import KindInfo, KindList
from services.lobby.lobby import Lobby
from services.lobby.terms import Visibility
from services.lobby.wire import JoinTable, NewTable, TableInfo, TableList, checked_entropy
from services.lobby.wishes import Join, Leave, PickColours, SayReady
from shared.api.auth import Caller, for_people, signed_in
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.idempotency import Naming
from shared.api.negotiate import ApiRequest, FromBody, Negotiated, get
from shared.api.openapi import describes
from shared.api.prefer import Pending, answered, wait_of
from shared.api.problem import ApiError, Code
from shared.api.scopes import Scope
from shared.log.commands import OPENING

ANYWHERE = JoinTable()

CHANGING = (Code.NO_SUCH_TABLE, Code.TABLE_NOT_OPEN, Code.TABLE_WORN_OUT)
AS_HOST = (*CHANGING, Code.NOT_HOST)
COMING = (
    *CHANGING, Code.NO_SUCH_SEAT, Code.SEAT_TAKEN, Code.TABLE_FULL, Code.ALREADY_SEATED, Code.KICKED,
    Code.NOT_ADMITTED, Code.RATING_TOO_LOW, Code.RATING_TOO_HIGH, Code.NOT_FOR_BOTS,
)  # fmt: skip

PAGE = 20
LONGEST_PAGE = CAPS[Cap.LIST_PAGE]

TheLobby = NamedDependency[Lobby]
TheCaller = NamedDependency[Caller]
Reader = NamedDependency[Caller | None]
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
    guards=[signed_in, for_people],
    opt=describes(
        Code.NO_SUCH_KIND, Code.INVALID_OPTIONS, example=NewTable("floor", 3), scope=Scope.TABLES_WRITE
    ),
)
async def open_table(
    lobby: TheLobby, caller: TheCaller, naming: NamedDependency[Naming], data: FromBody[NewTable]
) -> TableInfo:
    """Opens a table. Its host takes the first seat unless `host_sits` is false."""
    return await lobby.open(f"g_{naming.ulid()}", caller, data)


@get("/tables", opt=describes(scope=Scope.GAMES_READ))
async def list_tables(
    lobby: TheLobby,
    reader: Reader,
    kind: FromQuery[str | None] = None,
    free: Annotated[int, QueryParameter(ge=0, le=10)] = 0,
    pace: FromQuery[PaceType | None] = None,
    visibility: FromQuery[Visibility | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> TableList:
    """Open tables that the caller may see, newest first.

    `free`: at least so many free seats. Tables that somebody the caller has blocked, or is blocked by, sits at or
    hosts are left out. A page may be short though there is a `next`.
    """
    return await lobby.page(reader, Filter(kind, free, pace, visibility), limit, cursor)


@get("/tables/{table:str}", opt=describes(Code.NO_SUCH_TABLE, scope=Scope.GAMES_READ))
async def read_table(lobby: TheLobby, reader: Reader, table: FromPath[str]) -> TableInfo:
    """A table, for whoever may see it."""
    return await lobby.show(table, reader)


@post(
    "/tables/{table:str}/join",
    guards=[signed_in],
    status_code=200,
    opt=describes(*COMING, example=JoinTable(1), scope=Scope.TABLES_WRITE),
)
async def join_table(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], data: FromBody[JoinTable] = ANYWHERE
) -> TableInfo:
    """Takes a seat, the first free one if none is named. Who has it already may change the entropy."""
    return await lobby.join(table, caller, Join(data.seat, checked_entropy(data.entropy)))


@post(
    "/tables/join",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        *COMING,
        Code.NO_SUCH_CODE,
        counts_as=Bucket.CODES,
        example=JoinByCode("K7QM-2XRD"),
        scope=Scope.TABLES_WRITE,
    ),
)
async def join_table_by_code(lobby: TheLobby, caller: TheCaller, data: FromBody[JoinByCode]) -> TableInfo:
    """Takes a seat at the private table with this code, which those who sit there can tell."""
    return await lobby.join_by_code(caller, data)


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
    "/tables/{table:str}/ready",
    guards=[signed_in],
    opt=describes(*CHANGING, Code.NOT_SEATED, example=SayReadiness(), scope=Scope.TABLES_WRITE),
)
async def say_ready(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], data: FromBody[SayReadiness]
) -> TableInfo:
    """Says whether the caller is ready; the host is when starting."""
    return await lobby.act(table, caller, SayReady(data.ready))


@put(
    "/tables/{table:str}/colours",
    guards=[signed_in],
    opt=describes(
        *CHANGING,
        Code.NOT_SEATED,
        Code.NO_SUCH_COLOUR,
        Code.COLOUR_TAKEN,
        Code.TOO_MANY_COLOURS,
        example=PickOfColours(("b",)),
        scope=Scope.TABLES_WRITE,
    ),
)
async def pick_colours(
    lobby: TheLobby, caller: TheCaller, table: FromPath[str], data: FromBody[PickOfColours]
) -> TableInfo:
    """Picks the colours that the caller will play with, in kinds that have any; the game begins with them."""
    return await lobby.act(table, caller, PickColours(data.colours))


@post(
    "/tables/{table:str}/start",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(
        *AS_HOST,
        Code.SEATS_OPEN,
        Code.NOT_EVERYBODY_READY,
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
        open_table, list_tables, read_table, join_table, join_table_by_code, leave_table, say_ready, pick_colours,
        start_table,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["tables"])
