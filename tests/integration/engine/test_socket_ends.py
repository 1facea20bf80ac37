"""How sockets end: every close code, and what brings it about."""

import asyncio

import httpx
import msgspec
import pytest
import uvicorn
from litestar import Litestar

from shared.api.caps import Cap
from shared.api.moment import now_ms
from shared.api.places import Places
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.sockets import capped, opened
from tests.integration.engine.waiting import until


@pytest.mark.parametrize(
    "first",
    ['{"type": "hello", "token": 7}', '{"type": "hello", "name": "Ann"}', '{"type": "dance"}', "{", "[]", ""],
)
async def test_a_malformed_frame_ends_it_with_4400(address: str, first: str) -> None:
    async with opened(address) as socket:
        await socket.connection.send(first)
        assert (await socket.closed())[0] == 4400


async def test_something_else_before_hello_ends_it_with_4400(address: str) -> None:
    async with opened(address) as socket:
        await socket.say("ping")
        assert await socket.closed() == (4400, "say hello first")


async def test_the_first_frame_decides_the_form_of_all(address: str) -> None:
    async with opened(address) as socket:
        await socket.hello()
        await socket.connection.send(msgspec.msgpack.encode({"type": "ping"}))
        assert await socket.closed() == (4400, "text and binary frames")


async def test_what_was_sent_just_before_its_end_may_never_begin(address: str) -> None:
    """And leaves nothing behind that Python would warn of."""
    async with opened(address) as socket:
        await socket.hello()
        for _ in range(3):
            await socket.say("command", game="g_1", id="1", do={"type": "pass"})
        await socket.connection.send("{")
        assert (await socket.closed())[0] == 4400


async def test_a_token_that_is_not_ours_ends_it_with_4401(address: str) -> None:
    async with opened(address) as socket:
        await socket.say("hello", token="x.y.z")
        assert await socket.closed() == (4401, "token-invalid")


async def test_an_expired_token_ends_it_with_4401(address: str, app: Litestar) -> None:
    old = app.state.tokens.mint("a_1", now_ms() // 1000 - 100_000, session="s_1")[0]
    async with opened(address) as socket:
        await socket.say("hello", token=old)
        assert await socket.closed() == (4401, "token-expired")


async def test_a_token_that_expires_meanwhile_ends_it_with_4401(
    address: str, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.api.auth.ACCESS_S", 1)
    short = app.state.tokens.mint("a_1", now_ms() // 1000, session="s_1")[0]
    async with opened(address) as socket:
        assert (await socket.hello(short))["type"] == "welcome"
        assert await socket.closed() == (4401, "token-expired")


async def test_the_token_of_another_account_ends_it_with_4403(address: str, guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    async with opened(address) as socket:
        await socket.hello(ann.token)
        await socket.say("hello", token=ben.token)
        assert await socket.closed() == (4403, "another account")


@pytest.mark.parametrize(
    ("origin", "code"), [("https://play.example", None), ("https://evil.example", 4403), (None, None)]
)
async def test_a_foreign_page_is_turned_away_with_4403(
    address: str, app: Litestar, origin: str | None, code: int | None
) -> None:
    app.state.sockets.origins = ("https://play.example",)
    async with opened(address, origin=origin) as socket:
        if code is None:
            assert (await socket.hello())["type"] == "welcome"
        else:
            assert await socket.closed() == (code, "origin")


async def test_a_page_of_our_own_is_let_in(address: str, app: Litestar) -> None:
    app.state.sockets.origins = ("https://play.example",)
    async with opened(address, origin=address) as socket:
        assert (await socket.hello())["type"] == "welcome"


async def test_no_hello_in_time_ends_it_with_4408(address: str, app: Litestar) -> None:
    capped(app, hello_s=0.05)
    async with opened(address) as socket:
        assert await socket.closed() == (4408, "no hello")


async def test_frames_over_the_credits_end_it_with_4429(address: str, app: Litestar) -> None:
    capped(app, frames=3, frames_per_s=0)
    async with opened(address) as socket:
        await socket.hello()
        for _ in range(3):
            await socket.say("ping")
        assert [(await socket.hear())["type"] for _ in range(2)] == ["pong", "pong"]
        assert await socket.closed() == (4429, "frames")


async def test_credits_come_back(address: str, app: Litestar) -> None:
    capped(app, frames=2, frames_per_s=50)
    async with opened(address) as socket:
        await socket.hello()
        for _ in range(10):
            await socket.say("ping")
            assert (await socket.hear())["type"] == "pong"
            await asyncio.sleep(0.03)  # not a wait for something, but a client that keeps to its credits


async def test_too_many_open_sockets_of_an_account_end_the_last_with_4429(
    address: str, app: Litestar, guest: Guest
) -> None:
    ann = await guest("Ann")
    app.state.sockets.places = Places(app.state.redis, {Cap.OPEN_STREAMS: 1}, app.state.presence)
    async with opened(address) as first, opened(address) as second:
        await first.hello(ann.token)
        await second.say("hello", token=ann.token)
        assert await second.closed() == (4429, "too-many-requests")
    await app.state.sockets.places.close()


async def test_a_socket_that_ended_gives_its_place_back(address: str, app: Litestar, guest: Guest) -> None:
    ann = await guest("Ann")
    app.state.sockets.places = Places(app.state.redis, {Cap.OPEN_STREAMS: 1}, app.state.presence)

    async def places_are_free() -> bool:
        return not await app.state.redis.zcard(f"open:{Cap.OPEN_STREAMS}:{ann.id}")

    for _ in range(3):
        async with opened(address) as socket:
            assert (await socket.hello(ann.token))["type"] == "welcome"
        await until(places_are_free)
    await app.state.sockets.places.close()


async def test_a_frame_that_is_too_large_ends_it_with_1009(address: str) -> None:
    async with opened(address) as socket:
        await socket.hello()
        await socket.say("ping", id="x" * 20_000)
        assert (await socket.closed())[0] == 1009


async def test_the_end_of_the_process_ends_it_with_1012(
    seated: Seated, address: str, http_server: uvicorn.Server
) -> None:
    game, phones = await seated()
    async with opened(address) as socket:
        await socket.hello(phones[0].token)
        await socket.say("subscribe", game=game)
        await socket.hear_until("entry")
        http_server.should_exit = True
        assert (await socket.closed())[0] == 1012


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_the_socket_is_opened_by_get_only(http: httpx.AsyncClient, method: str) -> None:
    refused = await http.request(method, "/v1/socket")
    assert (refused.status_code, refused.json()["code"]) == (405, "method-not-allowed")
    assert refused.headers["allow"] == "GET, HEAD"


async def test_plain_http_finds_no_socket(nobody: Phone) -> None:
    refused = await nobody.get("/v1/socket")
    assert (refused.status_code, refused.json()["code"]) == (426, "upgrade-required")
    assert refused.headers["upgrade"] == "websocket"
