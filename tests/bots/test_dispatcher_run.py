"""The dispatcher as it runs: from a feed on a real server to tasks on a real broker."""

import asyncio
import base64
import json
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from celery import Celery
from redis.asyncio import Redis

from services.bots.celery import QUEUE, configured
from services.bots.dispatcher.app import READER, Dispatcher
from services.bots.dispatcher.publish import Publisher
from services.bots.dispatcher.thoughts import Thought
from shared.log.connect import connect
from shared.log.embedded import running, socket_of
from shared.log.entry import Pace
from shared.settings import Settings
from tests.bots.match import begun, bots

WAIT_S = 15
HURRY = Pace(bot_ms=0)


@asynccontextmanager
async def dispatching(config: Settings) -> AsyncIterator[asyncio.Task[None]]:
    celery = Celery("test", set_as_current=False)
    celery.conf.update(configured(config))
    task = asyncio.create_task(Dispatcher(config, celery).run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])
        celery.close()


async def queued(config: Settings, count: int) -> list[list[object]]:
    """The arguments of that many tasks, taken off the queue in database 1, oldest first."""
    async with connect(f"unix://{socket_of(config.var)}?db=1") as broker:
        found = [await broker.brpop([QUEUE], timeout=WAIT_S / 2) for _ in range(count)]
        await broker.connection_pool.disconnect()
    return [json.loads(base64.b64decode(json.loads(message)["body"]))[0] for _, message in found]


class Told(logging.Handler):
    """Waits for a log record."""

    def __init__(self, event: str) -> None:
        super().__init__()
        self._event = event
        self._loop = asyncio.get_running_loop()
        self.seen = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.msg, dict) and record.msg["event"] == self._event:
            self._loop.call_soon_threadsafe(self.seen.set)


async def told(event: str) -> None:
    handler = Told(event)
    logging.getLogger().addHandler(handler)
    try:
        await asyncio.wait_for(handler.seen.wait(), WAIT_S)
    finally:
        logging.getLogger().removeHandler(handler)


async def test_a_change_on_the_feed_becomes_a_task_on_the_broker_in_its_own_database(
    server: Redis, config: Settings
) -> None:
    assert config.broker.startswith("redis+socket://")
    async with dispatching(config):
        match = await begun(server, "floor", bots("easy", "easy", "easy"), pace=HURRY)
        assert await queued(config, 1) == [["g_1", 1, match.turn]]
    assert not await server.exists(QUEUE)


async def test_a_restarted_dispatcher_asks_for_turns_that_it_was_told_of_before(
    server: Redis, config: Settings
) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"), pace=HURRY)
    async with dispatching(config):
        await queued(config, 1)
    assert await server.get(match.keys.cursor(READER)) is not None
    async with dispatching(config):
        assert await queued(config, 1) == [["g_1", 1, match.turn]]


async def test_a_task_that_celery_lost_is_enqueued_again(server: Redis, config: Settings) -> None:
    async with dispatching(config):
        match = await begun(server, "floor", bots("easy", "easy", "easy"), pace=HURRY)
        first, second = await queued(config, 2)
    assert first == second == ["g_1", 1, match.turn]


@pytest.mark.logs("broker-away")
async def test_a_broker_that_is_away_loses_no_turn(
    server: Redis, config: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = Settings(var=tmp_path_factory.mktemp("b"))
    split = msgspec.structs.replace(config, broker_url=elsewhere.broker)
    async with dispatching(split):
        match = await begun(server, "floor", bots("easy", "easy", "easy"), pace=HURRY)
        await told("broker-away")
        with running(elsewhere.var):
            assert await queued(elsewhere, 1) == [["g_1", 1, match.turn]]


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_the_process_ends_cleanly_when_told_to(
    server: Redis, config: Settings, name: signal.Signals
) -> None:
    await begun(server, "floor", bots("easy", "easy", "easy"), pace=HURRY)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.bots.dispatcher",
        env={"PATERNOSTER_VAR": str(config.var)}, cwd=Path(__file__).parents[2], stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await queued(config, 1)
    process.send_signal(name)
    _, log = await asyncio.wait_for(process.communicate(), WAIT_S)
    assert process.returncode == 0, log.decode()
    assert [json.loads(line)["event"] for line in log.splitlines()] == [
        "dispatcher-started",
        "dispatcher-stopped",
    ]


@pytest.mark.logs("broker-away")
async def test_the_publisher_tells_how_much_the_broker_took(
    server: Redis, config: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = msgspec.structs.replace(config, broker_url=Settings(var=tmp_path_factory.mktemp("b")).broker)
    thoughts = [Thought("g_1", 1, seat) for seat in range(3)]
    for broker, taken in ((config, 3), (away, 0)):
        celery = Celery("test", set_as_current=False)
        celery.conf.update(configured(broker))
        publisher = Publisher(celery)
        assert await publisher.publish(thoughts) == taken
        publisher.close()
        celery.close()
