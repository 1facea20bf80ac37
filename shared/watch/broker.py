"""What operators see of Celery's broker. Celery has no types."""

from typing import Any

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from shared.watch.figures import Among, Level
from shared.watch.readiness import Check

QUEUED = Level("queue_tasks", "Tasks that wait in a queue of Celery's", queue=Among(("bots", "notices")))

ANSWER_S = 2.0


def greets(celery: Any) -> Check:
    """Whether it answers."""

    def greet() -> None:
        with celery.connection_for_write(connect_timeout=ANSWER_S) as connection:
            connection.ensure_connection(max_retries=0, timeout=ANSWER_S)

    return Check("broker", greet)


def look(celery: Any, queue: str) -> None:
    """Counts what waits; unknown while the broker is away."""
    try:
        with celery.pool.acquire(block=True) as connection:
            QUEUED.set(queue, to=int(connection.default_channel.client.llen(queue)))
    except (OperationalError, RedisError, OSError):
        QUEUED.set(queue, to=float("nan"))
