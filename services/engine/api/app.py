"""The engine API's composition root: what a process needs in order to serve it, alone or beside others."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from services.engine.api.checking_routes import checking_router
from services.engine.api.follow import KEEP_ALIVE_S
from services.engine.api.games import Games
from services.engine.api.insight import Insight
from services.engine.api.insight_routes import insight_router
from services.engine.api.mine import Mine
from services.engine.api.mine_routes import mine_router
from services.engine.api.mine_summary import Summaries
from services.engine.api.routes import games_router
from services.engine.api.socket_desk import Desk
from services.engine.api.socket_route import open_socket
from services.engine.api.wakes import Wakes
from shared.api.app import application
from shared.api.auth import check_token
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.insight import Analyses, load_functions
from shared.settings import Settings


def routers() -> list[Router]:
    inner: list[Any] = [games_router(), checking_router(), mine_router(), insight_router(), open_socket]
    given = {
        "games": Provide(provide_games),
        "mine": Provide(provide_mine),
        "insight": Provide(provide_insight),
    }
    return [Router("/", route_handlers=inner, dependencies=given)]


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncGenerator[None]:
    """Needs the common connections in `app.state`."""
    state = app.state
    archive = open_archive(state.settings)
    state.log = ArchivedLog(state.redis, archive)
    await load_functions(state.redis)
    state.games = Games(
        redis=state.redis,
        log=state.log,
        listening=state.listening,
        courier=state.courier,
        people=state.people,
        texts=state.texts,
        partitions=state.settings.partitions,
        presence=state.presence,
    )
    state.insight = Insight(
        redis=state.redis,
        courier=state.courier,
        reader=state.games.reader,
        analyses=Analyses(state.redis, archive, state.settings.partitions),
        limits=state.limits,
        partitions=state.settings.partitions,
        leaving=state.leaving,
    )
    wakes = Wakes(state.inbox, state.listening)
    summaries = Summaries(state.games.reader, state.log, state.people, state.texts)
    state.mine = Mine(state.inbox, summaries, wakes)
    state.sockets = Desk(
        games=state.games,
        check=partial(check_token, state),
        ended=state.ended,
        limits=state.limits,
        places=state.places,
        presence=state.presence,
        texts=state.texts,
        origins=tuple(filter(None, state.settings.socket_origins.split(","))),
        mine=partial(state.mine.changes, quiet_s=KEEP_ALIVE_S),
    )
    state.leaving.then(state.games.hub.release)
    state.leaving.then(wakes.release)
    yield
    await wakes.close()
    await state.games.hub.close()


async def provide_games(state: State) -> Games:
    return state.games


async def provide_mine(state: State) -> Mine:
    return state.mine


async def provide_insight(state: State) -> Insight:
    return state.insight


def engine_api(settings: Settings) -> Litestar:
    """The engine API by itself."""
    return application(routers(), settings, lifespan=[lifespan])
