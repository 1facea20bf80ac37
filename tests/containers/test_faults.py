"""Single containers are killed, paused and cut off while games are played: nothing accepted is lost or doubled."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

import pytest

from tests.containers.composed import Composed, docker
from tests.containers.load import load
from tests.containers.play import crowd
from tests.e2e.stack import until

STANDS_S = 4
"""A paused worker has lost its lease by then."""
WELL_S = 120
GAMES = 30
GAP_S = 3
"""What a play may wait for beyond what it does on this machine when nothing happens."""


def _kill(service: str) -> Callable[[Composed], None]:
    def fault(stack: Composed) -> None:
        (before,) = stack.containers(service)
        started = stack.seen(service)[0]["State"]["StartedAt"]
        stack.kill(service)
        until(lambda: _restarted(stack, service, before, started), WELL_S, f"{service} was started again")

    return fault


def _restarted(stack: Composed, service: str, container: str, before: str) -> bool:
    return container in stack.containers(service) and stack.seen(service)[0]["State"]["StartedAt"] != before


def _pause(service: str) -> Callable[[Composed], None]:
    def fault(stack: Composed) -> None:
        (container,) = stack.containers(service)
        docker("pause", container)
        time.sleep(STANDS_S)
        docker("unpause", container)

    return fault


def _cut(service: str) -> Callable[[Composed], None]:
    def fault(stack: Composed) -> None:
        (container,) = stack.containers(service)
        network = f"{stack.project}_default"
        docker("network", "disconnect", network, container)
        time.sleep(STANDS_S)
        docker("network", "connect", "--alias", service, network, container)

    return fault


FAULTS = {
    "killed": (_kill, ("worker", "http", "celery", "dispatcher", "valkey")),
    "paused": (_pause, ("worker", "http", "valkey")),
    "cut off": (_cut, ("worker", "http", "celery")),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_nothing_accepted_is_lost_or_doubled_when_containers_are(stack: Composed, fault: str) -> None:
    done_to, services = FAULTS[fault]
    async with crowd(stack.address):
        for service in services:
            await asyncio.to_thread(done_to(service), stack)
            await asyncio.to_thread(until, partial(stack.well, service), WELL_S, f"{service} is well again")


async def test_a_worker_killed_under_load_loses_and_refuses_nothing_and_another_goes_on_in_its_place(
    stack: Composed, capsys: pytest.CaptureFixture[str]
) -> None:
    stack.scale("worker", 2)
    await asyncio.to_thread(until, lambda: stack.well("worker"), WELL_S, "two workers are well")
    async with load(stack.address, GAMES, patience_s=0) as playing:
        await playing.goes_on()
        at_rest, killed_at = playing.longest_s(), time.monotonic()
        docker("kill", stack.containers("worker")[0])
        await playing.goes_on()
        gap = playing.longest_s(killed_at - at_rest)
    with capsys.disabled():
        print(
            f"\n{len(playing.plays)} plays of {GAMES} games; longest wait {at_rest:.2f} s before, {gap:.2f} s after",
            end="",
        )
    stack.scale("worker", 1)
    assert gap < GAP_S + at_rest
