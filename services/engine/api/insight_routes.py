"""The HTTP face of what the search tells people."""

from typing import Annotated

from litestar import Router, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.engine.api.insight import Insight
from services.engine.api.insight_wire import AnalysisInfo, HintInfo
from shared.api.auth import Caller, for_people, signed_in
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.idempotency import Naming
from shared.api.negotiate import get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

THERE = (Code.NO_SUCH_GAME, Code.GAME_PARKED, Code.NOT_SEATED)
OVER = (*THERE, Code.GAME_NOT_OVER)

TheInsight = NamedDependency[Insight]
TheCaller = NamedDependency[Caller]


@post(
    "/games/{game:str}/analysis",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(*OVER, Code.KIND_NOT_SEARCHED, scope=Scope.GAMES_PLAY),
)
async def ask_for_analysis(
    insight: TheInsight, caller: TheCaller, naming: NamedDependency[Naming], game: FromPath[str]
) -> AnalysisInfo:
    """Has an ended game analysed: what each decision was worth, and what would have been best. Asked again, it is the same.

    Whoever sat there may ask, and of a public table's game everybody. Whoever asked is told when it is done.
    """
    return await insight.ask(game, caller, f"n_{naming.ulid()}")


@get(
    "/games/{game:str}/analysis",
    guards=[signed_in],
    opt=describes(*OVER, Code.NO_SUCH_ANALYSIS, counts_as=Bucket.STREAMS, scope=Scope.GAMES_READ),
)
async def read_analysis(
    insight: TheInsight,
    caller: TheCaller,
    game: FromPath[str],
    after: Annotated[int | None, QueryParameter(ge=0, le=10_000)] = None,
    wait: Annotated[int, QueryParameter(ge=0, le=CAPS[Cap.WAIT_S])] = 0,
) -> AnalysisInfo:
    """How far the analysis is, and what it has found; with `wait`, once more than `after` decisions are judged.

    A finished one stays for good.
    """
    return await insight.analysis(game, caller, after, wait)


@delete(
    "/games/{game:str}/analysis",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(*OVER, Code.NO_SUCH_ANALYSIS, scope=Scope.GAMES_PLAY),
)
async def cancel_analysis(insight: TheInsight, caller: TheCaller, game: FromPath[str]) -> AnalysisInfo:
    """Takes the caller's wish for an analysis back; it goes on only if somebody else has asked too."""
    return await insight.cancel(game, caller)


@post(
    "/games/{game:str}/hints",
    guards=[signed_in, for_people],
    status_code=200,
    opt=describes(
        *THERE,
        Code.HINTS_OFF,
        Code.HINTS_USED_UP,
        Code.GAME_OVER,
        Code.SEAT_CONCEDED,
        Code.VERSION_CONFLICT,
        "not-your-turn",
        Code.NOT_ANSWERED_YET,
        scope=Scope.GAMES_PLAY,
    ),
)
async def take_hint(insight: TheInsight, caller: TheCaller, game: FromPath[str]) -> HintInfo:
    """What the search would do in the caller's place, by what their seat may see.

    Everybody at the table sees that it was asked for. Asking again before the next move gives the same hint and counts once.
    """
    return await insight.hint(game, caller)


def insight_router() -> Router:
    handlers = [ask_for_analysis, read_analysis, cancel_analysis, take_hint]
    return Router("/v1", route_handlers=handlers, tags=["insight"])
