"""The whole app, and nobody counted: what is asked here is asked of every route. Without a worker, as no game is played."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.engine.api import app as engine
from services.lobby import app as lobby
from services.notify.api import app as notices
from services.notify.vapid import new_key
from shared.api.app import application
from shared.settings import Settings
from tests.integration.conftest import alive, anybody, guest, nobody  # noqa: F401 (fixtures)
from tests.integration.engine.conftest import address, http_server, seated, wire  # noqa: F401


@pytest.fixture
def config(var: Path) -> Settings:
    return Settings(var=var, limit_percent=0, vapid_key=new_key(), smtp_url="smtp://localhost:1")


@pytest.fixture
async def app(server: Redis, config: Settings) -> AsyncIterator[Litestar]:
    routers = [*lobby.routers(), *engine.routers(), *notices.routers()]
    lifespans = [lobby.lifespan, engine.lifespan, notices.lifespan]
    whole = application(routers, config, lifespan=lifespans)
    async with alive(whole):
        yield whole


@pytest.fixture
async def http(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """Answers are not held against the description here: what is asked for is no route as often as not."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://lobby") as client:
        yield client
