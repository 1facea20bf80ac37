"""What is followed goes on with a new token when the old one expires, and ends when its session does."""

import asyncio
import time
from contextlib import aclosing

import pytest
from litestar import Litestar

from shared.api import auth
from shared.client import ApiProblem, Client, Tokens, Transport
from tests.client.test_transports import Table, address, app, every_transport, http_server, table
from tests.integration.engine.sockets import capped
from tests.integration.engine.waiting import until

__all__ = ["address", "app", "http_server", "table"]


async def expiring(client: Client, monkeypatch: pytest.MonkeyPatch, seconds: int) -> Tokens:
    """Gives the client a token that is good for so long."""
    monkeypatch.setattr(auth, "ACCESS_S", seconds)
    held = client._http.holder.tokens
    assert held is not None
    expired = ApiProblem(401, "token-expired", "", {})
    await client._http.renewed(f"Bearer {held.access_token}", expired)
    monkeypatch.setattr(auth, "ACCESS_S", 60)
    renewed = client._http.holder.tokens
    assert renewed is not None
    return renewed


@every_transport
async def test_what_is_followed_goes_on_when_its_token_expires(
    table: Table, transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = table.clients[0]
    short = await expiring(client, monkeypatch, 2)
    async with asyncio.timeout(20), aclosing(client.follow(table.id)) as items:
        assert (await anext(items)).version == 1
        following = asyncio.ensure_future(anext(items))
        await until(lambda: client._http.holder.tokens != short)
        await table.play()
        assert (await following).version == 2


@every_transport
async def test_what_is_followed_ends_with_its_session(table: Table, transport: Transport) -> None:
    client = table.clients[0]
    async with asyncio.timeout(10), aclosing(client.follow(table.id)) as items:
        await anext(items)
        following = asyncio.ensure_future(anext(items))
        await asyncio.sleep(0)
        await client._http.send("DELETE", "/v1/me/sessions/current", {}, dict)
        with pytest.raises(ApiProblem, match="session-ended"):
            await following


@pytest.mark.parametrize("transport", [Transport.SOCKET])
async def test_a_socket_is_given_its_next_token_and_stays_open(
    table: Table, transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = table.clients[0]
    short, expired_at = await expiring(client, monkeypatch, 3), time.time() + 3
    async with asyncio.timeout(20), aclosing(client.follow(table.id)) as items:
        assert (await anext(items)).version == 1
        line = client._socket._line
        await until(lambda: client._http.holder.tokens != short)
        await until(lambda: time.time() > expired_at)
        await table.play()
        assert ((await anext(items)).version, client._socket._line) == (2, line)


@pytest.mark.parametrize("transport", [Transport.SOCKET])
async def test_a_socket_keeps_to_its_credits(table: Table, transport: Transport, app: Litestar) -> None:
    capped(app, frames=5, frames_per_s=10)
    client, do, version = await table.move()
    async with asyncio.timeout(20):
        line = await client._socket._open_line()
        answers = [client.command(table.id, do, expect=version, id=f"c{n}") for n in range(20)]
        found = await asyncio.gather(*answers, return_exceptions=True)
    assert sum(not isinstance(one, Exception) for one in found) == 1
    assert (client._socket._line, line.ended) == (line, None)
