"""The HTTP face of leave."""

from litestar import Router, delete, put
from litestar.di import NamedDependency

from services.lobby.leave.leave import ended, taken
from services.lobby.leave.leaves import Leaves
from services.lobby.leave.wire import LeaveInfo, TakeLeave, leave_info
from shared.api.auth import Caller, for_people, signed_in
from shared.api.moment import now_ms
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

TheLeaves = NamedDependency[Leaves]
TheCaller = NamedDependency[Caller]


@get("/me/leave", guards=[signed_in], opt=describes(scope=Scope.ACCOUNT_READ))
async def read_leave(leaves: TheLeaves, caller: TheCaller, leave_days: NamedDependency[int]) -> LeaveInfo:
    """Whether the caller is on leave, and how much of this year's is left."""
    return leave_info(await leaves.read(caller), now_ms(), leave_days)


@put(
    "/me/leave",
    guards=[signed_in, for_people],
    opt=describes(Code.LEAVE_USED_UP, scope=Scope.ACCOUNT_WRITE, example=TakeLeave(5)),
)
async def take_leave(
    leaves: TheLeaves, caller: TheCaller, leave_days: NamedDependency[int], data: FromBody[TakeLeave]
) -> LeaveInfo:
    """Stops the caller's clocks in all games by days, also in those that begin meanwhile. Moves may still be made."""
    now = now_ms()
    leave = await leaves.change(caller, lambda leave: taken(leave, data.days, now, leave_days), now)
    return leave_info(leave, now, leave_days)


@delete("/me/leave", guards=[signed_in], status_code=200, opt=describes(scope=Scope.ACCOUNT_WRITE))
async def end_leave(leaves: TheLeaves, caller: TheCaller, leave_days: NamedDependency[int]) -> LeaveInfo:
    """Lets the clocks go on; whole days that were not used may be taken again."""
    now = now_ms()
    return leave_info(await leaves.change(caller, lambda leave: ended(leave, now), now), now, leave_days)


def leave_router() -> Router:
    return Router("/v1", route_handlers=[read_leave, take_leave, end_leave], tags=["me"])
