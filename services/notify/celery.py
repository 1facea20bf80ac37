"""The Celery app that delivers: `celery -A services.notify.celery worker --pool threads`.

An app and a queue of its own, apart from the bots' one: a delivery waits for other people's servers and a bot thinks, so
neither must stand in the other's way; and threads of one process that share their connections (Apple wants few and long
ones) take the memory of one of the bots' processes, whatever their number. Like there, Celery is a hint: it may lose a
task or run it twice; `sending` asks again for what was not heard of, and the outbox says what has ended.
"""

import logging
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready

from shared.jobs import configuration
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import serve
from shared.watch.broker import greets

DELIVER = "deliver"
"""The name of the only task, so that whoever enqueues it need not import what delivers."""

QUEUE = "notices"
LONGEST_S = 30


def configured(config: Settings) -> dict[str, Any]:
    """Without time limits, which threads cannot have: an attempt has its own."""
    return configuration(config, QUEUE, LONGEST_S)


app = Celery("notices", include=["services.notify.task"])
app.add_defaults(lambda: configured(settings()))  # a function: the environment is read when first needed


@setup_logging.connect
def _log(loglevel: int | None = None, **_: object) -> None:
    set_up("notices", loglevel or logging.INFO)


@worker_ready.connect
def _watch(**_: object) -> None:
    """One process with threads: its figures are its own."""
    traces.set_up("notices")
    serve(settings(), [], [greets(app)])
