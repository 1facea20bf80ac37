"""What all tests share: a real embedded Valkey, and that no log record comes unexpectedly."""

import logging
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from redis.asyncio import Redis

from shared.log.connect import connect
from shared.log.embedded import running
from shared.log.valkey import load_functions
from shared.logs import route
from shared.settings import Settings

ELSEWHERE = os.environ.get("PATERNOSTER_TEST_SERVER", "")
"""A server that the tests may empty, to be used in place of the embedded one."""


@pytest.fixture(autouse=True)
def no_unexpected_log_record(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """A warning or worse fails the test, unless it says so: `@pytest.mark.logs("game-parked")`."""
    route()
    yield
    expected = {event for marker in request.node.iter_markers("logs") for event in marker.args}
    records = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    events = [_event(record) for record in records if record.levelno >= logging.WARNING]
    assert [event for event in events if event not in expected] == []


def _event(record: logging.LogRecord) -> str:
    return str(record.msg["event"] if isinstance(record.msg, dict) else record.getMessage())


@pytest.fixture(scope="session")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of one server for the whole run, unless there is one elsewhere."""
    folder = tmp_path_factory.mktemp("v")
    with nullcontext() if ELSEWHERE else running(folder):
        yield folder


@pytest.fixture
def config(var: Path) -> Settings:
    return Settings(var=var, redis_url=ELSEWHERE)


@pytest.fixture
async def server(config: Settings) -> AsyncIterator[Redis]:
    """A client of the server, which is empty but for our functions."""
    async with connect(config.valkey) as client:
        await client.flushall()
        await load_functions(client)
        yield client
        await client.connection_pool.disconnect()
