"""What players ask of the search becomes tasks: hints as soon as they are asked for, analyses as long as they are not done.

Asks for hints are read from now on: who waits for one that was lost asks again.
"""

# redis-py types many of its methods only in part.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import structlog
from celery import Celery
from kombu.exceptions import OperationalError
from redis.asyncio import Redis

from services.bots.celery import HINT
from services.bots.insight.analysing import AGAIN_MS
from services.bots.insight.celery import ANALYSE, EXPIRES_S, QUEUE
from shared.log import insight
from shared.log.commands import FIELD
from shared.log.insight import ASKS, HintAsked, analyses_due, decode_ask
from shared.log.keys import Keys

log = structlog.get_logger(__name__)

WAIT_MS = 5000
COUNT = 100
LOOK_S = 1.0
MOST = 20
"""Analyses of one partition that are begun at one look."""
MOST_QUEUED = 100
"""Tasks that wait: where nobody works on them, more would only pile up."""
HINT_EXPIRES_S = 15


class Asking:
    def __init__(self, redis: Redis, blocking: Redis, partitions: Sequence[Keys], celery: Celery) -> None:
        self._redis = redis
        self._blocking: Any = blocking
        self._partitions = partitions
        self._celery = celery
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="asks")
        self._last = b"$"

    async def resume(self) -> None:
        await insight.load_functions(self._redis)
        newest: Any = await self._redis.xrevrange(ASKS, count=1)
        self._last = newest[0][0] if newest else b"0-0"

    async def hear(self) -> None:
        """Hints that were asked for since the last look; waits for some."""
        found = await self._blocking.xread({ASKS: self._last}, count=COUNT, block=WAIT_MS)
        for _, items in found:
            await self._in_thread(self._hints, [decode_ask(fields[FIELD]) for _, fields in items])
            self._last = items[-1][0]

    async def look(self) -> None:
        """Analyses that are new, put off, or whose worker has fallen silent."""
        for keys in self._partitions:
            if due := await analyses_due(self._redis, keys, AGAIN_MS, MOST):
                await self._in_thread(self._begin, due)

    async def _in_thread(self, send: Any, what: list[Any]) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, send, what)
        except (OperationalError, OSError) as error:
            log.warning("broker-away", waiting=len(what), error=type(error).__name__)

    def _hints(self, asked: Sequence[HintAsked]) -> None:
        for one in asked:
            args = (one.game, one.seat, one.at)
            self._celery.send_task(HINT, args, retry=False, expires=HINT_EXPIRES_S, ignore_result=True)

    def _begin(self, games: Sequence[str]) -> None:
        with self._celery.connection_or_acquire() as connection:
            channel: Any = connection.default_channel
            if channel.queue_declare(QUEUE).message_count >= MOST_QUEUED:
                return
        for game in games:
            self._celery.send_task(
                ANALYSE, (game,), queue=QUEUE, retry=False, expires=EXPIRES_S, ignore_result=True
            )

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
