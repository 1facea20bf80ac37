"""The client on every transport against a real server: the same items, the same refusals, the same call."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from typing import Any

import pytest

from shared.api import auth
from shared.client import ApiProblem, Client, GameChange, Resynced, Tokens, Transport
from tests.integration.engine.conftest import address, app, http_server, writer

__all__ = ["address", "app", "http_server", "writer"]

every_transport = pytest.mark.parametrize("transport", Transport)
STREAMS = [Transport.EVENTS, Transport.LINES, Transport.SOCKET]


class Table:
    """A game of elevators for two, each with a client of their own."""

    def __init__(self, id: str, clients: list[Client]) -> None:
        self.id = id
        self.clients = clients

    async def move(self) -> tuple[Client, dict[str, Any], int]:
        """Who may do what now, and at which version."""
        view = await self.clients[0].game(self.id)
        client = self.clients[view.awaited[0]]
        return client, (await client.moves(self.id)).moves[0].do, view.version

    async def play(self) -> int:
        client, do, version = await self.move()
        return (await client.command(self.id, do, expect=version)).version


@pytest.fixture
async def table(address: str, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    transport = request.getfixturevalue("transport")
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(Client.at(address, transport=transport, patience_s=5))
            for _ in "ab"
        ]
        for client in clients:
            await client.guest("Guest")
        opened = await clients[0].open_table("elevators", 2)
        await clients[1].join(opened.id)
        await clients[0].start(opened.id)
        yield Table(opened.id, clients)


@every_transport
async def test_what_is_followed_goes_on_after_any_version(table: Table, transport: Transport) -> None:
    played = [await table.play() for _ in range(3)]
    async with asyncio.timeout(10), aclosing(table.clients[1].follow(table.id, played[0])) as items:
        assert [(await anext(items)).version for _ in played[1:]] == played[1:]
        assert (await table.play()) == (await anext(items)).version


@every_transport
async def test_a_version_that_never_was_is_not_followed(table: Table, transport: Transport) -> None:
    with pytest.raises(Resynced) as caught:
        async with asyncio.timeout(10), aclosing(table.clients[1].follow(table.id, 99)) as items:
            await anext(items)
    assert caught.value.version == (await table.clients[0].game(table.id)).version


@every_transport
async def test_the_same_id_is_one_move(table: Table, transport: Transport) -> None:
    client, do, version = await table.move()
    first = await client.command(table.id, do, expect=version, id="once")
    assert await client.command(table.id, do, expect=version, id="once") == first


@every_transport
async def test_a_move_chosen_at_an_older_version_is_refused(table: Table, transport: Transport) -> None:
    client, do, version = await table.move()
    await table.play()
    with pytest.raises(ApiProblem) as caught:
        await client.command(table.id, do, expect=version)
    assert caught.value.code == "version-conflict"


@pytest.mark.parametrize("transport", [Transport.SOCKET])
async def test_a_socket_whose_token_expired_is_opened_with_a_new_one(
    table: Table, transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, do, version = await table.move()
    monkeypatch.setattr(auth, "ACCESS_S", -1)
    held = client._http.holder.tokens
    assert held is not None
    await client._http.renewed(f"Bearer {held.access_token}", ApiProblem(401, "token-expired", "", {}))
    expired = client._http.holder.tokens
    monkeypatch.setattr(auth, "ACCESS_S", 60)
    assert (await client.command(table.id, do, expect=version)).version == version + 1
    assert client._http.holder.tokens != expired


@pytest.mark.parametrize("transport", [Transport.SOCKET])
async def test_a_socket_of_an_ended_session_is_a_problem(
    table: Table, transport: Transport, address: str
) -> None:
    async with Client.at(address, transport=transport, tokens=Tokens("nonsense"), patience_s=2) as stranger:
        with pytest.raises(ApiProblem) as caught:
            await stranger.command(table.id, {"type": "play-person"})
    assert caught.value.code == "token-invalid"


@pytest.mark.parametrize("transport", [Transport.SOCKET])
async def test_a_game_is_followed_once_at_a_time_on_a_socket(table: Table, transport: Transport) -> None:
    client = table.clients[0]
    async with asyncio.timeout(10), aclosing(client.follow(table.id)) as items:
        await anext(items)
        with pytest.raises(ValueError, match="already"):
            await anext(client.follow(table.id))
        assert (await table.play()) == (await anext(items)).version


@pytest.mark.parametrize("transport", STREAMS)
@pytest.mark.usefixtures("writer")
async def test_what_concerns_the_caller_is_told_live(table: Table, transport: Transport) -> None:
    async with asyncio.timeout(10), aclosing(table.clients[1].changes()) as pages:
        version = await table.play()
        async for page in pages:
            games = [change.game for change in page.changes if isinstance(change, GameChange)]
            if any((game.id, game.version) == (table.id, version) for game in games):
                break
    assert [game.id for game in (await table.clients[1].my_games()).games] == [table.id]
