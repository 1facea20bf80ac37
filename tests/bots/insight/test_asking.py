"""What players ask for becomes tasks on a real broker: hints where bots think, analyses in a queue of their own."""

import asyncio
import base64
import json

from redis.asyncio import Redis

from services.bots import celery as bots
from services.bots.insight import celery as analyses
from shared.log.archive import open_archive
from shared.log.commands import FIELD
from shared.log.connect import connect
from shared.log.embedded import socket_of
from shared.log.insight import ASKS, Analyses, HintAsked, encode, load_functions
from shared.settings import Settings
from tests.bots.test_dispatcher_run import dispatching

WAIT_S = 15


async def _task(config: Settings, queue: str, wait_s: float = WAIT_S) -> tuple[str, list[object]] | None:
    """Name and arguments of the next task of a queue; `None` when none comes."""
    async with connect(f"unix://{socket_of(config.var)}?db=1", blocking=True) as broker:
        found = await broker.brpop([queue], timeout=wait_s)
        await broker.connection_pool.disconnect()
    task = json.loads(found[1]) if found else None
    return task and (task["headers"]["task"], json.loads(base64.b64decode(task["body"]))[0])


async def test_a_hint_that_was_asked_for_is_worked_out_where_bots_think(
    server: Redis, config: Settings
) -> None:
    found = None
    async with dispatching(config), asyncio.timeout(WAIT_S):
        while (
            found is None
        ):  # as who waits for it does, since asks from before the dispatcher's start are lost
            await server.xadd(ASKS, {FIELD: encode(HintAsked("g_1", 2, 17))})
            found = await _task(config, bots.QUEUE, 1)
    assert found == (bots.HINT, ["g_1", 2, 17])


async def test_an_analysis_is_begun_in_a_queue_of_its_own(server: Redis, config: Settings) -> None:
    await load_functions(server)
    asked = Analyses(server, open_archive(config), config.partitions)
    await asked.ask("g_1", "n_1", "floor", "a_0")
    async with dispatching(config):
        assert await _task(config, analyses.QUEUE) == (analyses.ANALYSE, ["g_1"])
        await asked.note("g_1", "n_1", 0, {})
        assert await _task(config, analyses.QUEUE) == (analyses.ANALYSE, ["g_1"])
