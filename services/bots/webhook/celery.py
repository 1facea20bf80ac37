"""The Celery app: `celery -A services.bots.webhook.celery worker --pool threads`.

As with built-in bots, Celery is a hint: the dispatcher asks again for turns that wait too long.
"""

import logging
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready

from services.bots.queues import CALLS
from shared.jobs import configuration
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import serve
from shared.watch.broker import greets

SPARE_S = 10
"""What a task may take beside the call."""


def longest_s(config: Settings) -> int:
    return config.bot_webhook_ms // 1000 + SPARE_S


def configured(config: Settings) -> dict[str, Any]:
    """Celery's settings."""
    return configuration(config, CALLS, longest_s(config))


app = Celery("bot-calls", include=["services.bots.webhook.task"])
app.add_defaults(lambda: configured(settings()))  # a function: the environment is read when first needed


@setup_logging.connect
def _log(loglevel: int | None = None, **_: object) -> None:
    set_up("bot-calls", loglevel or logging.INFO)


@worker_ready.connect
def _watch(**_: object) -> None:
    """One process with threads: its figures are its own."""
    traces.set_up("bot-calls")
    serve(settings(), [], [greets(app)])
