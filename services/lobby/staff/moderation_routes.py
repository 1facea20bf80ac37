"""The HTTP face of reports: anybody makes them, moderators settle them."""

from typing import Annotated

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.lobby.staff.bench import Bench
from services.lobby.staff.reports import Reason, ReportOutcome
from services.lobby.staff.wire import (
    Act,
    NewReport,
    NewVerdict,
    Reported,
    ReportInfo,
    ReportList,
)
from services.lobby.talk.wire import MessageList
from shared.api.auth import Caller, for_people, signed_in
from shared.api.negotiate import FromBody, get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

PAGE = 50
LONGEST_PAGE = 100

TheBench = NamedDependency[Bench]
TheCaller = NamedDependency[Caller]
Language = NamedDependency[str]


@post(
    "/players/{player:str}/reports",
    guards=[signed_in, for_people],
    opt=describes(
        Code.NO_SUCH_ACCOUNT,
        Code.NO_SUCH_TABLE,
        Code.NO_SUCH_MESSAGE,
        Code.THAT_IS_YOU,
        scope=Scope.ACCOUNT_WRITE,
        example=NewReport(Reason.INSULT, "Swears at everybody", "g_01JD2Q0V9Y3M8E5X7K4T6R1ZAB"),
    ),
)
async def report_player(
    bench: TheBench, caller: TheCaller, player: FromPath[str], data: FromBody[NewReport]
) -> Reported:
    """Tells the moderators of somebody, who does not learn of it. The same again changes nothing."""
    return await bench.report(caller, player, data)


@get("/moderation/reports", guards=[signed_in], opt=describes(scope=Scope.MODERATION_READ))
async def list_reports(
    bench: TheBench,
    settled: FromQuery[bool] = False,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = PAGE,
    cursor: FromQuery[str | None] = None,
) -> ReportList:
    """Reports that wait, the oldest first, or those that are settled, the last first."""
    return await bench.page(settled=settled, limit=limit, cursor=cursor)


@get(
    "/moderation/reports/{report:str}",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_REPORT, scope=Scope.MODERATION_READ),
)
async def read_report(bench: TheBench, report: FromPath[str]) -> ReportInfo:
    """One report."""
    return await bench.read(report)


@post(
    "/moderation/reports/{report:str}/settle",
    guards=[signed_in],
    status_code=200,
    opt=describes(
        Code.NO_SUCH_REPORT,
        scope=Scope.MODERATION_WRITE,
        example=NewVerdict(ReportOutcome.SILENCED, "third time this week"),
    ),
)
async def settle_report(
    bench: TheBench, caller: TheCaller, report: FromPath[str], data: FromBody[NewVerdict]
) -> ReportInfo:
    """Settles a report; a verdict that stands already stays."""
    return await bench.settle(caller, report, data)


@get(
    "/moderation/tables/{table:str}/messages",
    guards=[signed_in],
    opt=describes(Code.NO_SUCH_TABLE, scope=Scope.MODERATION_READ),
)
async def list_all_messages(bench: TheBench, language: Language, table: FromPath[str]) -> MessageList:
    """Everything that is kept of what was said at a table, hidden messages too."""
    return await bench.talk.read_all(table, language)


@post(
    "/moderation/tables/{table:str}/messages/{number:int}/hide",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_MESSAGE, scope=Scope.MODERATION_WRITE, example=Act("an insult")),
)
async def hide_message(
    bench: TheBench,
    caller: TheCaller,
    language: Language,
    table: FromPath[str],
    number: FromPath[int],
    data: FromBody[Act],
) -> MessageList:
    """Hides a message from everybody who reads it from now on."""
    await bench.hide(caller, table, number, data.reason, hidden=True)
    return await bench.talk.read_all(table, language)


@post(
    "/moderation/tables/{table:str}/messages/{number:int}/show",
    guards=[signed_in],
    status_code=200,
    opt=describes(Code.NO_SUCH_MESSAGE, scope=Scope.MODERATION_WRITE, example=Act("not that bad")),
)
async def show_message(
    bench: TheBench,
    caller: TheCaller,
    language: Language,
    table: FromPath[str],
    number: FromPath[int],
    data: FromBody[Act],
) -> MessageList:
    """Shows a hidden message again."""
    await bench.hide(caller, table, number, data.reason, hidden=False)
    return await bench.talk.read_all(table, language)


def moderation_router() -> Router:
    handlers = [
        report_player, list_reports, read_report, settle_report, list_all_messages, hide_message, show_message,
    ]  # fmt: skip
    return Router("/v1", route_handlers=handlers, tags=["moderation"])
