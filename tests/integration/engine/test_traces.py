"""One card that a person plays is one trace: request, stream, worker, inbox, bot."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from litestar import Litestar
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from services.bots import think
from services.bots.bot import Bot
from services.bots.celery import TRACE
from services.bots.dispatcher.thoughts import Thought, Thoughts
from services.bots.policies import POLICIES
from shared.log.commands import FeedItem, decode_feed
from shared.log.connect import connect_plain
from shared.log.keys import keys_of
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.play import move
from tests.watch.spans import Spans, traced

COMMANDS = "POST /v1/games/{game}/commands"


@pytest.fixture
def spans() -> Iterator[Spans]:
    with traced() as kept:
        yield kept


@pytest.fixture
def plain(config: Settings) -> Iterator[redis.Redis]:
    with connect_plain(config.valkey) as client:
        yield client


async def _with_bots(guest: Guest) -> tuple[str, Phone]:
    """A game of Ann and two bots in which it is her turn, bots having played by hand."""
    ann = await guest("Ann")
    table = await ann.opens()
    await ann.seats_bots(table, 1, 2)
    assert (await ann.post(f"/v1/tables/{table}/start")).status_code == 200
    return table, ann


async def _told(server: Redis, game: str, version: int) -> FeedItem:
    async with asyncio.timeout(20):
        while True:
            for _, fields in await server.xrevrange(keys_of(game).feed, count=5):
                item = decode_feed(fields[b"e"])
                if (item.game, item.version) == (game, version):
                    return item
            await asyncio.sleep(0.02)


async def _ended(spans: Spans, *names: str) -> None:
    """What works beside us has ended its spans."""
    async with asyncio.timeout(20):
        while not all(spans.named(name) for name in names):
            await asyncio.sleep(0.02)


async def _thinks(thought: Thought, plain: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's task, as Celery runs it."""
    bot = Bot(plain, POLICIES)
    monkeypatch.setattr(think, "_bot", lambda: bot)
    args: Any = (thought.game, thought.version, thought.seat)
    await asyncio.to_thread(think.think.apply, args, headers={TRACE: thought.trace})  # pyright: ignore[reportFunctionMemberAccess]


@pytest.mark.usefixtures("writer")
async def test_a_card_is_one_trace_through_request_worker_inbox_and_bot(
    server: Redis, guest: Guest, spans: Spans, plain: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ann = await _with_bots(guest)
    version, thoughts = 1, Thoughts(lambda *_: 0)
    while (item := await _told(server, game, version)).awaited != (0,):
        thoughts.note(item, 0, 0)
        await _thinks(thoughts.due(0)[0], plain, monkeypatch)
        version += 1
    while item.awaited == (0,):  # whoever wins a trick with its last card leads the next
        spans.forget()
        _, do = await move(game, [ann])
        answer = await ann.post(f"/v1/games/{game}/commands", {"id": f"card-{version}", "do": do})
        version = answer.json()["version"]
        item = await _told(server, game, version)
    thoughts.note(item, 0, 0)
    await _thinks(thoughts.due(0)[0], plain, monkeypatch)
    await _ended(spans, "write inboxes", "think", "send bot's command", COMMANDS)
    (request,) = spans.named(COMMANDS)
    assert spans.tree(request.context.trace_id) == {
        COMMANDS: None,
        "send command": COMMANDS,
        "judge command": "send command",
        "write inboxes": "judge command",
        "think": "judge command",
    }
    (thought,), (sent,) = spans.named("think"), spans.named("send bot's command")
    assert [link.context.span_id for link in sent.links] == [thought.context.span_id]
    assert sent.context.trace_id != request.context.trace_id


async def test_what_a_player_gets_knows_nothing_of_traces(seated: Seated, spans: Spans) -> None:
    game, phones = await seated()
    phone, do = await move(game, phones)
    answers = [
        await phone.post(f"/v1/games/{game}/commands", {"id": "card", "do": do}),
        *[await phone.get(f"/v1/games/{game}{part}") for part in ("", "/events", "/moves")],
        await phone.get("/v1/sync"),
    ]
    told = b"".join(answer.content + str(answer.headers).encode() for answer in answers)
    ids = {f"{span.context.trace_id:032x}" for span in spans.all()}
    assert ids
    assert not any(id.encode() in told for id in ids)
    assert b"trace" not in told


async def test_a_context_that_a_client_sends_is_not_believed(seated: Seated, spans: Spans) -> None:
    _, phones = await seated()
    spans.forget()
    theirs = {"traceparent": f"00-{'a' * 32}-{'b' * 16}-01"}
    await phones[0].get("/v1/me/games", headers=theirs)
    assert {span.context.trace_id for span in spans.all()}.isdisjoint({int("a" * 32, 16)})


def _requests(route: str, status: int, method: str = "GET") -> float:
    labels = {"route": route, "method": method, "status": str(status)}
    return REGISTRY.get_sample_value("paternoster_http_requests_total", labels) or 0


async def test_requests_are_counted_by_their_routes_template(seated: Seated) -> None:
    game, phones = await seated()
    before = [_requests("/v1/games/{game}", 200), _requests("other", 404)]
    await phones[0].get(f"/v1/games/{game}")
    await phones[0].get(f"/v1/nowhere/{game}")
    assert [_requests("/v1/games/{game}", 200), _requests("other", 404)] == [count + 1 for count in before]


async def test_long_polls_are_among_the_open_connections_while_they_wait(
    seated: Seated, app: Litestar
) -> None:
    game, phones = await seated()
    waiting = asyncio.create_task(phones[0].get(f"/v1/games/{game}/events?after=1&wait=2"))
    labels = {"transport": "long-poll"}
    async with asyncio.timeout(20):
        while REGISTRY.get_sample_value("paternoster_connections", labels) != 1:
            await asyncio.sleep(0.02)
    await waiting
    assert REGISTRY.get_sample_value("paternoster_connections", labels) == 0
