"""Who is there, on whatever process and by whatever they have open."""

from typing import Any

import httpx
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.api import presence
from shared.api.presence import GRACE_MS, HELD_MS, Presence, Sign
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.sockets import opened
from tests.integration.engine.waiting import until


@pytest.fixture
def elsewhere(app: Litestar, server: Redis) -> Presence:
    """What another process knows. The app's functions are loaded by now."""
    return Presence(server)


def _streaming(wire: httpx.AsyncClient, phone: Phone, path: str) -> Any:
    headers = {"accept": "text/event-stream", "authorization": f"Bearer {phone.token}"}
    return wire.stream("GET", path, headers=headers)


async def _until_graced(server: Redis, sign: Sign) -> None:
    """The last sign of life has been given."""
    await until(lambda: _is_graced(server, sign))


async def _is_graced(server: Redis, sign: Sign) -> bool:
    return 0 < await server.pttl(sign.key) <= GRACE_MS


async def test_whoever_has_a_stream_open_is_there_and_whoever_plays_elsewhere_is_not(
    seated: Seated, wire: httpx.AsyncClient, elsewhere: Presence
) -> None:
    _, (ann, ben, _) = await seated()
    async with _streaming(wire, ann, "/v1/stream"):
        await until(lambda: elsewhere.present([ann.id]))
        assert await elsewhere.present([ann.id, ben.id]) == {ann.id}


async def test_whoever_reads_a_game_looks_at_that_game(
    seated: Seated, wire: httpx.AsyncClient, elsewhere: Presence
) -> None:
    game, (ann, ben, _) = await seated()
    async with _streaming(wire, ann, f"/v1/games/{game}/events"), _streaming(wire, ben, "/v1/stream"):
        await until(lambda: elsewhere.present([ben.id]))
        assert await elsewhere.looking(game, [ann.id, ben.id]) == {ann.id}
        assert await elsewhere.present([ann.id, ben.id]) == {ann.id, ben.id}


async def test_a_socket_looks_at_the_games_that_it_follows(
    seated: Seated, address: str, elsewhere: Presence, server: Redis
) -> None:
    game, (ann, *_) = await seated()
    async with opened(address) as socket:
        await socket.hello(ann.token)
        assert await elsewhere.looking(game, [ann.id]) == frozenset()
        await socket.say("subscribe", game=game, after=0)
        await until(lambda: elsewhere.looking(game, [ann.id]))
        await socket.say("unsubscribe", game=game)
        await _until_graced(server, Sign(ann.id, game))
    await _until_graced(server, Sign(ann.id))


async def test_closing_one_of_two_connections_leaves_nobody_absent(server: Redis) -> None:
    here = Presence(server)
    here.enter("a_1")
    here.enter("a_1")
    here.leave("a_1")
    await until(lambda: server.exists("here:a_1"))
    assert await server.pttl("here:a_1") > GRACE_MS
    await here.close()


async def test_an_open_connection_goes_on_giving_signs_of_life(
    server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "REFRESH_S", 0.01)
    here = Presence(server)
    here.enter("a_1", "g_1")
    await until(lambda: here.looking("g_1", ["a_1"]))
    await server.flushall()  # as if the time of all signs were over
    await until(lambda: here.looking("g_1", ["a_1"]))
    await here.close()


async def test_a_sign_of_life_ends_by_itself(server: Redis) -> None:
    dead = Presence(server)
    dead.enter("a_1")
    await until(lambda: server.exists("here:a_1"))
    await dead.close()
    assert GRACE_MS < await server.pttl("here:a_1") <= HELD_MS


async def test_a_spectator_without_an_account_is_nobody(
    seated: Seated, wire: httpx.AsyncClient, server: Redis
) -> None:
    game, _ = await seated()
    headers = {"accept": "text/event-stream"}
    async with wire.stream("GET", f"/v1/games/{game}/events", headers=headers) as stream:
        assert stream.status_code == 200
        assert not [key async for key in server.scan_iter(match="here:*")]
