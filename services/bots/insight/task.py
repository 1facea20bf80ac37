"""The job of a hint. It runs where bots think, as somebody waits for it as for a turn."""

from functools import cache

import structlog
from redis.exceptions import RedisError

from services.bots.celery import HINT, app
from services.bots.failures import described
from services.bots.insight.hinting import Hinter
from services.bots.warm import ready
from shared.log.connect import connect_plain
from shared.settings import settings

log = structlog.get_logger(__name__)


@cache
def _hinter() -> Hinter:
    """Made by the first task of a process, so after the fork."""
    config = settings()
    return Hinter(connect_plain(config.valkey), config.insight_simulations, config.partitions)


@app.task(name=HINT)
def hint(game: str, seat: int, at: int) -> None:
    """Fails in silence: who waits for it asks again. There are none while the search is not compiled."""
    try:
        if ready(settings().var):
            _hinter().hint(game, seat, at)
    except (RedisError, OSError) as error:
        _hinter().forget()
        log.warning("hint-put-off", game=game, seat=seat, error=type(error).__name__)
    except Exception as error:
        log.error("hint-failed", game=game, seat=seat, **described(error))
