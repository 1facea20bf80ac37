"""From the schedule to Celery: begins every delivery, and begins again what was not heard of.

Celery's client blocks, so it works in a thread.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from math import ceil

import structlog
from celery import Celery
from kombu.exceptions import OperationalError

from services.notify.celery import DELIVER
from services.notify.outbox import Sending
from services.notify.schedule import Schedule
from shared.api.moment import now_ms

log = structlog.get_logger(__name__)

BATCH = 50
BROKER_AWAY_MS = 1000


class Sender:
    def __init__(self, schedule: Schedule, celery: Celery, again_s: float) -> None:
        self._schedule = schedule
        self._celery = celery
        self._again_s = again_s
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="publish")

    async def send(self) -> int:
        """Hands over what is due; how much."""
        now = now_ms()
        found = await self._schedule.due(now, BATCH)
        ours = await self._schedule.taken(found, now + round(self._again_s * 1000))
        done = await asyncio.get_running_loop().run_in_executor(self._thread, self._publish, ours)
        for member in ours[done:]:
            await self._schedule.put(member, now_ms() + BROKER_AWAY_MS)
        return done

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
