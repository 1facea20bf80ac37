"""Structured logs: one JSON line per event on standard error. What is logged never names cards, tokens or bodies.

Each line has `service`, `process` (one start of one program), `level`, `event`, `timestamp` and `logger`; what a request, a
task or a delivery causes has its `request` too, which is the trace's id where traces are on.
"""

import logging
import os
import secrets
import sys
from pathlib import Path
from traceback import walk_tb
from typing import Any

import structlog

from shared.watch.requests import named

MOST_CAUSES, MOST_PLACES = 5, 25
"""Of a failure, in one line."""


def set_up(service: str, level: int = logging.INFO) -> None:
    """Sends structlog and the standard library's loggers through one JSON formatter."""
    shared: list[structlog.types.Processor] = [
        named,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _named(service, secrets.token_hex(4)),
            place_failures,
            structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level, force=True)
    route()


def route() -> None:
    """Hands structlog's events to the standard library's loggers, where tests can catch them."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            named,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def place_failures(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """A failure as types and places. Its texts stay out: a `KeyError` of the rules may name a card, others a body."""
    given: Any = event.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given  # pyright: ignore[reportUnknownVariableType]
    if isinstance(error, BaseException):
        event["failure"] = _chain(error)
    return event


def _chain(error: BaseException) -> list[dict[str, object]]:
    """The failure, and those that it came from."""
    found: list[dict[str, object]] = []
    cause: BaseException | None = error
    while cause is not None and len(found) < MOST_CAUSES:
        at = [
            f"{Path(frame.f_code.co_filename).name}:{line} {frame.f_code.co_name}"
            for frame, line in walk_tb(cause.__traceback__)
        ]
        found.append({"type": type(cause).__name__, "at": at[-MOST_PLACES:]})
        cause = cause.__cause__ or cause.__context__
    return found


def _named(service: str, start: str) -> structlog.types.Processor:
    def add(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
        event["service"] = service
        event["process"] = f"{start}.{os.getpid()}"  # of its own after a fork
        return event

    return add
