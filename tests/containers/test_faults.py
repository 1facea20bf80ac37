"""Single containers are killed, paused and cut off while games are played: nothing accepted is lost or doubled."""

import asyncio
import time
from collections.abc import Callable

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
    **{f"kill {service}": _kill(service) for service in ("worker", "http", "celery", "dispatcher", "valkey")},
    **{f"pause {service}": _pause(service) for service in ("worker", "http", "valkey")},
    **{f"cut {service} off": _cut(service) for service in ("worker", "http", "celery")},
}


@pytest.mark.parametrize("name", FAULTS)
async def test_nothing_accepted_is_lost_or_doubled(stack: Composed, name: str) -> None:
    async with crowd(stack.address):
        await asyncio.to_thread(FAULTS[name], stack)
        service = name.split()[1]
        await asyncio.to_thread(until, lambda: stack.healthy(service), WELL_S, f"{service} is well again")
