"""Single containers are killed, paused and cut off while games are played: nothing accepted is lost or doubled."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

import pytest

from tests.containers.composed import Composed, docker
from tests.containers.play import crowd
from tests.e2e.stack import until

STANDS_S = 4
"""A paused worker has lost its lease by then."""
WELL_S = 120


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
            await asyncio.to_thread(
                until, partial(stack.healthy, service), WELL_S, f"{service} is well again"
            )
