"""Ids that are none: whatever stands in a path ends as a refusal, in no key of Valkey's and on one line of the log."""

import io
import json
import logging
from collections.abc import Iterator
from urllib.parse import quote

import pytest
import structlog
from redis.asyncio import Redis

from shared.log.archive import path_of
from shared.log.port import CorruptLog
from shared.logs import set_up
from tests.integration.conftest import Phone
from tests.integration.engine.test_every_route import ROUTES, Failing, Route

ODD = {
    "tag": "{p00}", "other-tag": "}:x{", "wildcard": "*", "question": "a?b", "space": "a b", "newline": "g_1\nFLUSHALL",
    "return": "g_1\r\nSET x 1", "nul": "g_1\x00", "long": "g_" + "x" * 3000, "unicode": "g_\u00e9\u4e2d\U0001f600",
    "digits": "\u0664\u0662", "colon": "a:b:c", "quote": "'\"", "lua": "]] redis.call('FLUSHALL') --",
    "bracket": "(1-0", "plus": "+", "minus": "-", "surrogate-like": "%ED%A0%80",
}  # fmt: skip
INSIDE = [name for name in ODD if name not in {"long", "minus", "plus"}]
"""Signs that must be found in no key."""
FREE_WORDS = {"/v1/me/notifications/muted/{game}"}
"""Kept in a value with the account, whatever it is; a game that is none is never told of."""


def _path(route: Route, odd: str) -> Iterator[str]:
    """The route with the odd id in each of its places in turn, and in all of them."""
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    for chosen in ([name] for name in names):
        yield route.named(
            **{name: quote(odd, safe="") if odd != ODD["surrogate-like"] else odd for name in chosen}
        )


NAMING = [route for route in ROUTES if "{" in route.path]


@pytest.mark.parametrize("odd", ODD)
async def test_an_odd_id_is_refused_and_no_failure(anybody: Phone, odd: str) -> None:
    failing = Failing()
    for route in (route for route in NAMING if route.path not in FREE_WORDS):
        body = None
        if "requestBody" in route.operation:
            body = route.operation["requestBody"]["content"]["application/json"]["example"]
        for path in _path(route, ODD[odd]):
            answer = await anybody.send(route.method, path, body)
            if not 400 <= answer.status_code < 500:
                failing[f"{route} {path[:80]}"] = answer.text
    assert not failing


@pytest.mark.parametrize("odd", [*(ODD[name] for name in ODD), "../g_1", "g_1/../../x", "", "."])
def test_no_place_in_the_archive_is_made_of_an_odd_id(odd: str) -> None:
    with pytest.raises(CorruptLog):
        path_of(odd)


async def test_no_key_is_made_of_an_odd_id(anybody: Phone, server: Redis) -> None:
    for route in (route for route in NAMING if route.method != "GET"):
        for name in INSIDE:
            for path in _path(route, ODD[name]):
                await anybody.send(route.method, path)
    keys = [key.decode("utf-8", "replace") async for key in server.scan_iter(count=1000)]
    odd = [key for key in keys for name in INSIDE if ODD[name] in key]
    assert odd == []


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the process would write to its log."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    set_up("test")
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    handler.setStream(written)
    yield written
    root.handlers[:] = before
    root.setLevel(level)


async def test_a_path_with_a_line_break_is_one_record(nobody: Phone, lines: io.StringIO) -> None:
    await nobody.get('/v1/games/g_1%0A{"event":"request","by":"a_admin"}')
    written = [json.loads(line) for line in lines.getvalue().splitlines()]
    (record,) = [record for record in written if record["event"] == "request"]
    assert record["by"] is None
    assert "\n" in record["path"]


@pytest.mark.logs("broke", "broke too")
def test_a_failure_is_logged_without_its_words(lines: io.StringIO) -> None:
    """The rules' own exceptions may name a card."""
    try:
        try:
            raise KeyError("b.grandpa")
        except KeyError as cause:
            raise ValueError("hand of Ann: b.girl") from cause
    except ValueError as error:
        structlog.get_logger("shared").error("broke", exc_info=error)
        logging.getLogger("uvicorn.error").error("broke too", exc_info=True)
    text = lines.getvalue()
    assert text.count('"KeyError"') == text.count('"ValueError"') == 2
    assert "test_ids.py" in text
    assert "girl" not in text
    assert "grandpa" not in text
