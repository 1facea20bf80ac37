"""The dispatcher put together: one process, its loops, one schedule."""

import asyncio

import structlog
from celery import Celery
from redis.exceptions import RedisError

from services.bots.dispatcher.asking import LOOK_S, Asking
from services.bots.dispatcher.calls import Calls, Charges
from services.bots.dispatcher.delays import Delays
from services.bots.dispatcher.figures import ENQUEUED, PENDING
from services.bots.dispatcher.paces import Paces
from services.bots.dispatcher.publish import Publisher
from services.bots.dispatcher.sweep import Sweeper
from services.bots.dispatcher.thoughts import Delay, Thought, Thoughts
from shared.api.bots import BotBook
from shared.log.commands import FeedItem
from shared.log.connect import connect
from shared.log.feed import READ_S, Feed
from shared.log.keys import Keys
from shared.log.outage import for_ever, together, until_done
from shared.settings import Settings
from shared.watch.broker import greets
from shared.watch.readiness import Check, Pulse

log = structlog.get_logger(__name__)

SWEEP_S = 10
SAVE_S = 1
COUNT_S = 60
BATCH = 50
"""Tasks handed to the publishing thread at once."""

BROKER_AWAY_MS = 1000
READER = "bots"
"""Names our cursors."""


class Dispatcher:
    def __init__(self, config: Settings, celery: Celery, delay: Delay | None = None) -> None:
        partitions = [Keys(partition) for partition in range(config.partitions)]
        self._redis = connect(config.valkey)
        self._blocking = connect(config.valkey, blocking=True, connections=1)
        self._feed = Feed(self._redis, self._blocking, partitions, READER)
        self._paces = Paces(self._redis, config.partitions)
        self._calls = Calls(BotBook(self._redis))
        self._thoughts = Thoughts(delay or Delays())
        self._sweeper = Sweeper(self._redis, partitions, self._thoughts, self._note_one)
        self._celery = celery
        self._publisher = Publisher(celery)
        self._hearing = connect(config.valkey, blocking=True, connections=1)
        self._asking = Asking(self._redis, self._hearing, partitions, celery)
        self._changed = asyncio.Event()
        self._enqueued = 0
        self._reading = Pulse("feed", READ_S)
        self._sweeping = Pulse("sweep", 6 * SWEEP_S)

    def checks(self) -> tuple[Check, ...]:
        """What tells whether it can do its work."""
        return (self._reading.check(), self._sweeping.check(), greets(self._celery))

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            await until_done(self._feed.resume)
            await until_done(self._asking.resume)
            log.info("dispatcher-started")
            await together(
                for_ever(self._read),
                for_ever(self._enqueue),
                for_ever(self._sweep, SWEEP_S),
                for_ever(self._feed.save, SAVE_S),
                for_ever(self._count, COUNT_S),
                for_ever(self._asking.hear),
                for_ever(self._asking.look, LOOK_S),
            )
        finally:
            await self._close()

    async def _read(self) -> None:
        items = await self._feed.read()
        calls = await self._calls.of(items)
        paces = await self._paces.of(item.game for item in items if item.bots or item.game in calls)
        for item in items:
            self._note(item, paces.get(item.game, 0), calls.get(item.game, {}))
        self._feed.passed()
        self._reading.beat()

    async def _sweep(self) -> None:
        await self._sweeper.sweep()
        self._sweeping.beat()

    async def _note_one(self, item: FeedItem, bot_ms: int) -> None:
        self._note(item, bot_ms, (await self._calls.of([item])).get(item.game, {}))

    def _note(self, item: FeedItem, bot_ms: int, charges: Charges) -> None:
        self._thoughts.note(item, bot_ms, _now_ms(), charges)
        self._changed.set()

    async def _enqueue(self) -> None:
        self._changed.clear()
        due = self._thoughts.due(_now_ms())
        for at in range(0, len(due), BATCH):
            await self._publish(due[at : at + BATCH])
        await self._wait()

    async def _publish(self, thoughts: list[Thought]) -> None:
        done = await self._publisher.publish(thoughts)
        self._enqueued += done
        ENQUEUED.add(by=done)
        PENDING.set(to=self._thoughts.pending())
        self._thoughts.put_back(thoughts[done:], _now_ms() + BROKER_AWAY_MS)

    async def _wait(self) -> None:
        """Until something is due, or a change may have brought that forward."""
        next_at = self._thoughts.next_at()
        try:
            async with asyncio.timeout(None if next_at is None else max(0, next_at - _now_ms()) / 1000):
                await self._changed.wait()
        except TimeoutError:
            pass

    async def _count(self) -> None:
        log.debug("enqueued", tasks=self._enqueued)
        self._enqueued = 0

    async def _close(self) -> None:
        self._publisher.close()
        self._asking.close()
        try:
            await self._feed.save()
        except (RedisError, OSError) as error:
            log.warning("cursors-not-saved", error=type(error).__name__)
        for client in (self._redis, self._blocking, self._hearing):
            await client.aclose()
        log.info("dispatcher-stopped")


def _now_ms() -> int:
    return round(asyncio.get_running_loop().time() * 1000)
