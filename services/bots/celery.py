"""The Celery app: `celery -A services.bots.celery worker`.

Celery is a hint, never the truth. It may lose a task or run it twice; the dispatcher asks again for turns
that wait too long, and the engine judges a command id once. So there are no results, retries or schedules.
"""

import logging
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from services.bots.queues import BUILT_IN
from shared.jobs import configuration
from shared.logs import set_up
from shared.settings import Settings, settings

HINT = "hint"
"""The name of a task, as those in `queues`."""

ENQUEUED_AT, TRACE = "enqueued_at", "traceparent"
"""Headers of a task: when it was enqueued, in ms since 1970, and the context of what woke the bot."""

QUEUE = BUILT_IN
SOFT_LIMIT_S = 10
HARD_LIMIT_S = 20
EXPIRES_S = 60
"""After so long the dispatcher has asked again; a worker that comes back late drops the old tasks unread."""


def configured(config: Settings) -> dict[str, Any]:
    """Celery's settings."""
    limits = {"task_soft_time_limit": SOFT_LIMIT_S, "task_time_limit": HARD_LIMIT_S}
    return {**configuration(config, QUEUE, HARD_LIMIT_S), **limits}


app = Celery(
    "bots", include=["services.bots.think", "services.bots.insight.task", "services.bots.webhook.standin"]
)
app.add_defaults(lambda: configured(settings()))  # a function: the environment is read when first needed


@setup_logging.connect
def _log(loglevel: int | None = None, **_: object) -> None:
    set_up("bots", loglevel or logging.INFO)
