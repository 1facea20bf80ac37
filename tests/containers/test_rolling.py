"""A new release, service by service, while games are played by people and against bots."""

import asyncio
import subprocess
import time

import pytest

from tests.containers.composed import Composed
from tests.containers.load import load
from tests.containers.play import crowd
from tests.e2e.stack import ROOT
from tests.infra.programs import told

SERVICES = tuple(name for name in told() if name != "demo")
GAMES = 10
GAP_S = 3
"""What a play may wait for beyond what it does on this machine when nothing happens."""


async def test_services_are_replaced_without_one_lost_request_or_a_gap(
    stack: Composed, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {service: stack.containers(service) for service in SERVICES}
    async with crowd(stack.address, patience_s=0, most=1), load(stack.address, GAMES, 0) as playing:
        await playing.goes_on()
        at_rest = playing.longest_s()
        for service in SERVICES:
            at = time.monotonic()
            await asyncio.to_thread(stack.run, "infra/roll.sh", service)
            await playing.goes_on()
            with capsys.disabled():
                print(f"\n{service}: longest wait {playing.longest_s(at):.2f} s", end="")
            assert playing.longest_s(at) < GAP_S + at_rest
    for service in SERVICES:
        after = stack.containers(service)
        assert len(after) == len(before[service])
        assert not set(after) & set(before[service])


def test_a_release_that_does_not_get_well_leaves_the_old_one_at_work(stack: Composed) -> None:
    before = stack.containers("inbox")
    broken = {**stack.environment, "PATERNOSTER_REDIS_URL": "redis://nowhere:6379", "WAIT_S": "5"}
    rolled = subprocess.run(
        ["infra/roll.sh", "inbox"], cwd=ROOT, env=broken, capture_output=True, text=True, check=False
    )
    assert rolled.returncode == 1
    assert "the old ones go on" in rolled.stderr
    assert stack.containers("inbox") == before
