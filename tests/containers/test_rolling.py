"""A new release, service by service: who plays and never tries anything twice meets no error."""

import asyncio
import subprocess

from tests.containers.composed import Composed
from tests.containers.play import crowd
from tests.e2e.stack import ROOT

ROLLED = ("http", "worker", "inbox", "steward", "dispatcher", "celery", "notify", "notices", "archiver")


async def test_services_are_replaced_without_one_lost_request(stack: Composed) -> None:
    before = {service: stack.containers(service) for service in ROLLED}
    async with crowd(stack.address, patience_s=0):
        for service in ROLLED:
            await asyncio.to_thread(stack.run, "infra/roll.sh", service)
    for service in ROLLED:
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
