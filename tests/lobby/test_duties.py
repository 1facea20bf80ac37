"""Duties of the steward: one process at a time sees to each, and none is in another's way."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from services.lobby.steward.duty import Duty, see_to
from shared.log.outage import end


@asynccontextmanager
async def _seen_to(server: Redis, *duties: Duty):
    tasks = [asyncio.create_task(see_to(server, duty)) for duty in duties]
    yield tasks
    for task in tasks:
        await end(task)


async def test_one_process_at_a_time_sees_to_a_duty_and_the_next_goes_on(server: Redis) -> None:
    rounds: asyncio.Queue[str] = asyncio.Queue()

    def duty(process: str) -> Duty:
        return Duty("one", lambda: rounds.put(process), 0.01)

    async with _seen_to(server, duty("first")) as (first,):
        assert await rounds.get() == "first"
        async with _seen_to(server, duty("second")):
            assert {await rounds.get() for _ in range(20)} == {"first"}
            await end(first)
            while await asyncio.wait_for(rounds.get(), 10) != "second":
                pass


@pytest.mark.logs("duty-failed")
async def test_a_duty_that_fails_is_tried_again_and_keeps_no_other_from_its_work(server: Redis) -> None:
    tried: asyncio.Queue[str] = asyncio.Queue()

    async def fails() -> None:
        await tried.put("fails")
        raise ValueError("a defect")

    async with _seen_to(server, Duty("fails", fails, 0.01), Duty("works", lambda: tried.put("works"), 0.01)):
        seen = [await asyncio.wait_for(tried.get(), 10) for _ in range(20)]
    assert min(seen.count("fails"), seen.count("works")) > 1
