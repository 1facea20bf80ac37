"""The HTTP face of what can be checked: open to everybody, as a check that one must be let into is none."""

from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from services.engine.api.checking import Checking, Export, Fairness
from shared.api.auth import Caller
from shared.api.negotiate import get
from shared.api.openapi import describes
from shared.api.problem import Code
from shared.api.scopes import Scope

THERE = (Code.NO_SUCH_GAME, Code.GAME_PARKED)

TheChecking = NamedDependency[Checking]
Reader = NamedDependency[Caller | None]


@get("/games/{game:str}/fairness", opt=describes(*THERE, scope=Scope.GAMES_READ))
async def read_fairness(checking: TheChecking, game: FromPath[str]) -> Fairness:
    """How the game's chance can be checked: the commitment while it runs, everything once it has ended."""
    return await checking.fairness(game)


@get("/games/{game:str}/export", opt=describes(*THERE, scope=Scope.GAMES_READ))
async def export_game(checking: TheChecking, reader: Reader, game: FromPath[str]) -> Export:
    """The game's log as a document: what the caller may see of it, or all of it once it has ended."""
    return await checking.export(game, reader)


async def provide_checking(state: State) -> Checking:
    return Checking(state.log, state.settings.partitions)


def checking_router() -> Router:
    handlers = [read_fairness, export_game]
    return Router(
        "/v1",
        route_handlers=handlers,
        tags=["games"],
        dependencies={"checking": Provide(provide_checking)},
    )
