"""What looks nearly like an id, a number or a cursor is refused or not heeded, and never a failure of ours."""

import pytest

from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated

HUGE = "9" * 5000
NUMBERS = ["\u00b2", "\u0664", "-1", "1.5", "99999999999999999999", HUGE]
IDS = ["move\n", "lobby:start", "bot:1:1", "", "\u00e9", "x" * 65, "a b"]


@pytest.mark.parametrize("id", IDS)
async def test_a_command_can_be_named_only_as_described(seated: Seated, id: str) -> None:
    game, (ann, *_) = await seated()
    answer = await ann.post(f"/v1/games/{game}/commands", {"id": id, "do": {"type": "play-card"}})
    assert (answer.status_code, answer.json()["params"]["path"]) == (400, "$.id")


async def test_a_client_may_call_its_command_start(seated: Seated) -> None:
    game, phones = await seated()
    view = (await phones[0].get(f"/v1/games/{game}")).json()
    phone = phones[view["awaited"][0]]
    do = (await phone.get(f"/v1/games/{game}/moves")).json()["moves"][0]["do"]
    played = await phone.post(f"/v1/games/{game}/commands", {"id": "start", "do": do})
    assert (played.status_code, played.json()["version"]) == (200, 2)
    asked = [await phone.get(f"/v1/games/{game}/commands/{id}") for id in ("start", "lobby:start")]
    assert [answer.json()["version"] for answer in asked] == [2, 1]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("query", ["after", "wait", "limit"])
async def test_an_odd_number_is_refused(seated: Seated, query: str, number: str) -> None:
    game, (ann, *_) = await seated()
    answer = await ann.get(f"/v1/games/{game}/events", params={query: number})
    assert (answer.status_code, answer.json()["params"]["path"]) == (400, query)


@pytest.mark.parametrize("number", ["\u00b2", HUGE, "9" * 20])
async def test_an_odd_last_event_id_is_not_heeded(seated: Seated, number: str) -> None:
    game, (ann, *_) = await seated()
    headers = {"last-event-id": number.encode()}
    assert (await ann.get(f"/v1/games/{game}/events", headers=headers)).status_code == 200


@pytest.mark.parametrize("cursor", ["\u00b2.g_1", f"{HUGE}.g_1", "1", ".", "1.", "1~g_1", "\n"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/tables", "/v1/me/games"])
async def test_a_foreign_cursor_is_refused(seated: Seated, nobody: Phone, path: str, cursor: str) -> None:
    _, (ann, *_) = await seated()
    answer = await ann.get(path, params={"cursor": cursor})
    assert (answer.status_code, answer.json()["params"]["path"]) == (400, "cursor")


@pytest.mark.parametrize("tile", [0, 2**64, -(2**70)])
async def test_a_number_in_a_command_has_bounds(seated: Seated, tile: int) -> None:
    game, (ann, *_) = await seated("eddie", 2)
    body = {"id": "c1", "do": {"type": "lay-card", "card": "1", "lift": "left", "tile": tile}}
    answer = await ann.post(f"/v1/games/{game}/commands", body)
    assert (answer.status_code, answer.json()["params"]["path"][:4]) == (400, "$.do")


@pytest.mark.parametrize("expect", [-1, 2**53, 2**64, 10**30])
async def test_a_version_has_bounds(seated: Seated, expect: int) -> None:
    game, (ann, *_) = await seated()
    body = {"id": "c1", "expect": expect, "do": {"type": "play-card", "card": "a4"}}
    answer = await ann.post(f"/v1/games/{game}/commands", body)
    assert (answer.status_code, answer.json()["params"]["path"]) == (400, "$.expect")
