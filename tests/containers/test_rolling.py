"""A new release, service by service: who plays and never tries anything twice meets no error."""

import asyncio

import pytest

from tests.containers.composed import Composed
from tests.containers.play import crowd

ROLLED = ("http", "worker", "inbox", "steward", "dispatcher", "celery", "notify", "notices", "archiver")


@pytest.mark.parametrize("service", ROLLED)
async def test_a_service_is_replaced_without_one_lost_request(stack: Composed, service: str) -> None:
    before = stack.containers(service)
    async with crowd(stack.address, patience_s=0):
        await asyncio.to_thread(stack.run, "infra/roll.sh", service)
    after = stack.containers(service)
    assert len(after) == len(before)
    assert not set(after) & set(before)
