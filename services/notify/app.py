"""The notifier put together: one process that reads, plans, and hands over to Celery; several are harmless."""

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from celery import Celery
from redis.exceptions import RedisError

from services.notify.configured import channels
from services.notify.listening import Listening
from services.notify.outbox import Outbox
from services.notify.planner import AGENDA, Planner
from services.notify.reading import Games
from services.notify.schedule import Schedule
from services.notify.sending import Sender
from shared.api.notices.book import Book, load_functions
from shared.api.notices.newsreel import Newsreel
from shared.api.presence import Presence
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.connect import connect
from shared.log.feed import READ_S, Feed, feed_item
from shared.log.game import fold
from shared.log.keys import Keys
from shared.log.outage import for_ever, together, until_done
from shared.log.port import CorruptLog
from shared.settings import Settings
from shared.watch.readiness import Check, Pulse

log = structlog.get_logger(__name__)

READER = "notify"
"""Names our cursors."""
SAVE_S = 1.0
GATHER_S = 0.02
LOOK_S = 0.25
"""How late a notice may be for its moment."""


class Notifier:
    def __init__(self, config: Settings, celery: Celery) -> None:
        partitions = [Keys(partition) for partition in range(config.partitions)]
        self._redis = connect(config.valkey)
        self._blocking = connect(config.valkey, blocking=True, connections=2)
        self._feed = Feed(self._redis, self._blocking, partitions, READER)
        self._newsreel = Newsreel(self._redis, self._blocking, READER)
        self._log = ArchivedLog(self._redis, open_archive(config))
        outbox, agenda = Outbox(self._redis), Schedule(self._redis, AGENDA)
        self._listening = Listening(outbox, agenda)
        self._planner = Planner(
            agenda=agenda,
            outbox=outbox,
            book=Book(self._redis),
            presence=Presence(self._redis),
            games=Games(self._log, config.partitions),
            on=channels(config),
        )
        self._sender = Sender(outbox.schedule, celery, config.notice_again_s)
        self._pulses = {name: Pulse(name, READ_S) for name in ("feed", "newsreel", "planning", "sending")}

    def checks(self) -> tuple[Check, ...]:
        """What tells whether it can do its work."""
        return tuple(pulse.check() for pulse in self._pulses.values())

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            await until_done(self._begin)
            log.info("notifier-started")
            await together(
                for_ever(self._read, GATHER_S),
                for_ever(self._hear),
                for_ever(self._save, SAVE_S),
                for_ever(self._plan, LOOK_S),
                for_ever(self._send, LOOK_S),
            )
        finally:
            await self._close()

    async def _begin(self) -> None:
        await load_functions(self._redis)
        await self._feed.resume()
        await self._newsreel.resume()
        for keys in await self._feed.trimmed():
            await self._catch_up(keys)

    async def _read(self) -> None:
        """Notes how far it has read only after it has noted what: who dies meanwhile reads again."""
        await self._listening.games(await self._feed.read())
        self._feed.passed()
        self._pulses["feed"].beat()

    async def _hear(self) -> None:
        await self._listening.news(await self._newsreel.read())
        self._newsreel.passed()
        self._pulses["newsreel"].beat()

    async def _plan(self) -> None:
        await _all_of(self._planner.see_to_all)
        self._pulses["planning"].beat()

    async def _send(self) -> None:
        await _all_of(self._sender.send)
        self._pulses["sending"].beat()

    async def _save(self) -> None:
        await self._feed.save()
        await self._newsreel.save()

    async def _catch_up(self, keys: Keys) -> None:
        """Looks at every running game of a partition, as its feed no longer tells of all."""
        running: Any = await self._redis.zrange(keys.running, 0, -1)
        log.info("feed-was-trimmed", partition=keys.partition, running=len(running))
        for game in map(bytes.decode, running):
            try:
                folded = fold(game, await self._log.read(keys.log(game)))
            except CorruptLog as error:
                log.error("game-does-not-fold", game=game, cause=str(error))
            else:
                await self._listening.games([feed_item(folded)])

    async def _close(self) -> None:
        self._sender.close()
        try:
            await self._save()
        except (RedisError, OSError) as error:
            log.warning("cursors-not-saved", error=type(error).__name__)
        for client in (self._redis, self._blocking):
            await client.aclose()
        log.info("notifier-stopped")


async def _all_of(step: Callable[[], Awaitable[int]]) -> None:
    """Until nothing is due."""
    while await step():
        pass
