"""The life of an app as `docs/api.md` tells it, lived through the client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.client import ApiProblem, Client, GameChange, Tokens, command_id
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.chaos.truth import Truth
from tests.integration.engine.conftest import address, app, http_server, writer

__all__ = ["address", "app", "http_server", "writer"]


class Apps:
    """Apps of people on one server; each start of an app is a client of its own."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self._address = address
        self._stack = stack

    async def start(self, kept: list[Tokens | None]) -> Client:
        tokens = kept[-1] if kept else None
        client = Client.at(self._address, tokens=tokens, keep=kept.append, patience_s=5)
        return await self._stack.enter_async_context(client)


@pytest.fixture
async def apps(address: str) -> AsyncIterator[Apps]:
    async with AsyncExitStack() as stack:
        yield Apps(address, stack)


async def seated(ann: Client, ben: Client) -> str:
    table = await ann.open_table("elevators", 2)
    await ben.join(table.id)
    return (await ann.start(table.id)).id


async def chosen(client: Client, game: str) -> dict[str, Any]:
    """What a queue keeps of a move: its id, the version it was chosen at, what it does."""
    found = await client.moves(game)
    return {"id": command_id(), "expect": found.version, "do": found.moves[0].do}


async def on_turn(game: str, *clients: Client) -> tuple[Client, Client]:
    """Who is awaited, and the other."""
    (seat, *_) = (await clients[0].game(game)).awaited
    return clients[seat], clients[1 - seat]


async def synced(client: Client, cursor: str | None, game: str, version: int) -> str:
    """The cursor with which a version of a game has come; the inbox is told some milliseconds after the game."""
    async with asyncio.timeout(5):
        while True:
            page = await client.sync(cursor)
            games = {c.game.id: c.game.version for c in page.changes if isinstance(c, GameChange)}
            if games.get(game, 0) >= version:
                return page.cursor
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("writer")
async def test_an_app_comes_back_from_the_background_by_what_it_kept(apps: Apps) -> None:
    kept: list[Tokens | None] = []
    ann, ben = await apps.start(kept), await apps.start([])
    await ann.guest("Ann")
    await ben.guest("Ben")
    game = await seated(ann, ben)
    cursor = await synced(ann, None, game, 1)
    for _ in range(3):
        player, _other = await on_turn(game, ann, ben)
        played = await player.command(game, **await chosen(player, game))
    again = await apps.start(kept)
    later = await synced(again, cursor, game, played.version)
    assert (await again.sync(later)).changes == ()
    assert [found.id for found in (await again.my_games()).games] == [game]


async def test_a_move_made_offline_is_played_once_if_the_game_still_waits_for_it(
    apps: Apps, server: Redis
) -> None:
    ann, ben = await apps.start([]), await apps.start([])
    await ann.guest("Ann")
    await ben.guest("Ben")
    game = await seated(ann, ben)
    player, _ = await on_turn(game, ann, ben)
    queued = await chosen(player, game)
    first = await player.command(game, **queued)
    assert await player.command(game, **queued) == first, "its answer had been lost"
    truth = Truth(game, await ValkeyLog(server).read(keys_of(game).log(game)))
    assert truth.versions[queued["id"]] == [first.version]


async def test_a_move_made_offline_is_dropped_when_the_game_went_on(apps: Apps) -> None:
    kept: list[Tokens | None] = []
    ann, ben = await apps.start(kept), await apps.start([])
    await ann.guest("Ann")
    await ben.guest("Ben")
    game = await seated(ann, ben)
    player, _ = await on_turn(game, ann, ben)
    queued = await chosen(player, game)
    elsewhere = await player.command(game, **await chosen(player, game))
    with pytest.raises(ApiProblem) as caught:
        await player.command(game, **queued)
    assert (caught.value.code, caught.value.params["version"]) == ("version-conflict", elsewhere.version)
    assert (await player.game(game)).version == elsewhere.version


@pytest.mark.logs("refresh-token-reused")
async def test_a_stolen_refresh_token_signs_both_out_and_the_game_goes_on(
    apps: Apps, caplog: pytest.LogCaptureFixture
) -> None:
    kept: list[Tokens | None] = []
    ann, ben = await apps.start(kept), await apps.start([])
    await ann.guest("Ann")
    await ben.guest("Ben")
    game = await seated(ann, ben)
    stolen = kept[-1]
    thief = await apps.start([stolen])
    await renew(thief)
    with pytest.raises(ApiProblem) as caught:
        await renew(ann)
    assert caught.value.code == "session-ended"
    for holder in (ann, thief):
        with pytest.raises(ApiProblem) as caught:
            await holder.me()
        assert caught.value.code == "session-ended"
    events = [record.msg["event"] for record in caplog.records if isinstance(record.msg, dict)]
    assert "refresh-token-reused" in events
    assert (await ben.game(game)).state == "playing"


async def renew(client: Client) -> None:
    """As if the access token had expired."""
    held = client._http.holder.tokens
    assert held is not None
    expired = ApiProblem(401, "token-expired", "", {})
    assert await client._http.renewed(f"Bearer {held.access_token}", expired)
