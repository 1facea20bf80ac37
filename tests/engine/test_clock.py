"""Timers where the server's clock was put back (stream ids then stand still, deadlines must not) or its answer was lost."""

import asyncio
import time

import pytest
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import ConnectionError as Cut

from shared.log.commands import LOBBY, Sent, encode, pack
from shared.log.keys import keys_of
from tests.engine.play import PARTITIONS, Bench, start_game

HOUR_MS = 3_600_000


@pytest.mark.logs("not-a-command")
@pytest.mark.parametrize("taken_over", [False, True])
async def test_a_timer_runs_out_though_the_clock_was_put_back_by_an_hour(
    bench: Bench, taken_over: bool
) -> None:
    keys = keys_of("g_1", PARTITIONS)
    ahead = int(time.time() * 1000) + HOUR_MS
    for stream in (keys.commands, keys.feed):
        await bench.server.xadd(stream, {"e": b"nothing"}, id=f"{ahead}-0")
    await bench.start(start_game("eddie", countdown=1))
    if taken_over:
        await bench.server.delete(*(keys.lease for keys in bench.worker._keys))
        await bench.worker.renew()
    async with asyncio.timeout(5):
        while (await bench.fold()).version < 2:
            await bench.worker.cycle()
    assert (await bench.fold()).updated_at >= ahead + 1000


@pytest.fixture
def first_commit_unheard(server: Redis, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The server carries the first commit out and its answer never arrives; tells of it."""
    lost: list[str] = []

    class Losing(Pipeline):
        async def execute(self, raise_on_error: bool = True) -> list[object]:
            commits = any("commit" in command for command, _ in self.command_stack)
            answers = await super().execute(raise_on_error)
            if commits and not lost:
                lost.append("commit")
                raise Cut
            return answers

    def pipeline(transaction: bool = True) -> Pipeline:
        return Losing(server.connection_pool, server.response_callbacks, transaction, None)

    monkeypatch.setattr(server, "pipeline", pipeline)
    return lost


@pytest.mark.logs("cycle-failed")
async def test_a_timer_runs_out_though_the_answer_to_the_commit_that_set_it_was_lost(
    bench: Bench, first_commit_unheard: list[str]
) -> None:
    start = Sent("start", "g_1", LOBBY, None, pack(start_game("eddie", countdown=0)))
    await bench.server.xadd(keys_of("g_1", PARTITIONS).commands, {"e": encode(start)})
    working = asyncio.create_task(bench.worker.run())
    async with asyncio.timeout(5):
        while (await bench.fold()).version < 2:
            await asyncio.sleep(0.02)
    bench.worker.stop()
    await working
    assert first_commit_unheard
