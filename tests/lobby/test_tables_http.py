"""Who sees a table, who gets in, and what hosts may do, over HTTP."""

from typing import Any

import httpx
import pytest

from tests.integration.conftest import Guest, Phone


async def befriended(one: Phone, other: Phone) -> None:
    for phone, whom in ((one, other), (other, one)):
        answer = await phone.send("PUT", f"/v1/me/friends/{whom.id}")
        assert answer.is_success, answer.text


async def blocked(one: Phone, other: Phone) -> None:
    answer = await one.send("PUT", f"/v1/me/blocks/{other.id}")
    assert answer.is_success, answer.text


def code_of(answer: httpx.Response) -> str:
    return "" if answer.is_success else answer.json()["code"]


async def join(phone: Phone, table: str, **body: Any) -> str:
    return code_of(await phone.post(f"/v1/tables/{table}/join", body))


async def listed(phone: Phone, query: str = "") -> list[str]:
    return [table["id"] for table in (await phone.get(f"/v1/tables{query}")).json()["tables"]]


async def test_a_friends_table_is_there_for_friends_only(guest: Guest, nobody: Phone) -> None:
    ann, ben, cem = await guest("Ann"), await guest("Ben"), await guest("Cem")
    await befriended(ann, ben)
    table = await ann.opens(visibility="friends")
    for phone in (cem, nobody):
        assert code_of(await phone.get(f"/v1/tables/{table}")) == "no-such-table"
        assert await listed(phone) == []
    assert await join(cem, table) == "no-such-table"
    assert await listed(ben) == [table]
    assert await join(ben, table) == ""


async def test_the_code_of_a_private_table_is_shown_to_those_at_it_and_lets_others_in(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(visibility="private")
    code = (await ann.table(table))["code"]
    assert code_of(await ben.get(f"/v1/tables/{table}")) == "no-such-table"
    joined = await ben.post("/v1/tables/join", {"code": f" {code.lower().replace('-', ' ')}"})
    assert (joined.status_code, joined.json()["code"]) == (200, code)
    assert (await ben.table(table))["code"] == code


@pytest.mark.parametrize("typed", ["", "nonsense", "K7QM-2XRD"])
async def test_a_code_of_no_table_is_refused(guest: Guest, typed: str) -> None:
    ann = await guest()
    assert code_of(await ann.post("/v1/tables/join", {"code": typed})) == "no-such-code"


async def test_codes_cannot_be_tried_fast(guest: Guest) -> None:
    ann = await guest()
    tried = [code_of(await ann.post("/v1/tables/join", {"code": "BBBB-BBBB"})) for _ in range(12)]
    assert tried == ["no-such-code"] * 10 + ["too-many-requests"] * 2


async def test_an_old_code_is_none_any_more(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(visibility="private")
    code = (await ann.table(table))["code"]
    for visibility in ("friends", "private"):
        changed = await ann.send("PATCH", f"/v1/tables/{table}", {"visibility": visibility})
        assert changed.is_success
    assert changed.json()["code"] not in (None, code)
    assert code_of(await ben.post("/v1/tables/join", {"code": code})) == "no-such-table"


async def test_a_blocked_player_is_not_admitted_by_whomever_and_sees_no_such_table_listed(
    guest: Guest,
) -> None:
    ann, ben, cem = await guest("Ann"), await guest("Ben"), await guest("Cem")
    table = await ann.opens()
    assert await join(ben, table) == ""
    await blocked(ben, cem)
    refused = await cem.post(f"/v1/tables/{table}/join")
    assert (refused.status_code, code_of(refused), refused.json()["params"]) == (403, "not-admitted", {})
    assert await listed(cem) == []


async def test_who_was_sent_away_cannot_come_back_and_is_told(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    await join(ben, table)
    for _ in range(2):
        kicked = await ann.send("DELETE", f"/v1/tables/{table}/players/{ben.id}")
        assert (kicked.status_code, kicked.json()["seats"][1]["player"]) == (200, None)
    assert await join(ben, table) == "kicked"
    assert code_of(await ann.send("DELETE", f"/v1/tables/{table}/players/{ann.id}")) == "not-yourself"
    assert code_of(await ben.send("DELETE", f"/v1/tables/{table}/players/{ann.id}")) == "not-host"


async def test_the_host_hands_over_to_somebody_who_sits_there(guest: Guest) -> None:
    ann, ben, cem = await guest("Ann"), await guest("Ben"), await guest("Cem")
    table = await ann.opens()
    await join(ben, table)
    path = f"/v1/tables/{table}/host"
    assert code_of(await ann.send("PUT", path, {"player": cem.id})) == "player-not-seated"
    assert (await ann.send("PUT", path, {"player": ben.id})).json()["host"]["id"] == ben.id
    assert code_of(await ann.send("PUT", path, {"player": ann.id})) == "not-host"


async def test_a_change_of_options_makes_the_others_say_again_that_they_are_ready(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(players=2, ask_ready=True)
    await join(ben, table)
    refused = await ann.post(f"/v1/tables/{table}/start")
    assert (code_of(refused), refused.json()["params"]) == ("not-everybody-ready", {"count": 1})
    ready = await ben.send("PUT", f"/v1/tables/{table}/ready", {"ready": True})
    assert ready.json()["seats"][1]["ready"] is True
    for options, left in (({}, True), ({"friendly": True}, False)):
        changed = (await ann.send("PATCH", f"/v1/tables/{table}", {"options": options})).json()
        assert changed["seats"][1]["ready"] is left


async def test_seats_in_use_cannot_be_taken_away(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(players=4)
    await join(ben, table, seat=3)
    refused = await ann.send("PATCH", f"/v1/tables/{table}", {"players": 3})
    assert (code_of(refused), refused.json()["params"]) == ("seats-in-use", {"count": 1})
    await ben.post(f"/v1/tables/{table}/leave")
    assert len((await ann.send("PATCH", f"/v1/tables/{table}", {"players": 3})).json()["seats"]) == 3


async def test_a_colour_is_one_players_own(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(kind="elevators")
    await join(ben, table)
    path = f"/v1/tables/{table}/colours"
    picked = await ann.send("PUT", path, {"colours": ["b"]})
    assert picked.json()["seats"][0]["colours"] == ["b"]
    wishes = (["b"], ["r", "g"], ["pink"])
    codes = [code_of(await ben.send("PUT", path, {"colours": wish})) for wish in wishes]
    assert codes == ["colour-taken", "too-many-colours", "no-such-colour"]


async def test_a_newcomer_is_below_the_least_rating_until_invited(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(rating_min=1500)
    assert await join(ben, table) == "rating-too-low"
    await ann.post(f"/v1/tables/{table}/invitations", {"player": ben.id})
    assert await join(ben, table) == ""


async def test_a_table_with_a_bot_is_not_rated(guest: Guest) -> None:
    ann = await guest()
    table = await ann.opens()
    before = (await ann.table(table))["rated"]
    await ann.seats_bots(table, 1)
    assert (before, (await ann.table(table))["rated"]) == (True, False)


@pytest.mark.parametrize(
    ("query", "found"),
    [("?free=3", 1), ("?free=2", 2), ("?pace=live", 1), ("?pace=none", 1), ("?visibility=friends", 0)],
)
async def test_the_list_can_be_narrowed(guest: Guest, query: str, found: int) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    await ann.opens(players=3)
    await ann.opens(players=4, pace={"type": "live", "turn_s": 30})
    assert len(await listed(ben, query)) == found


async def test_a_rating_range_must_not_be_empty(guest: Guest) -> None:
    ann = await guest()
    body = {"kind": "floor", "players": 3, "rating_min": 1200, "rating_max": 1100}
    assert code_of(await ann.post("/v1/tables", body)) == "malformed"
