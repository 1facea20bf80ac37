"""The whole API on a real port, a proxy before it, and a storm in the proxy."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest
import uvicorn
import uvloop
from litestar import Litestar

from services.engine.api import follow
from shared.client import sources
from shared.log.outage import end
from shared.settings import Settings
from tests.badnet.storm import storm
from tests.chaos.proxy import Proxy, tcp
from tests.integration.engine.conftest import app, http_server
from tests.integration.engine.sockets import capped

__all__ = ["app", "http_server"]

KEEP_ALIVE_S = 1.0
SEED = int(os.environ.get("PATERNOSTER_SEED", "1"))


@pytest.fixture
def config(var: Path) -> Settings:
    """All players come from one address here."""
    return Settings(var=var, limit_percent=0)


@pytest.fixture
def lively(app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is noticed within seconds instead of half a minute."""
    monkeypatch.setattr(follow, "KEEP_ALIVE_S", KEEP_ALIVE_S)
    monkeypatch.setattr(sources, "POLL_S", 1)
    capped(app, keep_alive_s=KEEP_ALIVE_S)


@pytest.fixture
async def proxy(http_server: uvicorn.Server, lively: None) -> AsyncIterator[Proxy]:
    """Calm."""
    proxy = Proxy(tcp(http_server.servers[0].sockets[0].getsockname()[1]), Random(SEED))
    await proxy.start()
    yield proxy
    proxy.close()


@pytest.fixture
async def bad_network(proxy: Proxy) -> AsyncIterator[Proxy]:
    raging = asyncio.create_task(storm(proxy, Random(SEED + 1)))
    yield proxy
    await end(raging)


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop that the servers run on, which needs half the time of the usual one."""
    return {"uvloop": uvloop.new_event_loop}
