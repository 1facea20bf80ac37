"""A new release, service by service, while games are played."""

import asyncio
import subprocess
from collections.abc import Sequence

from tests.containers.composed import Composed
from tests.containers.play import crowd
from tests.e2e.stack import ROOT
from tests.infra.programs import told

BEHIND = tuple(name for name in told() if name not in ("http", "demo"))
SOON_S = 10
"""For how long a client tries again: Caddy 2.6.2 now and then answers a write with 502 whose connection was refused."""


async def _roll(stack: Composed, services: Sequence[str], patience_s: float) -> None:
    before = {service: stack.containers(service) for service in services}
    async with crowd(stack.address, patience_s):
        for service in services:
            await asyncio.to_thread(stack.run, "infra/roll.sh", service)
    for service in services:
        after = stack.containers(service)
        assert len(after) == len(before[service])
        assert not set(after) & set(before[service])


async def test_services_behind_the_api_are_replaced_without_one_lost_request(stack: Composed) -> None:
    await _roll(stack, BEHIND, patience_s=0)


async def test_the_api_is_replaced_without_one_play_that_is_lost_or_doubled(stack: Composed) -> None:
    await _roll(stack, ["http"], SOON_S)


def test_a_release_that_does_not_get_well_leaves_the_old_one_at_work(stack: Composed) -> None:
    before = stack.containers("inbox")
    broken = {**stack.environment, "PATERNOSTER_REDIS_URL": "redis://nowhere:6379", "WAIT_S": "5"}
    rolled = subprocess.run(
        ["infra/roll.sh", "inbox"], cwd=ROOT, env=broken, capture_output=True, text=True, check=False
    )
    assert rolled.returncode == 1
    assert "the old ones go on" in rolled.stderr
    assert stack.containers("inbox") == before
