"""What staff ends is ended for everybody who is there: a game for its players, a suspended account's streams."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from litestar import Litestar

from shared.api.scopes import Scope
from tests.inbox.waiting import soon
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.mine import play
from tests.integration.engine.sockets import opened

WHY = {"reason": "nobody can go on"}

Boss = Callable[[], Coroutine[Any, Any, Phone]]


@pytest.fixture
def boss(app: Litestar, guest: Guest) -> Boss:
    async def come() -> Phone:
        phone = await guest("Sam")
        signs_in = {"handle": "sam", "password": "four lifts go down"}
        await phone.send("PUT", "/v1/me/credentials", signs_in)
        await app.state.backoffice.grant("operator:Eve", phone.id, Scope.ADMIN_WRITE, "helps us")
        phone.token = (await phone.post("/v1/sessions", signs_in)).json()["access_token"]
        return phone

    return come


async def test_a_running_game_ends_unfinished_with_its_secret_told(seated: Seated, boss: Boss) -> None:
    game, phones = await seated()
    sam = await boss()
    version = await play(phones, game)
    ended = await sam.post(f"/v1/admin/tables/{game}/end", WHY)
    assert (ended.status_code, ended.json()["state"]) == (200, "started")
    view = (await phones[0].get(f"/v1/games/{game}")).json()
    assert (view["state"], view["outcome"]["places"]) == ("ended", [None] * 3)
    events = (await phones[0].get(f"/v1/games/{game}/events?after={version}&words=true")).json()["items"]
    assert [event["type"] for event in events[0]["events"]] == ["game-stopped"]
    assert events[0]["words"] == ["The server’s staff ended the game."]
    assert (await phones[0].get(f"/v1/games/{game}/fairness")).json()["secret"]
    refused = await phones[0].post(f"/v1/games/{game}/commands", {"id": "late", "do": {"type": "reveal"}})
    assert refused.json()["code"] in ("game-over", "malformed")
    again = await sam.post(f"/v1/admin/tables/{game}/end", WHY)
    assert again.status_code == 200


async def test_a_suspension_ends_streams_and_sockets_and_not_the_game(
    seated: Seated, boss: Boss, address: str, wire: httpx.AsyncClient
) -> None:
    game, (ann, ben, _) = await seated()
    sam = await boss()
    headers = {"authorization": f"Bearer {ann.token}", "accept": "application/x-ndjson"}
    async with opened(address) as socket, wire.stream("GET", "/v1/stream", headers=headers) as stream:
        await socket.hello(ann.token)
        lines = stream.aiter_lines()
        await anext(lines)
        await sam.post(f"/v1/admin/accounts/{ann.id}/suspend", WHY)
        async with asyncio.timeout(10):
            told = [line async for line in lines]
        assert "account-suspended" in told[-1]
        assert await socket.closed() == (4403, "account-suspended")
    assert (await ann.get(f"/v1/games/{game}")).json()["code"] == "account-suspended"
    view = await soon(lambda: ben.get(f"/v1/games/{game}"), lambda answer: answer.status_code == 200)
    assert view.json()["state"] == "playing"
