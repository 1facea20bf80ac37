"""What is under way when the process that serves it is told to end."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest
import uvicorn
from litestar import Litestar
from redis.asyncio import Redis

from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.engine.finished import finished
from tests.integration.conftest import Crowd, Guest, Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.test_streams_end import STREAMS, path_of, stream
from tests.integration.engine.test_waiting import engine_away
from tests.integration.engine.waiting import until

Waiting = Callable[[str], Awaitable[tuple[Phone, str]]]

WAITS = ["game", "ticket", "analysis"]


@pytest.fixture
def waiting(seated: Seated, guest: Guest, crowd: Crowd, server: Redis) -> Waiting:
    """Somebody, and where nothing happens for as long as they wait."""

    async def game() -> tuple[Phone, str]:
        game, phones = await seated()
        return phones[0], f"/v1/games/{game}/events?after=1&wait=20"

    async def ticket() -> tuple[Phone, str]:
        ann = await guest()
        wish = {"kind": "floor", "players": [3], "pace": {"type": "live", "turn_s": 60}}
        opened = await ann.post("/v1/tickets", wish)
        return ann, f"/v1/tickets/{opened.json()['id']}?wait=20"

    async def analysis() -> tuple[Phone, str]:
        await ValkeyLog(server).append(keys_of("g_1").log("g_1"), 0, list(finished("floor")))
        (ann,) = crowd(1)
        assert (await ann.post("/v1/games/g_1/analysis")).is_success
        return ann, "/v1/games/g_1/analysis?after=0&wait=20"

    return lambda what: {"game": game, "ticket": ticket, "analysis": analysis}[what]()


@pytest.mark.parametrize("what", WAITS)
async def test_who_waits_is_answered_with_what_there_is(
    waiting: Waiting, wire: httpx.AsyncClient, http_server: uvicorn.Server, what: str
) -> None:
    phone, path = await waiting(what)
    asked = asyncio.create_task(wire.get(path, headers={"authorization": f"Bearer {phone.token}"}))
    await until(lambda: bool(http_server.server_state.tasks))
    http_server.should_exit = True
    answer = await asyncio.wait_for(asked, 10)
    assert (answer.status_code, answer.headers["connection"]) == (200, "close")


@pytest.mark.parametrize("what", WAITS)
async def test_nobody_begins_to_wait_any_more(waiting: Waiting, app: Litestar, what: str) -> None:
    phone, path = await waiting(what)
    app.state.leaving.begin()
    assert (await asyncio.wait_for(phone.get(path), 10)).status_code == 200


@pytest.mark.parametrize(("what", "accept"), STREAMS)
async def test_a_stream_that_begins_then_only_says_hello(
    seated: Seated, wire: httpx.AsyncClient, app: Litestar, what: str, accept: str
) -> None:
    game, phones = await seated()
    app.state.leaving.begin()
    async with stream(wire, phones[0].token, path_of(what, game), accept) as messages:
        assert [message async for message in messages] == []


@pytest.mark.parametrize(("what", "accept"), STREAMS)
async def test_a_stream_ends_without_being_broken_off(
    seated: Seated, wire: httpx.AsyncClient, http_server: uvicorn.Server, what: str, accept: str
) -> None:
    game, phones = await seated()
    async with stream(wire, phones[0].token, path_of(what, game), accept) as messages:
        await anext(messages)
        http_server.should_exit = True
        async with asyncio.timeout(10):
            assert [message async for message in messages] == []


@pytest.mark.logs(
    "Cancel %s running task(s), timeout graceful shutdown exceeded",
    "Exception in ASGI application\n",
    "commit-refused",
)
async def test_what_cannot_be_answered_in_time_gets_no_answer_rather_than_a_500(
    seated: Seated, wire: httpx.AsyncClient, http_server: uvicorn.Server, server: Redis
) -> None:
    game, phones = await seated()
    async with engine_away(server, game):
        sent = asyncio.create_task(_sends(wire, phones, game))
        await until(lambda: bool(http_server.server_state.tasks))
        http_server.should_exit = True
        with pytest.raises(httpx.RemoteProtocolError):
            await asyncio.wait_for(sent, 10)


async def _sends(wire: httpx.AsyncClient, phones: list[Phone], game: str) -> httpx.Response:
    """A command that is refused, once somebody judges it."""
    headers = {"authorization": f"Bearer {phones[0].token}"}
    return await wire.post(
        f"/v1/games/{game}/commands",
        json={"id": "x", "do": {"type": "resign"}, "expect": 99},
        headers=headers,
    )
