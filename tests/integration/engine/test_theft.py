"""A refresh token is stolen and used while a game is played: both holders are signed out, the game goes on."""

import secrets
from typing import Any

import pytest

from tests.integration.accounts.conftest import PASSWORD, Device, named
from tests.integration.conftest import Guest, Phone


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
