"""A real embedded Valkey for all tests of the bots, empty at the start of each."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import redis
from redis.asyncio import Redis

from shared.log.connect import connect, connect_plain
from shared.log.embedded import running
from shared.log.valkey import load_functions
from shared.logs import route
from shared.settings import Settings


@pytest.fixture(scope="session")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("v")
    with running(folder):
        yield folder


@pytest.fixture
def config(var: Path) -> Settings:
    return Settings(var=var)


@pytest.fixture
async def server(config: Settings) -> AsyncIterator[Redis]:
    """A client of an empty server. structlog's events reach `caplog`."""
    route()
    async with connect(config.valkey) as client:
        await client.flushall()
        await load_functions(client)
        yield client
        await client.connection_pool.disconnect()


@pytest.fixture
def plain(config: Settings, server: Redis) -> Iterator[redis.Redis]:
    with connect_plain(config.valkey) as client:
        yield client
