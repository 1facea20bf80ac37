"""Every log line says who tells it and what it belongs to, and none tells what it must not."""

import ast
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from shared.logs import route, set_up
from shared.watch.requests import request

ROOT = Path(__file__).parents[2]
FILES = sorted(path for top in ("shared", "services") for path in (ROOT / top).rglob("*.py"))
LEVELS = frozenset({"debug", "info", "warning", "error", "critical", "exception"})


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What a process writes that is set up as all are."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    set_up("test")
    stream = io.StringIO()
    root.handlers[0].setStream(stream)  # pyright: ignore[reportAttributeAccessIssue]
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    route()


def _told(lines: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_every_line_says_which_process_of_which_service_tells_it(lines: io.StringIO) -> None:
    structlog.get_logger("one").info("begun", games=3)
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
    for line in _told(lines):
        assert line.keys() >= {"service", "process", "level", "event", "timestamp", "logger"}
        assert line["service"] == "test"


def test_what_a_request_causes_is_told_with_its_id_and_nothing_else_is(lines: io.StringIO) -> None:
    log = structlog.get_logger("two")
    for _ in range(2):
        with request("GET /v1/games"):
            log.info("inside")
            logging.getLogger("litestar").info("inside")
    log.info("outside")
    first, second, third, fourth, outside = (line.get("request") for line in _told(lines))
    assert first == second
    assert third == fourth
    assert first != third
    assert outside is None


@pytest.mark.logs("request-failed", "Exception in ASGI application")
def test_a_failure_is_told_by_types_and_places_without_its_text(lines: io.StringIO) -> None:
    try:
        try:
            raise KeyError("b.girl")
        except KeyError as card:
            raise ValueError("pn_token of Ann") from card
    except ValueError as error:
        structlog.get_logger("three").error("request-failed", exc_info=error)
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    assert not any(secret in lines.getvalue() for secret in ("b.girl", "pn_token", "Ann"))
    for line in _told(lines):
        assert [one["type"] for one in line["failure"]] == ["ValueError", "KeyError"]
        assert line["failure"][0]["at"][0].startswith("test_logs.py:")


TOLD = frozenset(
    [
        "account",
        "bot",
        "broken",
        "by",
        "bytes",
        "cause",
        "channel",
        "count",
        "decisions",
        "duties",
        "duty",
        "error",
        "exc_info",
        "extra",
        "fault",
        "feed",
        "game",
        "games",
        "id",
        "issuer",
        "list",
        "method",
        "ms",
        "node",
        "owned",
        "partition",
        "partitions",
        "path",
        "place",
        "port",
        "reason",
        "result",
        "round",
        "running",
        "seat",
        "session",
        "state",
        "status",
        "table",
        "tasks",
        "ticket",
        "tournament",
        "transport",
        "tries",
        "trouble",
        "version",
        "waited_ms",
        "waiting",
        "what",
        "where",
        "why",
        "worker",
    ]
)
"""All that log lines may name. Whatever joins them must be no body, token, card, address or text of anybody."""


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=level)) if level in LEVELS:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_log_lines_have_fixed_names_and_name_only_what_they_may() -> None:
    unlisted = {
        f"{where}: {word.arg}"
        for where, call in _calls()
        for word in call.keywords
        if word.arg and word.arg not in TOLD
    }
    assert unlisted == set(), "is it no body, token, card or text of anybody? Then add its name to TOLD"
    for where, call in _calls():
        event = call.args[0]
        parts = [event.body, event.orelse] if isinstance(event, ast.IfExp) else [event]
        assert all(isinstance(part, ast.Constant | ast.Name) for part in parts), where
