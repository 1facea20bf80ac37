"""The job: one bot seat looks at its game and, if something is awaited of it, sends one command."""

from functools import cache, partial
from pathlib import Path
from typing import Any

import structlog
from celery.signals import worker_init
from redis.exceptions import RedisError

from services.bots.bot import Bot
from services.bots.celery import THINK, app
from services.bots.failures import described
from services.bots.policies import Policy, policies
from services.bots.search.budget import Budget
from services.bots.warm import compile_aside, ready
from shared.api.people import Level
from shared.games.rules import Command
from shared.log.connect import connect_plain
from shared.settings import settings

log = structlog.get_logger(__name__)


@worker_init.connect
def _warm(**_: object) -> None:
    """Before the pool is forked, so that its processes have the compiled search from the start.

    At a machine's first start it is compiled beside the first games, in which hard bots play as normal ones.
    """
    if not ready(settings().var):
        compile_aside()


@cache
def _bot() -> Bot:
    """Made by the first task of a process, so after the fork: connections must not be shared."""
    config = settings()
    thinking = policies(Budget(ms=config.bot_think_ms))
    able = {kind: partial(_as_able, config.var, policy) for kind, policy in thinking.items()}
    return Bot(connect_plain(config.valkey), able, config.partitions)


def _as_able(var: Path, policy: Policy, level: str, *position: Any) -> Command | None:
    """A policy that plays one level lower while the search is not compiled."""
    able = level != Level.HARD or ready(var)
    return policy(level if able else Level.NORMAL, *position)


@app.task(name=THINK)
def think(game: str, version: int, seat: int) -> None:
    """The turn of `seat` at `version`. Fails in silence: who waits too long is asked for again."""
    try:
        _bot().think(game, version, seat)
    except (RedisError, OSError) as error:
        _bot().forget()
        log.warning("valkey-away", game=game, version=version, seat=seat, error=type(error).__name__)
    except Exception as error:
        log.error("thought-failed", game=game, version=version, seat=seat, **described(error))
