"""Timers where the server's clock was put back: stream ids then stand still, deadlines must not."""

import asyncio
import time

import pytest

from shared.log.keys import keys_of
from tests.engine.play import PARTITIONS, Bench, start_game

HOUR_MS = 3_600_000


@pytest.mark.logs("not-a-command")
@pytest.mark.parametrize("taken_over", [False, True])
async def test_a_timer_runs_out_though_the_clock_was_put_back_by_an_hour(
    bench: Bench, taken_over: bool
) -> None:
    commands = keys_of("g_1", PARTITIONS).commands
    ahead = int(time.time() * 1000) + HOUR_MS
    await bench.server.xadd(commands, {"e": b"nothing"}, id=f"{ahead}-0")
    await bench.start(start_game("eddie", countdown=1))
    if taken_over:
        await bench.server.delete(*(keys.lease for keys in bench.worker._keys))
        await bench.worker.renew()
    async with asyncio.timeout(5):
        while (await bench.fold()).version < 2:
            await bench.worker.cycle()
    assert (await bench.fold()).updated_at >= ahead + 1000
