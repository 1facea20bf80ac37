"""To Celery, from a thread: its client blocks, and a broker that is away must not hold up the feed."""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import structlog
from celery import Celery
from kombu.exceptions import OperationalError

from services.bots.celery import ENQUEUED_AT, EXPIRES_S, TRACE
from services.bots.dispatcher.thoughts import Thought
from services.bots.queues import BUILT_IN, CALL, CALLS, THINK

log = structlog.get_logger(__name__)


class Publisher:
    def __init__(self, celery: Celery) -> None:
        self._celery = celery
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="publish")

    async def publish(self, thoughts: Sequence[Thought]) -> int:
        """Enqueues a task for each, in order, as far as the broker takes them; returns how many it took."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._all, thoughts)

    def _all(self, thoughts: Sequence[Thought]) -> int:
        for done, thought in enumerate(thoughts):
            try:
                self._one(thought)
            except (OperationalError, OSError) as error:
                log.warning("broker-away", waiting=len(thoughts) - done, error=type(error).__name__)
                return done
        return len(thoughts)

    def _one(self, thought: Thought) -> None:
        args = (thought.game, thought.version, thought.seat)
        headers = {ENQUEUED_AT: time.time_ns() // 1_000_000, TRACE: thought.trace}
        name, queue = THINK, BUILT_IN
        if thought.called is not None:
            args, name, queue = (*args, thought.called), CALL, CALLS
        self._celery.send_task(
            name, args, queue=queue, retry=False, expires=EXPIRES_S, ignore_result=True, headers=headers
        )

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
