"""From the schedule to Celery: begins every delivery, and begins again what was not heard of.

Celery's client blocks, so it works in a thread.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil

import structlog
from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from services.notify.celery import DELIVER, QUEUE
from services.notify.outbox import Sending
from services.notify.schedule import Schedule
from shared.api.moment import now_ms

log = structlog.get_logger(__name__)

MOST_QUEUED = 64
"""Deliveries that wait in the queue. With more, a backlog would be begun again before its turn came, and grow by that."""
BROKER_AWAY_MS = 1000


class Sender:
    def __init__(self, schedule: Schedule, celery: Celery, again_s: float) -> None:
        self._schedule = schedule
        self._celery = celery
        self._again_s = again_s
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="publish")

    async def send(self) -> int:
        """Hands over what is due and has room; how much."""
        room = await self._in_thread(self._room)
        now = now_ms()
        found = await self._schedule.due(now, room) if room else []
        ours = await self._schedule.taken(found, now + round(self._again_s * 1000))
        done = await self._in_thread(lambda: self._publish(ours))
        for member in ours[done:]:
            await self._schedule.put(member, now_ms() + BROKER_AWAY_MS)
        return done

    async def _in_thread(self, work: Callable[[], int]) -> int:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _room(self) -> int:
        """How many more the queue may take; none while the broker is away."""
        try:
            with self._celery.pool.acquire(block=True) as connection:
                queued = int(connection.default_channel.client.llen(QUEUE))
        except (OperationalError, RedisError, OSError) as error:
            log.warning("broker-away", error=type(error).__name__)
            return 0
        return max(0, MOST_QUEUED - queued)

    def _publish(self, members: list[str]) -> int:
        """As far as the broker takes them."""
        for done, member in enumerate(members):
            try:
                # What waits so long in the queue is begun again anyhow.
                self._celery.send_task(
                    DELIVER, Sending.of(member), retry=False, expires=ceil(self._again_s), ignore_result=True
                )
            except (OperationalError, OSError) as error:
                log.warning("broker-away", waiting=len(members) - done, error=type(error).__name__)
                return done
        return len(members)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
