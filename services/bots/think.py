"""The job: one bot seat looks at its game and, if something is awaited of it, sends one command."""

import time
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import structlog
from celery.signals import worker_init
from redis.exceptions import RedisError

from services.bots.bot import Bot
from services.bots.celery import ENQUEUED_AT, TRACE, app
from services.bots.failures import described
from services.bots.figures import Report
from services.bots.policies import Policy, policies
from services.bots.queues import THINK
from services.bots.search.budget import Budget
from services.bots.warm import compile_aside, ready
from services.bots.watching import report
from shared.api.people import Level
from shared.games.rules import Command
from shared.log.connect import connect_plain
from shared.settings import Settings, settings
from shared.watch.requests import request

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
    return Bot(connect_plain(config.valkey), able_policies(config), config.partitions)


def able_policies(config: Settings) -> Mapping[str, Policy]:
    thinking = policies(Budget(ms=config.bot_think_ms))
    return {kind: partial(_as_able, config.var, policy) for kind, policy in thinking.items()}


def _as_able(var: Path, policy: Policy, level: str, *position: Any) -> Command | None:
    """A policy that plays one level lower while the search is not compiled."""
    able = level != Level.HARD or ready(var)
    return policy(level if able else Level.NORMAL, *position)


@app.task(name=THINK, bind=True)
def think(self: Any, game: str, version: int, seat: int) -> None:
    """The turn of `seat` at `version`. Fails in silence: who waits too long is asked for again."""
    headers: Mapping[str, Any] = self.request.headers or {}
    begun_ms, at = time.time_ns() // 1_000_000, time.perf_counter()
    with request("think", within=headers.get(TRACE), game=game, version=version, seat=seat):
        outcome = _think(game, version, seat)
    kind, level = _bot().seen or ("", "")
    queued_s = max(0, begun_ms - headers[ENQUEUED_AT]) / 1000 if ENQUEUED_AT in headers else None
    report(Report(outcome, time.perf_counter() - at, queued_s, kind, level))


def _think(game: str, version: int, seat: int) -> str:
    """What came of it."""
    try:
        return "nothing" if _bot().think(game, version, seat) is None else "sent"
    except (RedisError, OSError) as error:
        _bot().forget()
        log.warning("valkey-away", game=game, version=version, seat=seat, error=type(error).__name__)
        return "away"
    except Exception as error:
        log.error("thought-failed", game=game, version=version, seat=seat, **described(error))
        return "failed"
