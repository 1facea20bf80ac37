"""What only the bots' tests need."""

from collections.abc import Iterator

import pytest
import redis
from redis.asyncio import Redis

from shared.log.connect import connect_plain
from shared.settings import Settings


@pytest.fixture
def plain(config: Settings, server: Redis) -> Iterator[redis.Redis]:
    """The client of a process without an event loop."""
    with connect_plain(config.valkey) as client:
        yield client
