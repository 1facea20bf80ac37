"""A time limit for many waits is, for each of them, what `asyncio.timeout` is."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from shared.log.limit import TimeLimit

LIMIT_S = 0.1


async def _after(seconds: float, result: str = "there") -> str:
    await asyncio.sleep(seconds)
    return result


async def test_what_comes_in_time_is_returned() -> None:
    assert await TimeLimit().wait(_after(0), LIMIT_S) == "there"


async def test_what_does_not_come_in_time_is_given_up() -> None:
    limit, loop = TimeLimit(), asyncio.get_running_loop()
    begun = loop.time()
    with pytest.raises(TimeoutError):
        await limit.wait(_after(5), LIMIT_S)
    assert LIMIT_S * 0.9 < loop.time() - begun < 2


async def test_each_wait_has_the_whole_time() -> None:
    limit = TimeLimit()
    for _ in range(6):
        await limit.wait(_after(LIMIT_S * 0.6), LIMIT_S)
    with pytest.raises(TimeoutError):
        await limit.wait(_after(5), LIMIT_S)
    assert await limit.wait(_after(LIMIT_S * 0.6), LIMIT_S) == "there"


async def test_a_shorter_limit_ends_sooner_than_the_one_before_would_have() -> None:
    limit = TimeLimit()
    await limit.wait(_after(0), 60)
    async with asyncio.timeout(5):
        with pytest.raises(TimeoutError):
            await limit.wait(_after(60), LIMIT_S)


async def test_nothing_that_is_awaited_elsewhere_is_ended() -> None:
    await TimeLimit().wait(_after(0), LIMIT_S)
    await asyncio.sleep(LIMIT_S * 3)


async def test_a_failure_is_the_waits_own() -> None:
    async def failing() -> None:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        await TimeLimit().wait(failing(), LIMIT_S)


async def test_who_is_cancelled_is_cancelled() -> None:
    waiting = asyncio.create_task(TimeLimit().wait(_after(5), 60))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_who_is_cancelled_as_time_runs_out_is_cancelled() -> None:
    async def held_up() -> None:
        try:
            await asyncio.sleep(5)
        finally:
            waiting.cancel()

    waiting = asyncio.create_task(TimeLimit().wait(held_up(), LIMIT_S))
    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.parametrize("late", [_after, lambda seconds: asyncio.wait_for(_after(seconds), 60)])
async def test_time_that_ran_out_leaves_no_cancellation_behind(
    late: Callable[[float], Awaitable[str]],
) -> None:
    task = asyncio.current_task()
    assert task is not None
    with pytest.raises(TimeoutError):
        await TimeLimit().wait(late(5), LIMIT_S)
    assert not task.cancelling()
    async with asyncio.timeout(5):
        await asyncio.sleep(0)
