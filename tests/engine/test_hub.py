"""The live channel of a game, where its messages are lost or late."""

import asyncio
import time

import pytest
from redis.asyncio import Redis

from services.engine.api.hub import Channel, Hub
from shared.log.valkey import ValkeyLog
from tests.engine.play import PARTITIONS, Bench, choices, start_game


@pytest.mark.logs("live-channel-lost")
async def test_a_receiver_who_knows_more_than_the_channel_has_heard_is_not_told_to_begin_anew(
    bench: Bench, server: Redis, reading: Redis
) -> None:
    game = await bench.start(start_game("floor"))
    hub = Hub(ValkeyLog(server), reading, PARTITIONS, lambda *_: None)
    first = await hub.join("g_1", game.opening, 0)
    await server.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    await bench.send(bench.command("x", *choices(game)[0]))
    assert first.version == 1
    assert (await hub.join("g_1", game.opening, 2)).version == 2
    await hub.close()


class Gated(ValkeyLog):
    """Its reads wait until they are let through."""

    def __init__(self, server: Redis) -> None:
        super().__init__(server)
        self.gate = asyncio.Event()

    async def read(self, log: str, after: int = 0, count: int | None = None) -> list[bytes]:
        await self.gate.wait()
        return await super().read(log, after, count)


async def test_nobody_finds_a_channel_that_does_not_know_yet_where_its_game_stands(
    bench: Bench, server: Redis, reading: Redis
) -> None:
    game, log = await bench.start(start_game("floor")), Gated(server)
    hub = Hub(log, reading, PARTITIONS, lambda *_: None)

    async def passes_by() -> None:
        channel = await hub.join("g_1", game.opening, 0)
        log.gate.clear()
        await hub.leave(channel)

    passing = asyncio.create_task(passes_by())
    await asyncio.sleep(0)
    second = asyncio.create_task(hub.join("g_1", game.opening, 0))
    await asyncio.sleep(0)
    log.gate.set()
    await passing
    third = asyncio.create_task(hub.join("g_1", game.opening, 0))
    await asyncio.wait([third], timeout=0.1)
    assert not third.done()
    log.gate.set()
    assert (await second, (await third).version) == (await third, 1)
    await hub.close()


async def test_what_comes_in_the_moment_in_which_the_waiting_ends_is_told(bench: Bench) -> None:
    game = await bench.start(start_game("floor"))
    (payload,) = await bench.payloads()
    channel = Channel("g_1", game.opening)
    waiting = asyncio.create_task(channel.wait(0, 0.01))
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(0.02, channel.add, payload)
    time.sleep(0.05)  # noqa: ASYNC251 - both are due when the loop goes on
    assert await waiting
