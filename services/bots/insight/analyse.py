"""The job: a slice of the analysis of one game."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from redis.exceptions import RedisError

from services.bots.failures import described
from services.bots.insight.analysing import Analyst
from services.bots.insight.celery import ANALYSE, app
from services.bots.seeds import shared_seeds
from services.bots.warm import compile_aside, ready
from shared.api import inbox
from shared.api.inbox import Inbox
from shared.log import insight
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.connect import connect, connect_plain
from shared.log.insight import Analyses
from shared.log.port import CorruptLog
from shared.settings import Settings, settings

log = structlog.get_logger(__name__)


@asynccontextmanager
async def analyst(config: Settings) -> AsyncGenerator[Analyst]:
    """With connections of its own."""
    archive, redis = open_archive(config), connect(config.valkey)
    try:
        with connect_plain(config.valkey) as plain:
            seeds = shared_seeds(plain)
        await insight.load_functions(redis)
        await inbox.load_functions(redis)
        yield Analyst(
            analyses=Analyses(redis, archive, config.partitions),
            log=ArchivedLog(redis, archive),
            inbox=Inbox(redis),
            seeds=seeds,
            simulations=config.insight_simulations,
            partitions=config.partitions,
        )
    finally:
        await redis.aclose()
        await redis.connection_pool.disconnect()


async def work(config: Settings, game: str) -> None:
    async with analyst(config) as one:
        try:
            await one.work(game)
        except CorruptLog as error:
            log.error("analysis-given-up", game=game, **described(error))
            if asked := await one.analyses.underway(game):
                await one.analyses.end(game, asked.id)


@cache
def _compile() -> None:
    """Where no bots' process shares the folder with this one, nobody else does."""
    compile_aside()


@app.task(name=ANALYSE)
def analyse(game: str) -> None:
    """Fails in silence: what is not done is begun again. Until the search is compiled, nothing is begun."""
    config = settings()
    try:
        if ready(config.var):
            asyncio.run(work(config, game))
        else:
            _compile()
    except SoftTimeLimitExceeded:
        log.warning("analysis-too-slow", game=game)
    except (RedisError, OSError) as error:
        log.warning("analysis-put-off", game=game, error=type(error).__name__)
    except Exception as error:
        log.error("analysis-failed", game=game, **described(error))
