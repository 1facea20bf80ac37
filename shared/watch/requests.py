"""One request: a span of a trace, and an id that all log lines tell which it causes."""

import random
from contextlib import AbstractContextManager
from contextvars import ContextVar, Token
from functools import cached_property
from typing import Any

import structlog

from shared.watch import traces

REQUEST = "request"
"""Its name in log lines. The trace's id where traces are on, so that one finds the other."""


class request:
    """Everything that is done in it belongs to it."""

    def __init__(
        self, name: str, *, within: str | None = None, since: str | None = None, **attributes: str | int
    ) -> None:
        self._span: AbstractContextManager[Any] = traces.span(name, within=within, since=since, **attributes)
        self._token: Token[request | None] | None = None
        self._trace: str | None = None

    @cached_property
    def id(self) -> str:
        """Made when a line first tells it, as most requests have none."""
        return traces.trace_id(self._trace) or f"{random.getrandbits(64):016x}"

    def __enter__(self) -> None:
        self._span.__enter__()
        self._trace = traces.here()
        self._token = _here.set(self)

    def __exit__(self, *failure: Any) -> None:
        if self._token is not None:
            _here.reset(self._token)
        self._span.__exit__(*failure)


_here: ContextVar[request | None] = ContextVar("request", default=None)


def named(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """Which request a log line belongs to."""
    if (request := _here.get()) is not None:
        event[REQUEST] = request.id
    return event
