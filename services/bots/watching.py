"""What operators see of the bots' Celery worker: its pool's processes report to their parent, which serves the address."""

from celery.signals import worker_init, worker_process_init, worker_process_shutdown, worker_ready

from services.bots.celery import app
from services.bots.figures import Report, Reports
from shared.settings import settings
from shared.watch import traces
from shared.watch.address import serve
from shared.watch.broker import greets

_to_parent: Reports | None = None


def report(done: Report) -> None:
    """To the parent; without one, in a test, here."""
    if _to_parent is None:
        done.note()
    else:
        _to_parent.tell(done)


@worker_init.connect
def _open(**_: object) -> None:
    """Before the pool is forked."""
    global _to_parent
    _to_parent = Reports()


@worker_ready.connect
def _serve(**_: object) -> None:
    """Once it is: threads do not outlive a fork."""
    if _to_parent is not None:
        _to_parent.note_all()
    serve(settings(), [], [greets(app)])


@worker_process_init.connect
def _trace(**_: object) -> None:
    traces.set_up("bots")


@worker_process_shutdown.connect
def _stop_tracing(**_: object) -> None:
    """A forked process ends without what Python does at its end."""
    traces.stop()
