"""Lobby and notices as one app; nothing is sent, as all that is configured leads nowhere."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby import app as lobby
from services.notify.api import app as notices
from services.notify.vapid import new_key
from shared.api.app import application
from shared.settings import Settings
from tests.integration.conftest import alive


@pytest.fixture
def config(var: Path) -> Settings:
    return Settings(var=var, vapid_key=new_key(), smtp_url="smtp://localhost:1", apns_key="")


@pytest.fixture
async def app(server: Redis, config: Settings) -> AsyncIterator[Litestar]:
    routers = [*lobby.routers(), *notices.routers()]
    app = application(routers, config, lifespan=[lobby.lifespan, notices.lifespan])
    async with alive(app):
        yield app
