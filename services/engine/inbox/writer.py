"""The writer of inboxes: feeds in, news out."""

from typing import Any

import structlog
from redis.exceptions import RedisError

from services.engine.inbox.news import news_of
from shared.api.inbox import Inbox, load_functions
from shared.log.commands import FeedItem
from shared.log.connect import connect
from shared.log.feed import READ_S, Feed, feed_item
from shared.log.game import fold
from shared.log.keys import Keys
from shared.log.outage import for_ever, together, until_done
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from shared.watch import traces
from shared.watch.readiness import Pulse

log = structlog.get_logger(__name__)

READER = "inbox"
"""Names our cursors."""
SAVE_S = 1.0
GATHER_S = 0.01
"""How long changes gather, so that a game without turns is told of once and not at every card."""


class Writer:
    def __init__(self, config: Settings) -> None:
        partitions = [Keys(partition) for partition in range(config.partitions)]
        self._redis = connect(config.valkey)
        self._blocking = connect(config.valkey, blocking=True, connections=1)
        self._feed = Feed(self._redis, self._blocking, partitions, READER)
        self._log = ValkeyLog(self._redis)
        self._inbox = Inbox(self._redis)
        self.reading = Pulse("feed", READ_S)

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            await until_done(self._begin)
            log.info("inbox-writer-started")
            await together(for_ever(self._read, GATHER_S), for_ever(self._feed.save, SAVE_S))
        finally:
            await self._close()

    async def _begin(self) -> None:
        await load_functions(self._redis)
        await self._feed.resume()
        for keys in await self._feed.trimmed():
            await self._catch_up(keys)

    async def _read(self) -> None:
        """Notes how far it has read only after it has told: a writer that dies meanwhile tells again."""
        await self._tell(await self._feed.read())
        self._feed.passed()
        self.reading.beat()

    async def _tell(self, items: list[FeedItem]) -> None:
        begun = traces.begun("write inboxes", {item.game: item.trace for item in items})
        await self._inbox.tell(news for item in items for news in news_of(item))
        traces.end(begun)

    async def _catch_up(self, keys: Keys) -> None:
        """Tells of every running game of a partition, as its feed no longer does."""
        running: Any = await self._redis.zrange(keys.running, 0, -1)
        log.info("feed-was-trimmed", partition=keys.partition, running=len(running))
        for game in map(bytes.decode, running):
            try:
                folded = fold(game, await self._log.read(keys.log(game)))
            except CorruptLog as error:
                log.error("game-does-not-fold", game=game, cause=str(error))
            else:
                await self._tell([feed_item(folded)])

    async def _close(self) -> None:
        try:
            await self._feed.save()
        except (RedisError, OSError) as error:
            log.warning("cursors-not-saved", error=type(error).__name__)
        for client in (self._redis, self._blocking):
            await client.aclose()
        log.info("inbox-writer-stopped")
