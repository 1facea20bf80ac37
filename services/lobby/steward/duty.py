"""A duty, and the lease that lets one process at a time see to it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

import structlog
from redis.asyncio import Redis
from redis.exceptions import LockError, RedisError

from services.lobby.steward.figures import DONE_AT, FAILURES
from shared.log.outage import for_ever, together

log = structlog.get_logger(__name__)

LEASE_S = 4.0
"""How long a duty may lie still when the process that sees to it dies."""
RENEWALS = 4
"""In the time of one lease."""


class Duty(NamedTuple):
    name: str
    step: Callable[[], Awaitable[object]]
    """One round of the work. A lease keeps two processes from doing it twice for nothing; that twice is also harmless
    is the step's own business, as a process may be stopped for longer than its lease at any point of it."""
    every_s: float


async def see_to(redis: Redis, duty: Duty) -> None:
    """Waits for the lease, does the duty until the lease is lost, and waits again; until it is cancelled."""
    lease = redis.lock(f"steward:{duty.name}", timeout=LEASE_S, sleep=LEASE_S / RENEWALS, thread_local=False)
    await lease.acquire()
    log.info("duty-begun", duty=duty.name)
    try:
        await together(for_ever(partial(_round, duty), duty.every_s), _renew(lease.reacquire))
    except LockError:
        log.warning("duty-lost", duty=duty.name)
    finally:
        if await asyncio.shield(lease.owned()):
            await lease.release()


async def _round(duty: Duty) -> None:
    """What is wrong with one duty does not keep the others from theirs; the next round tries again."""
    try:
        await duty.step()
        DONE_AT.set(duty.name, to=time.time())
    except (RedisError, OSError):
        raise
    except Exception as error:
        FAILURES.add(duty.name)
        log.error("duty-failed", duty=duty.name, exc_info=error)


async def _renew(reacquire: Callable[[], Awaitable[object]]) -> None:
    """Raises `LockError` when another process has the lease by now."""
    while True:
        await asyncio.sleep(LEASE_S / RENEWALS)
        await reacquire()
