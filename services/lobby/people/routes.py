"""The HTTP face of people: profiles, friends, blocks."""

from typing import Annotated, Literal

from litestar import Router, delete, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.people.circle import Circle
from services.lobby.people.register import Register
from services.lobby.people.tie import Standing
from services.lobby.people.wire import BlockList, FriendList, PlayerInfo, Relation
from shared.api.auth import Caller, for_people, signed_in
from shared.api.caps import CAPS, Cap
from shared.api.negotiate import get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 50
LONGEST_PAGE = CAPS[Cap.LIST_PAGE]

TheCircle = NamedDependency[Circle]
TheRegister = NamedDependency[Register]
TheCaller = NamedDependency[Caller]
Limit = Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)]


@get("/players/{player:str}", opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ACCOUNT_READ))
async def read_player(
    register: TheRegister, reader: NamedDependency[Caller | None], player: FromPath[str]
) -> PlayerInfo:
    """What everybody may know of somebody, and what they are to the caller."""
    return await register.player(player, reader)


@get("/players", opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ACCOUNT_READ))
async def find_player(
    register: TheRegister,
    reader: NamedDependency[Caller | None],
    handle: Annotated[str, QueryParameter(min_length=1, max_length=64)],
) -> PlayerInfo:
    """Finds somebody by their whole handle, in any case of letters."""
    return await register.by_handle(handle, reader)


@get("/me/friends", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_READ))
async def list_friends(
    register: TheRegister,
    caller: TheCaller,
    standing: FromQuery[Literal["friends", "asks", "asked"] | None] = None,
    limit: Limit = PAGE,
    cursor: FromQuery[str | None] = None,
) -> FriendList:
    """Friends, who asks to be one, and who was asked; of one `standing` only if it is named."""
    return await register.friends(caller, standing and Standing(standing), limit, cursor)


@put(
    "/me/friends/{player:str}",
    guards=[signed_in, for_people],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.THAT_IS_YOU,
        Code.PLAYER_BLOCKED,
        Code.TOO_MANY_FRIENDS,
        Code.TOO_MANY_TIES,
        scope=Scope.ACCOUNT_WRITE,
    ),
)
async def ask_friend(
    circle: TheCircle, register: TheRegister, caller: TheCaller, player: FromPath[str]
) -> Relation:
    """Asks somebody to be friends, or says yes to whoever has asked. Two who ask each other are friends."""
    return await register.relation(caller, player, await circle.ask(caller, player))


@delete(
    "/me/friends/{player:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ACCOUNT_WRITE),
)
async def part_from_friend(
    circle: TheCircle, register: TheRegister, caller: TheCaller, player: FromPath[str]
) -> Relation:
    """Ends a friendship, declines a request, or withdraws one's own."""
    return await register.relation(caller, player, await circle.part(caller, player))


@get("/me/blocks", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_READ))
async def list_blocks(
    register: TheRegister, caller: TheCaller, limit: Limit = PAGE, cursor: FromQuery[str | None] = None
) -> BlockList:
    """Whom the caller has blocked."""
    return await register.blocked(caller, limit, cursor)


@put(
    "/me/blocks/{player:str}",
    guards=[signed_in],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.THAT_IS_YOU,
        Code.TOO_MANY_BLOCKS,
        Code.TOO_MANY_TIES,
        scope=Scope.ACCOUNT_WRITE,
    ),
)
async def block_player(
    circle: TheCircle, register: TheRegister, caller: TheCaller, player: FromPath[str]
) -> Relation:
    """Blocks somebody, who is not told: no pairing, no invitation, no message, no friendship between the two."""
    return await register.relation(caller, player, await circle.block(caller, player))


@delete(
    "/me/blocks/{player:str}",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_ACCOUNT, scope=Scope.ACCOUNT_WRITE),
)
async def unblock_player(
    circle: TheCircle, register: TheRegister, caller: TheCaller, player: FromPath[str]
) -> Relation:
    """Takes the caller's block back; one that the other has set stays."""
    return await register.relation(caller, player, await circle.unblock(caller, player))


def people_router() -> Router:
    handlers = [
        read_player, find_player, list_friends, ask_friend, part_from_friend, list_blocks, block_player,
        unblock_player,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["people"])
