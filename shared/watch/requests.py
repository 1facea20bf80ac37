"""One request: a span of a trace, and an id that all log lines tell which it causes."""

import random
from contextlib import AbstractContextManager
from contextvars import Token
from typing import Any

from structlog.contextvars import bind_contextvars, reset_contextvars

from shared.watch import traces

REQUEST = "request"
"""Its name in log lines. The trace's id where traces are on, so that one finds the other."""


class request:
    """Everything that is done in it belongs to it."""

    __slots__ = ("_bound", "_span")

    def __init__(
        self, name: str, *, within: str | None = None, since: str | None = None, **attributes: str | int
    ) -> None:
        self._span: AbstractContextManager[Any] = traces.span(name, within=within, since=since, **attributes)
        self._bound: dict[str, Token[Any]] = {}

    def __enter__(self) -> None:
        self._span.__enter__()
        id = traces.trace_id(traces.here()) or f"{random.getrandbits(64):016x}"
        self._bound = dict(bind_contextvars(**{REQUEST: id}))

    def __exit__(self, *failure: Any) -> None:
        reset_contextvars(**self._bound)
        self._span.__exit__(*failure)
