"""The task: one attempt at one delivery, in the one event loop that all threads of the worker share."""

import asyncio
import threading
from functools import cache

import structlog
from redis.exceptions import RedisError

from services.notify.celery import DELIVER, LONGEST_S, app
from services.notify.configured import channels
from services.notify.dead import DeadLetters
from services.notify.delivery import Deliverer
from services.notify.outbox import Outbox, Sending
from services.notify.post import Post
from services.notify.reading import Games
from shared.api.moment import now_ms
from shared.api.notices.book import Book, load_functions
from shared.api.people import People
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.connect import connect
from shared.seeds import Texts
from shared.settings import settings

log = structlog.get_logger(__name__)


class Worker:
    """The event loop in a thread of its own, and everything in it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="deliver", daemon=True).start()
        self._deliverer: Deliverer = asyncio.run_coroutine_threadsafe(_deliverer(), self._loop).result(
            LONGEST_S
        )

    def deliver(self, sending: Sending) -> None:
        work = self._deliverer.deliver(sending, now_ms())
        asyncio.run_coroutine_threadsafe(work, self._loop).result(LONGEST_S)


async def _deliverer() -> Deliverer:
    config = settings()
    redis = connect(config.valkey)
    await load_functions(redis)
    return Deliverer(
        outbox=Outbox(redis),
        dead=DeadLetters(redis),
        book=Book(redis),
        games=Games(ArchivedLog(redis, open_archive(config)), config.partitions),
        people=People(redis),
        texts=Texts(),
        post=Post(config),
        on=channels(config),
        public_url=config.public_url,
        claim_s=config.notice_again_s,
    )


_making = threading.Lock()


@cache
def _made() -> Worker:
    return Worker()


def _worker() -> Worker:
    """Made by the first task. The lock keeps threads that begin together from making two."""
    with _making:
        return _made()


@app.task(name=DELIVER)
def deliver(account: str, id: str) -> None:
    """Fails in silence: what has not ended is begun again."""
    try:
        _worker().deliver(Sending(account, id))
    except (RedisError, OSError) as error:  # OSError: also the timeouts
        log.warning("valkey-away", error=type(error).__name__)
    except Exception as error:
        log.error("delivery-failed", id=id, error=type(error).__name__)
