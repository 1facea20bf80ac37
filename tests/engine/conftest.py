from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from shared.log.connect import connect
from shared.settings import Settings
from tests.engine.play import Bench, new_worker


@pytest.fixture
async def reading(config: Settings) -> AsyncIterator[Redis]:
    async with connect(config.valkey, blocking=True) as client:
        yield client
        await client.connection_pool.disconnect()


@pytest.fixture
async def bench(config: Settings, server: Redis, reading: Redis) -> Bench:
    """A worker that owns all partitions and works cycle by cycle."""
    worker = new_worker(config, server, reading)
    await worker.renew()
    return Bench(server, worker)
