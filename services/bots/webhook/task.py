"""The task: one turn of one bot, in the one event loop that all threads of the worker share."""

import asyncio
import ssl
import threading
from functools import cache

import structlog
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from services.bots.failures import described
from services.bots.queues import BUILT_IN, CALL, CALLS, STAND_IN
from services.bots.webhook.caller import Caller
from services.bots.webhook.celery import app, longest_s
from shared.api import inbox
from shared.api.bots import BotBook
from shared.api.inbox import Inbox
from shared.api.public import PublicHttp, allowed_networks
from shared.log.connect import connect
from shared.settings import Settings, settings

log = structlog.get_logger(__name__)


class Worker:
    """The event loop in a thread of its own, and everything in it."""

    def __init__(self, config: Settings) -> None:
        self._longest_s = longest_s(config)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="call", daemon=True).start()
        making = asyncio.run_coroutine_threadsafe(_caller(config), self._loop)
        self._caller: Caller = making.result(self._longest_s)

    def call(self, game: str, version: int, seat: int, bot: str) -> None:
        work = self._caller.call(game, version, seat, bot)
        asyncio.run_coroutine_threadsafe(work, self._loop).result(self._longest_s)


async def _caller(config: Settings) -> Caller:
    redis = connect(config.valkey)
    await inbox.load_functions(redis)
    return Caller(
        redis=redis,
        http=PublicHttp(allowed_networks(config.notice_networks), _trusted(config.notice_ca)),
        book=BotBook(redis),
        inbox=Inbox(redis),
        stand_in=stand_in,
        again=again,
        partitions=config.partitions,
        most_ms=config.bot_webhook_ms,
    )


def _trusted(authority: str) -> ssl.SSLContext:
    trusted = ssl.create_default_context()
    if authority:
        trusted.load_verify_locations(authority)
    return trusted


def stand_in(game: str, version: int, seat: int) -> None:
    _send(STAND_IN, BUILT_IN, game, version, seat)


def again(game: str, version: int, seat: int, bot: str) -> None:
    _send(CALL, CALLS, game, version, seat, bot)


def _send(task: str, queue: str, game: str, *rest: int | str) -> None:
    """What the broker does not take now is asked for again with its turn."""
    try:
        app.send_task(task, (game, *rest), queue=queue, retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("broker-away", game=game, error=type(error).__name__)


_making = threading.Lock()


@cache
def _made() -> Worker:
    return Worker(settings())


def _worker() -> Worker:
    """Made by the first task. The lock keeps threads that begin together from making two."""
    with _making:
        return _made()


@app.task(name=CALL)
def call(game: str, version: int, seat: int, bot: str) -> None:
    """Fails in silence: whose turn waits too long is asked for again."""
    try:
        _worker().call(game, version, seat, bot)
    except (RedisError, OSError) as error:  # OSError: also the timeouts
        log.warning("valkey-away", game=game, error=type(error).__name__)
    except Exception as error:
        log.error("call-failed", game=game, version=version, seat=seat, **described(error))
