"""The lobby's composition root: what a process needs in order to serve it, alone or beside others."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from services.lobby.accounts import Accounts
from services.lobby.kinds import Kinds
from services.lobby.lobby import Lobby
from services.lobby.routes import accounts_router, kinds_router, tables_router
from services.lobby.store import Tables
from shared.api.app import application
from shared.seeds import HOUSE, load_sets
from shared.settings import Settings


def routers() -> list[Router]:
    inner: list[Any] = [accounts_router(), kinds_router(), tables_router()]
    return [Router("/", route_handlers=inner, dependencies={"lobby": Provide(provide_lobby)})]


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncGenerator[None]:
    """Needs the common connections in `app.state`."""
    state = app.state
    sets = load_sets()
    state.lobby = Lobby(
        accounts=Accounts(state.redis, state.people),
        tables=Tables(state.redis, state.settings.partitions),
        people=state.people,
        courier=state.courier,
        kinds=Kinds(sets, state.texts),
        house_sets={kind: named[HOUSE] for kind, named in sets.items()},
    )
    yield


async def provide_lobby(state: State) -> Lobby:
    return state.lobby


def lobby(settings: Settings) -> Litestar:
    """The lobby by itself."""
    return application(routers(), settings, lifespan=[lifespan])
