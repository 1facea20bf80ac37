"""The Celery app: `celery -A services.bots.celery worker`.

Celery is a hint, never the truth. It may lose a task or run it twice; the dispatcher asks again for turns
that wait too long, and the engine judges a command id once. So there are no results, retries or schedules.
"""

import logging
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from shared.logs import set_up
from shared.settings import Settings, settings

THINK = "think"
"""The name of the only task, so that whoever enqueues it need not import what bots think with."""

QUEUE = "bots"
SOFT_LIMIT_S = 10
HARD_LIMIT_S = 20
EXPIRES_S = 60
"""After so long the dispatcher has asked again; a worker that comes back late drops the old tasks unread."""

_TRANSPORT = {
    "visibility_timeout": 3 * HARD_LIMIT_S,  # longer than any task, or it would be run twice at the same time
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,  # of a publisher; without it, a connection that has fallen silent holds it for ever
    "health_check_interval": 5,  # of a worker: it leaves a silent connection within some 15 seconds
    "socket_keepalive": True,
    "max_retries": 1,  # of a publisher; without it, it tries for ever and never says that the broker is away
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}


def configuration(config: Settings) -> dict[str, Any]:
    """Celery's settings."""
    return {
        "broker_url": config.broker,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport_options": _TRANSPORT,
        "result_backend": None,
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_soft_time_limit": SOFT_LIMIT_S,
        "task_time_limit": HARD_LIMIT_S,
        "task_default_queue": QUEUE,
        "task_serializer": "json",
        "accept_content": ["json"],
        "worker_prefetch_multiplier": 1,
        # Its open subscription is what notices that the broker went away. Without it a worker whose acknowledgement
        # was lost with the broker counts that task as its one prefetched task and never asks for another.
        "worker_enable_remote_control": True,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
    }


app = Celery("bots", include=["services.bots.think"])
app.add_defaults(lambda: configuration(settings()))  # a function: the environment is read when first needed


@setup_logging.connect
def _log(loglevel: int | None = None, **_: object) -> None:
    set_up("bots", loglevel or logging.INFO)
