"""How every Celery app of ours is set up."""

from typing import Any

from shared.settings import Settings


def configuration(config: Settings, queue: str, longest_s: int) -> dict[str, Any]:
    """Celery's settings for an app with one queue, whose tasks take at most so long."""
    return {
        "broker_url": config.broker,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport_options": _transport(longest_s),
        "result_backend": None,
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_default_queue": queue,
        "task_serializer": "json",
        "accept_content": ["json"],
        "worker_prefetch_multiplier": 1,
        # Its open subscription is what notices that the broker went away. Without it a worker whose acknowledgement
        # was lost with the broker counts that task as its one prefetched task and never asks for another.
        "worker_enable_remote_control": True,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
    }


def _transport(longest_s: int) -> dict[str, Any]:
    return {
        "visibility_timeout": 3
        * longest_s,  # longer than any task, or it would be run twice at the same time
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
