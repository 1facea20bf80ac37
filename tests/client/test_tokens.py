"""The client renews its tokens: once for all calls, through lost answers, and for as long as it runs."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import msgspec
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.app import lobby
from shared.api import auth
from shared.client import ApiProblem, Client, Http, Tokens, Unreachable
from shared.settings import Settings
from tests.client.test_client import Script, client_of, entries
from tests.integration.conftest import alive

EXPIRED = httpx.Response(401, json={"code": "token-expired"})
ANN = {"id": "a_1", "name": "Ann"}


class Tunnel(httpx.AsyncBaseTransport):
    """Carries requests to an app in this process; `lose` answers of a path are lost on the way back."""

    def __init__(self, app: Litestar) -> None:
        self._inner = httpx.ASGITransport(app, raise_app_exceptions=False)
        self.lose: dict[str, int] = {}
        self.paths: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        path = request.url.path
        self.paths.append(path)
        if self.lose.get(path, 0):
            self.lose[path] -= 1
            raise httpx.ReadError("lost")
        return response


@pytest.fixture
async def tunnel(server: Redis, config: Settings) -> AsyncIterator[Tunnel]:
    app = lobby(config)
    async with alive(app):
        yield Tunnel(app)


def client_in(tunnel: Tunnel, patience_s: float = 5, **more: object) -> Client:
    return Client(Http("http://lobby", transport=tunnel, patience_s=patience_s, **more))


async def test_an_expired_token_is_renewed_and_the_call_made_again(
    tunnel: Tunnel, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_in(tunnel)
    monkeypatch.setattr(auth, "ACCESS_S", -1)
    guest = await client.guest("Ann")
    monkeypatch.setattr(auth, "ACCESS_S", 60)
    assert (await client.me()).id == guest.account.id
    assert (await client.me()).id == guest.account.id
    assert tunnel.paths.count("/v1/sessions/refresh") == 1


async def test_calls_that_find_their_token_expired_at_once_renew_it_once(
    tunnel: Tunnel, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_in(tunnel)
    monkeypatch.setattr(auth, "ACCESS_S", -1)
    await client.guest("Ann")
    monkeypatch.setattr(auth, "ACCESS_S", 60)
    await asyncio.gather(*(client.me() for _ in range(20)))
    assert tunnel.paths.count("/v1/sessions/refresh") == 1


async def test_lost_answers_to_a_refresh_do_not_sign_the_client_out(
    tunnel: Tunnel, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_in(tunnel)
    monkeypatch.setattr(auth, "ACCESS_S", -1)
    await client.guest("Ann")
    monkeypatch.setattr(auth, "ACCESS_S", 60)
    tunnel.lose = {"/v1/sessions/refresh": 3}
    assert (await client.me()).name == "Ann"
    assert tunnel.paths.count("/v1/sessions/refresh") == 4


async def test_an_app_killed_while_it_refreshed_goes_on_by_what_it_kept(
    tunnel: Tunnel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Tokens | None] = []
    monkeypatch.setattr(auth, "ACCESS_S", -1)
    guest = await client_in(tunnel, keep=kept.append).guest("Ann")
    monkeypatch.setattr(auth, "ACCESS_S", 60)
    tunnel.lose = {"/v1/sessions/refresh": 100}
    with pytest.raises(Unreachable):
        await client_in(tunnel, 0.1, tokens=kept[-1], keep=kept.append).me()
    tunnel.lose = {}
    assert (await client_in(tunnel, tokens=kept[-1], keep=kept.append).me()).id == guest.account.id
    assert kept[-1] is not None
    assert kept[-1].attempt == ""


async def test_a_session_that_was_ended_is_a_problem_and_a_new_guest_can_come(tunnel: Tunnel) -> None:
    client = client_in(tunnel)
    first = await client.guest("Ann")
    other = client_in(tunnel, tokens=Tokens(first.access_token))
    await other.sign_out()
    with pytest.raises(ApiProblem) as caught:
        await client.me()
    assert caught.value.code == "session-ended"
    assert (await client.guest("Ann")).account.id != first.account.id
    assert (await client.me()).name == "Ann"


async def test_a_guest_upgrades_and_signs_in_elsewhere(tunnel: Tunnel) -> None:
    phone, tablet = client_in(tunnel), client_in(tunnel)
    guest = await phone.guest("Ann")
    assert not (await phone.upgrade("ann", "four lifts go down")).guest
    signed_in = await tablet.sign_in("ann", "four lifts go down", "tablet")
    assert (signed_in.account.id, (await tablet.me()).id) == (guest.account.id,) * 2


async def test_a_program_s_token_cannot_be_renewed() -> None:
    client = Client(
        Http("http://server", tokens=Tokens("pn_x"), transport=httpx.MockTransport(Script(EXPIRED)))
    )
    with pytest.raises(ApiProblem) as caught:
        await client.me()
    assert caught.value.code == "token-expired"


async def test_a_stream_whose_token_expired_goes_on_with_a_new_one() -> None:
    renewed = httpx.Response(200, json={"access_token": "new", "refresh_token": "next"})
    script = Script(entries(4), EXPIRED, renewed, entries(5, ended=True))
    client = client_of(script)
    client._http.holder.hold(Tokens("old", "refresh"))
    assert [item.version async for item in client.follow("g", after=3)] == [4, 5]
    sent = [request.headers.get("authorization") for request in script.requests]
    assert sent == ["Bearer old", "Bearer old", None, "Bearer new"]
    assert msgspec.json.decode(script.requests[2].content)["refresh_token"] == "refresh"
