"""What is subscribed to is heard, whatever becomes of the connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random
from urllib.parse import urlsplit

import pytest
import uvloop
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.log import subscriptions
from shared.log.connect import connect
from shared.log.subscriptions import Subscriptions
from shared.settings import Settings
from tests.chaos.proxy import Proxy, tcp, unix

CHANNELS = [f"{{p0{n}}}:live" for n in range(4)]


@pytest.fixture
async def way(config: Settings) -> AsyncIterator[Proxy]:
    server = urlsplit(config.valkey)
    proxy = Proxy(tcp(server.port or 6379) if server.hostname else unix(server.path), Random(1))
    await proxy.start()
    yield proxy
    proxy.close()


@pytest.fixture
async def heard(way: Proxy) -> AsyncIterator[Subscriptions]:
    async with connect(f"redis://127.0.0.1:{way.port}", blocking=True) as client:
        heard = Subscriptions(client)
        yield heard
        await heard.close()
        await client.connection_pool.disconnect()


async def _next(heard: Subscriptions, type: str) -> dict[str, object]:
    async with asyncio.timeout(5):
        while (message := await heard.hear()) is None or message["type"] != type:
            pass
    return message


async def test_channels_that_are_added_at_once_are_all_confirmed(heard: Subscriptions) -> None:
    await asyncio.gather(*map(heard.add, CHANNELS))
    confirmed = {(await _next(heard, "ssubscribe"))["channel"] for _ in CHANNELS}
    assert confirmed == {channel.encode() for channel in CHANNELS}


async def test_who_hears_may_begin_before_the_first_channel_is_added(heard: Subscriptions) -> None:
    hearing = asyncio.create_task(_next(heard, "ssubscribe"))
    await asyncio.sleep(0)
    await heard.add(CHANNELS[0])
    assert (await hearing)["channel"] == CHANNELS[0].encode()


async def test_a_connection_that_falls_silent_is_noticed_and_made_again(
    heard: Subscriptions, way: Proxy, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "QUIET_S", 0.2)
    await heard.add(CHANNELS[0])
    await _next(heard, "ssubscribe")
    way.silence()
    with pytest.raises(RedisError):
        await _next(heard, "smessage")
    await heard.connect()
    await _next(heard, "ssubscribe")
    await server.spublish(CHANNELS[0], "x")
    assert (await _next(heard, "smessage"))["data"] == b"x"


async def test_channels_added_while_the_connection_breaks_are_refused_or_heard(
    heard: Subscriptions, way: Proxy, server: Redis
) -> None:
    """Whatever asyncio and redis-py say of a connection that two tasks use: it comes as a broken connection."""
    await heard.add(CHANNELS[0])
    stop = asyncio.Event()

    async def hearing() -> None:
        while not stop.is_set():
            try:
                await heard.hear()
            except RedisError:
                await heard.connect()

    async def adding(channel: str) -> None:
        for _ in range(40):
            with suppress(RedisError, OSError):
                await heard.add(channel)
            way.cut()

    reader = asyncio.create_task(hearing())
    await asyncio.gather(*map(adding, CHANNELS))
    stop.set()
    await asyncio.wait_for(reader, 10)


@pytest.mark.parametrize("step", range(8))
async def test_a_connection_that_ends_at_any_step_of_an_addition_is_a_broken_one(
    heard: Subscriptions, step: int
) -> None:
    """As when who hears finds it broken just then: at one of the steps the writer is gone while it is written to."""
    await heard.add(CHANNELS[0])
    adding = asyncio.create_task(heard.add(CHANNELS[1]))
    for _ in range(step):
        await asyncio.sleep(0)
    await heard._pubsub.connection.disconnect(nowait=True)
    with suppress(RedisError, OSError):
        await adding


async def test_a_quiet_connection_that_answers_is_kept(
    heard: Subscriptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "QUIET_S", 0.05)
    await heard.add(CHANNELS[0])
    for _ in range(8):
        await heard.hear()


def test_a_channel_that_is_added_while_its_connection_closes_meets_a_broken_connection(
    config: Settings,
) -> None:
    """On uvloop, as in our processes: it says so by another kind of error than asyncio's own loop."""

    async def adds() -> None:
        async with connect(config.valkey, blocking=True) as client:
            heard = Subscriptions(client)
            await heard.add(CHANNELS[0])
            heard._pubsub.connection._writer.transport.abort()
            with pytest.raises(RedisError):
                await heard.add(CHANNELS[1])
            await heard.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(adds())
