"""One request: a span of a trace, and an id that all log lines tell which it causes."""

import random
from collections.abc import Generator
from contextlib import contextmanager

import structlog

from shared.watch import traces

REQUEST = "request"
"""Its name in log lines. The trace's id where traces are on, so that one finds the other."""


@contextmanager
def request(
    name: str, *, within: str | None = None, since: str | None = None, **attributes: str | int
) -> Generator[None]:
    """Everything that is done in it belongs to it."""
    with traces.span(name, within=within, since=since, **attributes):
        id = traces.trace_id(traces.here()) or f"{random.getrandbits(64):016x}"
        with structlog.contextvars.bound_contextvars(**{REQUEST: id}):
            yield
