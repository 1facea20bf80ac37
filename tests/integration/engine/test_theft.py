"""A refresh token is stolen and used while a game is played: both holders are signed out, the game goes on."""

import secrets
from typing import Any

import httpx
import pytest

from tests.integration.accounts.conftest import PASSWORD, Device, named
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.sockets import opened
from tests.integration.engine.test_streams_end import EVENTS, LINES, last, path_of, stream


async def arrives(nobody: Phone, name: str) -> Device:
    return Device.of(nobody.http, (await nobody.post("/v1/accounts/guest", {"name": name})).json())


async def plays_its_first_move(phone: Phone, game: str) -> int:
    """The status of the answer."""
    moves = (await phone.get(f"/v1/games/{game}/moves")).json()["moves"]
    body = {"id": secrets.token_hex(8), "do": moves[0]["do"]}
    return (await phone.post(f"/v1/games/{game}/commands", body)).status_code


async def awaited(phone: Phone, game: str) -> list[int]:
    return (await phone.get(f"/v1/games/{game}")).json()["awaited"]


@pytest.mark.logs("refresh-token-reused")
async def test_a_game_goes_on_after_a_theft_and_its_player_comes_back(nobody: Phone, guest: Guest) -> None:
    ann, ben = await named(await arrives(nobody, "Ann"), "ann"), await guest("Ben")
    game = await ann.opens(kind="elevators", players=2)
    await ben.post(f"/v1/tables/{game}/join")
    assert (await ann.post(f"/v1/tables/{game}/start")).status_code == 200

    thief = Device.of(nobody.http, (await ann.refresh()).json())
    assert (await ann.refresh()).json()["code"] == "session-ended"
    assert [await one.code_of_me() for one in (ann, thief)] == ["session-ended"] * 2

    body: dict[str, Any] = {"handle": "ann", "password": PASSWORD}
    ann.keep((await nobody.post("/v1/sessions", body)).json())
    seats = [ann, ben]
    for _ in range(4):
        (seat, *_) = await awaited(ben, game)
        assert await plays_its_first_move(seats[seat], game) == 200


@pytest.mark.logs("refresh-token-reused")
async def test_what_both_holders_have_open_ends_and_the_game_goes_on(
    nobody: Phone, guest: Guest, wire: httpx.AsyncClient, address: str
) -> None:
    ann, ben = await named(await arrives(nobody, "Ann"), "ann"), await guest("Ben")
    game = await ann.opens(kind="elevators", players=2)
    await ben.post(f"/v1/tables/{game}/join")
    await ann.post(f"/v1/tables/{game}/start")
    thief = Device.of(nobody.http, (await ann.refresh()).json())
    path = path_of("game", game)
    async with (
        stream(wire, ann.token, path, LINES) as hers,
        stream(wire, thief.token, path, EVENTS) as thiefs,
        stream(wire, ben.token, path, LINES) as bens,
        opened(address) as socket,
    ):
        await socket.hello(thief.token)
        assert (await ann.refresh()).json()["code"] == "session-ended"
        assert [(await last(told))["code"] for told in (hers, thiefs)] == ["session-ended"] * 2
        assert await socket.closed() == (4401, "session-ended")
        if await awaited(ben, game) == [1]:
            assert await plays_its_first_move(ben, game) == 200
        assert (await anext(bens))["item"]["version"] == 1
