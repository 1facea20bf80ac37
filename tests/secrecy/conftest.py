"""Lobby and engine API as one app, and a worker that is there only while it is wanted: logs are put in its place by hand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.engine.api import app as engine
from services.engine.worker.loop import Worker
from services.lobby import app as lobby
from services.notify.api import app as notices
from shared.api.app import application
from shared.log.connect import connect
from shared.settings import Settings
from tests.integration.conftest import alive, guest, http  # noqa: F401 (fixtures)
from tests.integration.engine.conftest import address, http_server, wire  # noqa: F401


@pytest.fixture
def config(var: Path) -> Settings:
    """One partition, so that a worker is soon at work and soon away."""
    return Settings(var=var, partitions=1, limit_percent=0)


@pytest.fixture
async def app(server: Redis, config: Settings) -> AsyncIterator[Litestar]:
    routers = [*lobby.routers(), *engine.routers(), *notices.routers()]
    lifespans = [lobby.lifespan, engine.lifespan, notices.lifespan]
    both = application(routers, config, lifespan=lifespans)
    async with alive(both):
        yield both


@asynccontextmanager
async def judging(config: Settings) -> AsyncIterator[None]:
    """A worker that knows nothing but the logs."""
    async with connect(config.valkey, blocking=True) as reading, connect(config.valkey) as writing:
        worker = Worker(writing, reading, partitions=config.partitions, lease_ms=config.lease_ms)
        working = asyncio.create_task(worker.run())
        yield
        worker.stop()
        await working
