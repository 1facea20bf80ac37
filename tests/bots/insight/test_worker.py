"""Analyses in real Celery workers, begun by a real dispatcher, and what a kill does to them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.log.archive import open_archive
from shared.log.insight import Analyses, load_functions
from shared.settings import Settings
from tests.bots.insight.conftest import stored
from tests.bots.test_job_worker import CHATTER, kill, started
from tests.engine.finished import finished

WORKER = ("celery", "-A", "services.bots.insight.celery", "worker", "-c", "1", "-l", "WARNING", *CHATTER)
WAIT_S = 100

pytestmark = pytest.mark.slow


async def _until(holds: Callable[[], Awaitable[Any]]) -> Any:
    async with asyncio.timeout(WAIT_S):
        while not (found := await holds()):
            await asyncio.sleep(0.05)
    return found


async def test_an_analysis_whose_worker_is_killed_is_finished_by_the_next(
    server: Redis, config: Settings, searching: None
) -> None:
    await load_functions(server)
    await stored(server, "g_1", finished("floor"))
    asked = Analyses(server, open_archive(config), config.partitions)
    await asked.ask("g_1", "n_1", "floor", "a_0")

    async def begun() -> Any:
        underway = await asked.underway("g_1")
        return underway is not None and underway.decisions

    async def over() -> bool:
        return await asked.underway("g_1") is None

    where = {"PATERNOSTER_ARCHIVE_URL": config.archive_url}
    slow, quick = ({**where, "PATERNOSTER_INSIGHT_SIMULATIONS": count} for count in ("200000", "20"))
    async with started(config, "services.bots.dispatcher", more=where):
        async with started(config, *WORKER, more=slow) as worker:
            first = await _until(begun)
            kill(worker)
        async with started(config, *WORKER, more=quick):
            done = await _until(lambda: asked.done("g_1"))
            await _until(over)
    assert len(done.decisions) > len(first)
