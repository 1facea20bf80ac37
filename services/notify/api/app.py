"""The composition root of the routes: what a process needs in order to serve them, alone or beside others."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from services.notify.api.desk import Desk
from services.notify.api.routes import notices_router
from services.notify.configured import channels
from services.notify.outbox import Outbox
from services.notify.vapid import VapidKey
from shared.api.notices.history import History
from shared.settings import Settings


def routers() -> list[Router]:
    return [Router("/", route_handlers=[notices_router()], dependencies={"desk": Provide(provide_desk)})]


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncGenerator[None]:
    """Needs the common connections in `app.state`."""
    state, settings = app.state, _settings(app)
    state.notices_desk = Desk(
        book=state.book,
        history=History(state.redis),
        outbox=Outbox(state.redis),
        limits=state.limits,
        on=channels(settings),
        public_key=VapidKey(settings.vapid_key).public if settings.vapid_key else None,
    )
    yield


def _settings(app: Litestar) -> Settings:
    return app.state.settings


async def provide_desk(state: State) -> Desk:
    return state.notices_desk
