"""A stream, a long poll or a socket lasts no longer than the token that it was begun with."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from litestar import Litestar
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from services.engine.api.hub import Channel
from shared.api import ended
from shared.api.ended import Ended
from shared.api.moment import now_ms
from tests.integration.accounts.conftest import Device
from tests.integration.conftest import Phone
from tests.integration.engine.sockets import opened
from tests.integration.engine.waiting import until

EVENTS, LINES = "text/event-stream", "application/x-ndjson"
STREAMS = [("game", EVENTS), ("game", LINES), ("mine", EVENTS), ("mine", LINES)]


@pytest.fixture
async def ann(nobody: Phone) -> Device:
    return Device.of(nobody.http, (await nobody.post("/v1/accounts/guest", {"name": "Ann"})).json())


@pytest.fixture
async def game(ann: Device) -> str:
    table = await ann.opens(kind="floor", players=2)
    await ann.seats_bots(table, 1)
    assert (await ann.post(f"/v1/tables/{table}/start")).status_code == 200
    return table


@asynccontextmanager
async def stream(
    wire: httpx.AsyncClient, token: str, path: str, accept: str
) -> AsyncIterator[AsyncIterator[Any]]:
    """The messages of a stream that has begun, those of an event stream with their names as types."""
    headers = {"accept": accept, "authorization": f"Bearer {token}"}
    async with wire.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200
        messages = (found async for line in answer.aiter_lines() if (found := _data(line)) is not None)
        assert (await anext(messages))["type"] == "hello"
        yield messages


def _data(line: str) -> Any:
    data = line.removeprefix("data: ")
    return json.loads(data) if data.startswith("{") else None


def path_of(what: str, game: str) -> str:
    return f"/v1/games/{game}/events" if what == "game" else "/v1/stream"


async def last(messages: AsyncIterator[Any]) -> dict[str, Any]:
    """The last message, once the server has ended the stream."""
    async with asyncio.timeout(5):
        return [message async for message in messages][-1]


async def api_token(ann: Device, **more: Any) -> tuple[str, str]:
    """Its id, and the token."""
    made = await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["games:read"], **more})
    return made.json()["info"]["id"], made.json()["token"]


@pytest.mark.parametrize(("what", "accept"), STREAMS)
async def test_a_stream_ends_with_its_session_and_says_why(
    ann: Device, game: str, wire: httpx.AsyncClient, what: str, accept: str
) -> None:
    async with stream(wire, ann.token, path_of(what, game), accept) as messages:
        await ann.send("DELETE", "/v1/me/sessions/current")
        told = await last(messages)
    assert (told["type"], told["code"]) == ("closed", "session-ended")
    assert told["detail"]


@pytest.mark.parametrize(("what", "accept"), STREAMS)
async def test_a_stream_ends_when_its_api_token_is_revoked(
    ann: Device, game: str, wire: httpx.AsyncClient, what: str, accept: str
) -> None:
    id, token = await api_token(ann)
    async with stream(wire, token, path_of(what, game), accept) as messages:
        await ann.send("DELETE", f"/v1/me/tokens/{id}")
        assert (await last(messages))["code"] == "token-invalid"


@pytest.mark.parametrize(("what", "accept"), STREAMS)
async def test_a_stream_ends_when_its_token_expires(
    app: Litestar, ann: Device, game: str, wire: httpx.AsyncClient, what: str, accept: str
) -> None:
    access_s = 15 * 60
    nearly = now_ms() // 1000 - access_s + 2
    token, _ = app.state.tokens.mint(ann.id, nearly, session=ann.session)
    async with stream(wire, token, path_of(what, game), accept) as messages:
        assert (await last(messages))["code"] == "token-expired"


async def test_a_session_that_another_process_ended_is_noticed_by_an_open_stream(
    server: Redis, ann: Device, game: str, wire: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended, "WATCH_S", 0.05)
    async with stream(wire, ann.token, path_of("game", game), LINES) as messages:
        await Ended(server).add(ann.session)
        assert (await last(messages))["code"] == "session-ended"


async def test_a_deleted_accounts_streams_end_those_of_its_programs_too(
    ann: Device, game: str, wire: httpx.AsyncClient
) -> None:
    _, token = await api_token(ann)
    path = path_of("mine", game)
    async with stream(wire, ann.token, path, LINES) as own, stream(wire, token, path, LINES) as programs:
        await ann.send("DELETE", "/v1/me")
        assert [(await last(told))["code"] for told in (own, programs)] == ["session-ended", "token-invalid"]


async def test_a_long_poll_is_refused_when_its_session_ends_meanwhile(
    app: Litestar, ann: Device, game: str, wire: httpx.AsyncClient
) -> None:
    headers = {"authorization": f"Bearer {ann.token}"}
    path = f"/v1/games/{game}/events?after=1&wait=30"
    polling = asyncio.create_task(wire.get(path, headers=headers))
    await until(lambda: bool(app.state.ended._cuts))
    await ann.send("DELETE", "/v1/me/sessions/current")
    answer = await polling
    assert (answer.status_code, answer.json()["code"]) == (401, "session-ended")


async def test_a_socket_ends_with_its_session_without_waiting_for_its_next_sign_of_life(
    ann: Device, address: str
) -> None:
    async with opened(address) as socket:
        await socket.hello(ann.token)
        await ann.send("DELETE", "/v1/me/sessions/current")
        async with asyncio.timeout(5):
            assert await socket.closed() == (4401, "session-ended")


async def test_a_spectators_stream_goes_on_whoever_signs_out(
    ann: Device, game: str, wire: httpx.AsyncClient
) -> None:
    async with wire.stream("GET", path_of("game", game), headers={"accept": LINES}) as answer:
        messages = answer.aiter_lines()
        assert [json.loads(await anext(messages))["type"] for _ in range(2)] == ["hello", "entry"]
        await ann.send("DELETE", "/v1/me/sessions/current")
        assert not answer.is_closed


async def test_nothing_is_kept_of_a_stream_that_is_over(
    app: Litestar, ann: Device, game: str, wire: httpx.AsyncClient
) -> None:
    async with stream(wire, ann.token, path_of("game", game), LINES):
        assert app.state.ended._cuts
    await until(lambda: not app.state.ended._cuts)


async def _gone(*_: object) -> bool:
    raise RedisConnectionError("gone")


@pytest.mark.logs("unavailable")
@pytest.mark.parametrize("accept", [EVENTS, LINES])
async def test_a_stream_whose_log_cannot_be_read_any_more_ends_and_can_be_begun_again(
    ann: Device, game: str, wire: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    path = f"/v1/games/{game}/events?after=1"
    with monkeypatch.context() as broken:
        broken.setattr(Channel, "wait", _gone)
        async with stream(wire, ann.token, path, accept) as messages, asyncio.timeout(5):
            assert all([message["type"] in ("entry", "hello") async for message in messages])
    async with stream(wire, ann.token, path, accept):
        pass
