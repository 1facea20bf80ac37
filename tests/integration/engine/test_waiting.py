"""`Prefer: wait`, 202, and the place to ask what became of a command."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

from shared.log.commands import OPENING
from shared.log.keys import keys_of
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated


async def _move(game: str, phones: list[Phone]) -> tuple[Phone, dict[str, Any]]:
    """Who is awaited, and a body that would be accepted."""
    view = (await phones[0].get(f"/v1/games/{game}")).json()
    phone = phones[view["awaited"][0]]
    moves = (await phone.get(f"/v1/games/{game}/moves")).json()
    return phone, {"id": "first", "do": moves["moves"][0]["do"]}


async def _ask(phone: Phone, game: str, command: str) -> httpx.Response:
    return await phone.get(f"/v1/games/{game}/commands/{command}")


async def test_an_answer_that_comes_in_time_is_the_usual_one(seated: Seated) -> None:
    game, phones = await seated()
    phone, body = await _move(game, phones)
    sent = await phone.post(f"/v1/games/{game}/commands", body, headers={"prefer": "wait=10"})
    assert (sent.status_code, sent.headers["preference-applied"]) == (200, "wait=10")
    asked = await _ask(phone, game, "first")
    assert (asked.status_code, asked.json()) == (200, sent.json())


async def test_a_refusal_is_found_where_one_asks(seated: Seated) -> None:
    game, phones = await seated()
    phone, body = await _move(game, phones)
    refused = await phone.post(f"/v1/games/{game}/commands", {**body, "expect": 99})
    asked = await _ask(phone, game, "first")
    assert (asked.status_code, asked.json()) == (refused.status_code, refused.json())


async def test_nobody_asks_for_the_commands_of_others(seated: Seated, guest: Guest, nobody: Phone) -> None:
    game, phones = await seated()
    phone, body = await _move(game, phones)
    await phone.post(f"/v1/games/{game}/commands", body)
    await phone.post(f"/v1/games/{game}/commands", {**body, "id": "second", "expect": 99})
    other = phones[(phones.index(phone) + 1) % 3]
    for command in ("first", "second", "third"):
        assert (await _ask(other, game, command)).json()["code"] == "no-such-command"
    assert (await _ask(await guest("Eve"), game, "first")).json()["code"] == "not-seated"
    assert (await _ask(nobody, game, "first")).status_code == 401
    assert (await _ask(phone, "g_nothing", "first")).json()["code"] == "no-such-game"


@asynccontextmanager
async def engine_away(server: Redis, game: str) -> AsyncIterator[None]:
    """Somebody else holds the game's partition, and judges nothing; afterwards our worker takes it back."""
    keys = keys_of(game)
    await server.incr(keys.fence)
    await server.set(keys.lease, "somebody else")
    yield
    await server.delete(keys.lease)


async def _until_judged(phone: Phone, game: str, command: str) -> httpx.Response:
    while True:
        if (asked := await _ask(phone, game, command)).status_code != 202:
            return asked
        await asyncio.sleep(0.02)  # between two questions, as a phone would


@pytest.mark.logs("commit-refused")
async def test_what_takes_longer_gets_202_and_a_place_to_ask(seated: Seated, server: Redis) -> None:
    game, phones = await seated()
    phone, body = await _move(game, phones)
    async with engine_away(server, game):
        sent = await phone.post(f"/v1/games/{game}/commands", body, headers={"prefer": "wait=0"})
        place = f"/v1/games/{game}/commands/first"
        assert (sent.status_code, sent.json()) == (202, {"id": "first", "ask": place})
        assert (sent.headers["location"], sent.headers["preference-applied"]) == (place, "wait=0")
        assert (await phone.get(place)).status_code == 202
        other = phones[(phones.index(phone) + 1) % 3]
        assert (await other.get(place)).json()["code"] == "no-such-command"
    asked = await asyncio.wait_for(_until_judged(phone, game, "first"), 10)
    assert (asked.status_code, asked.json()["version"]) == (200, 2)
    again = await phone.post(f"/v1/games/{game}/commands", body)
    assert again.json() == asked.json()


@pytest.mark.logs("commit-refused")
async def test_a_start_that_takes_longer_is_asked_for_the_same_way(guest: Guest, server: Redis) -> None:
    ann = await guest()
    table = await ann.opens(players=2)
    await ann.seats_bots(table, 1)
    place = f"/v1/games/{table}/commands/{OPENING}"
    assert (await ann.get(place)).json()["code"] == "no-such-game"
    async with engine_away(server, table):
        started = await ann.post(f"/v1/tables/{table}/start", headers={"prefer": "wait=0"})
        assert (started.status_code, started.headers["location"]) == (202, place)
        assert (await ann.get(place)).status_code == 202
    asked = await asyncio.wait_for(_until_judged(ann, table, OPENING), 10)
    assert (asked.status_code, asked.json()["version"]) == (200, 1)
    assert (await ann.get(f"/v1/games/{table}")).status_code == 200
