"""The engine API's composition root: what a process needs in order to serve it, alone or beside others."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from services.engine.api.checking_routes import checking_router
from services.engine.api.games import Games
from services.engine.api.routes import games_router
from services.engine.api.socket_desk import Desk
from services.engine.api.socket_route import open_socket
from shared.api.app import application
from shared.api.auth import check_token
from shared.settings import Settings


def routers() -> list[Router]:
    inner: list[Any] = [games_router(), checking_router(), open_socket]
    return [Router("/", route_handlers=inner, dependencies={"games": Provide(provide_games)})]


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncGenerator[None]:
    """Needs the common connections in `app.state`."""
    state = app.state
    state.games = Games(
        redis=state.redis,
        listening=state.listening,
        courier=state.courier,
        people=state.people,
        texts=state.texts,
        partitions=state.settings.partitions,
    )
    state.sockets = Desk(
        games=state.games,
        check=partial(check_token, state),
        limits=state.limits,
        places=state.places,
        texts=state.texts,
        origins=tuple(filter(None, state.settings.socket_origins.split(","))),
    )
    yield
    await state.games.hub.close()


async def provide_games(state: State) -> Games:
    return state.games


def engine_api(settings: Settings) -> Litestar:
    """The engine API by itself."""
    return application(routers(), settings, lifespan=[lifespan])
