"""One play gives one connected trace through all services, and nothing of it leaves them."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import msgspec
import pytest
from opentelemetry.sdk.trace import ReadableSpan

from services.bots.dispatcher.thoughts import Thoughts
from services.notify import standing as known
from services.notify.plan import Listener, plan
from shared.log.commands import FeedItem, Sent, decode_feed, decode_sent, encode, pack
from shared.log.keys import keys_of
from shared.watch import traces
from tests.engine.play import PARTITIONS, Bench, start_game
from tests.engine.test_judging import _own
from tests.watch.catalogue import ROOT
from tests.watch.spans import Spans, traced

KEYS = keys_of("g_1", PARTITIONS)


@pytest.fixture
def spans() -> Iterator[Spans]:
    with traced() as kept:
        yield kept


async def _played(bench: Bench) -> tuple[Sent, FeedItem]:
    """A person's card, as an API process sends it; and what the feed then tells."""
    game = await bench.start(start_game("floor", people=1))
    while game.seat_of("a_0") is None or game.clock(0) is None:
        await _bots_card(bench)
        game = await bench.fold()
    seat, do = _own(game)
    with traces.span("POST /v1/games/{game}/commands"), traces.span("send command"):
        sent = msgspec.structs.replace(bench.command("x", seat, do, by=f"a_{seat}"), trace=traces.here())
    await bench.send(sent)
    (_, fields), *_ = await bench.server.xrevrange(KEYS.feed, count=1)
    return sent, decode_feed(fields[b"e"])


async def _bots_card(bench: Bench) -> None:
    game = await bench.fold()
    seat, do = _own(game)
    await bench.send(bench.command(f"bot:{game.version}:{seat}", seat, do))


async def test_judging_belongs_to_the_request_that_sent_the_command(
    bench: Bench,
    spans: Spans,
) -> None:
    await _played(bench)
    assert spans.tree() == {
        "POST /v1/games/{game}/commands": None,
        "send command": "POST /v1/games/{game}/commands",
        "judge command": "send command",
    }


async def test_the_bots_thought_and_the_players_notice_are_of_the_same_trace(
    bench: Bench,
    spans: Spans,
) -> None:
    sent, item = await _played(bench)
    thoughts = Thoughts(lambda *_: 0)
    thoughts.note(item, 0, 0)
    (thought,) = thoughts.due(0)
    assert traces.trace_id(thought.trace) == traces.trace_id(item.trace) == traces.trace_id(sent.trace)


def test_a_notice_carries_the_trace_of_the_turn_that_it_tells() -> None:
    item = FeedItem(
        "g_1", "floor", 7, (0,), {}, ("a_1", None), False, at=1000, turns={0: 7}, trace="00-ab-cd-01"
    )
    standing = known.note_game(known.NOTHING, item, "a_1", 1000)
    (notice,) = plan(standing, Listener(), 10_000).notices
    assert notice.trace == "00-ab-cd-01"


def test_a_bots_own_command_begins_a_trace_that_names_the_thought(spans: Spans) -> None:
    with traces.span("think"), traces.span("send bot's command", since=traces.here()):
        pass
    sent, thought = spans.all()
    assert sent.context.trace_id != thought.context.trace_id
    assert [link.context.span_id for link in sent.links] == [thought.context.span_id]


async def test_no_byte_of_an_entry_knows_of_traces(bench: Bench, spans: Spans) -> None:
    sent, _ = await _played(bench)
    assert sent.trace
    logged = b"".join(await bench.payloads())
    assert all(part not in logged for part in (sent.trace.encode(), bytes.fromhex(sent.trace.split("-")[1])))


async def test_spans_tell_no_card_token_or_body(bench: Bench, spans: Spans) -> None:
    await _played(bench)
    told = {name for span in spans.all() for name in span.attributes or {}}
    assert told <= {"game", "version", "outcome", "partition", "seat", "channel"}


async def test_a_failure_is_told_by_its_type_alone(spans: Spans) -> None:
    with pytest.raises(KeyError), traces.span("think"):
        raise KeyError("b.girl")
    (span,) = spans.all()
    assert span.status.description == "KeyError"
    assert "b.girl" not in _everything(span)


def _everything(span: ReadableSpan) -> str:
    return str(span.to_json())


@pytest.mark.parametrize("foreign", ["", "00", "00-zz-zz-01", "00-00-00-00", "x" * 500])
def test_what_is_no_context_begins_a_trace_of_its_own(spans: Spans, foreign: str) -> None:
    with traces.span("judge command", within=foreign):
        pass
    assert spans.all()[0].parent is None


async def test_without_traces_nothing_is_sent_along(bench: Bench) -> None:
    traces.set_up("test", {})
    _, item = await _played(bench)
    assert (traces.is_on(), traces.here(), item.trace) == (False, None, None)


def test_older_processes_read_commands_and_feeds_with_a_trace() -> None:
    class OldSent(msgspec.Struct, frozen=True, array_like=True):
        id: str
        game: str
        by: str
        seat: int | None
        do: msgspec.Raw
        expect: int | None = None
        reply_to: str | None = None

    sent = Sent("x", "g_1", "a_0", 0, pack(start_game("floor")), trace="00-ab-cd-01")
    assert msgspec.msgpack.decode(encode(sent), type=OldSent).id == "x"
    old: Any = OldSent("x", "g_1", "a_0", 0, sent.do)
    assert decode_sent(encode(old)).trace is None


@pytest.fixture
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """The other end of OTLP: its address, and what came."""
    came: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", came
        server.shutdown()


def test_spans_go_to_the_collector_that_the_environment_names(
    collector: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, came = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    traces.set_up("test")
    with traces.span("judge command", game="g_1"):
        pass
    traces.stop()
    (sent,) = came
    assert all(part in sent for part in (b"paternoster-test", b"judge command", b"g_1"))
    assert not traces.is_on()


def test_the_lock_with_traces_holds_what_the_lock_without_them_holds() -> None:
    plain, traced_ = (_pinned(name) for name in ("requirements.lock", "requirements-traces.lock"))
    assert plain <= traced_
    assert any(line.startswith("opentelemetry-sdk==") for line in traced_ - plain)


def _pinned(lock: str) -> set[str]:
    return {line for line in (ROOT / lock).read_text("utf-8").splitlines() if "==" in line}
