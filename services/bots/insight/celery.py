"""The Celery app for analyses: `celery -A services.bots.insight.celery worker`.

It has a queue and a process of its own, so that no turn ever waits for an analysis. Tasks are hints here too: the
dispatcher begins anew what nothing was heard of.
"""

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init, worker_ready

from shared.jobs import configuration
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch.address import serve
from shared.watch.broker import greets

ANALYSE = "analyse"
"""The name of the only task."""
QUEUE = "analyses"
SOFT_LIMIT_S = 30
"""Of a slice, which ends by itself after a tenth of that."""
HARD_LIMIT_S = 40
EXPIRES_S = 60


def configured(config: Settings) -> dict[str, Any]:
    """Celery's settings."""
    limits = {"task_soft_time_limit": SOFT_LIMIT_S, "task_time_limit": HARD_LIMIT_S}
    return {**configuration(config, QUEUE, HARD_LIMIT_S), **limits}


app = Celery("analyses", include=["services.bots.insight.analyse"])
app.add_defaults(lambda: configured(settings()))  # a function: the environment is read when first needed


NICE = 10
"""How much the system prefers everybody else."""


@worker_process_init.connect
def _give_way(**_: object) -> None:
    os.nice(NICE)


@setup_logging.connect
def _log(loglevel: int | None = None, **_: object) -> None:
    set_up("analyses", loglevel or logging.INFO)


@worker_ready.connect
def _watch(**_: object) -> None:
    """Whether it lives and has its broker; it counts nothing."""
    serve(settings(), [], [greets(app)])
