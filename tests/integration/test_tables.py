"""Sitting down at a table and leaving it."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.log.keys import keys_of
from shared.log.valkey import append_entry
from tests.integration.conftest import Crowd, Guest


def _players(table: dict[str, Any]) -> list[str | None]:
    return [seat["player"] and seat["player"]["name"] for seat in table["seats"]]


async def test_the_host_of_a_new_table_has_the_first_seat(guest: Guest) -> None:
    ann = await guest("Ann")
    table = await ann.table(await ann.opens(pace={"type": "live", "turn_s": 30}))
    assert _players(table) == ["Ann", None, None]
    assert table["host"] == {"id": ann.id, "name": "Ann"}
    assert (table["state"], table["pace"]) == ("open", {"type": "live", "turn_s": 30})


async def test_a_host_may_open_a_table_for_others(guest: Guest) -> None:
    ann = await guest("Ann")
    assert _players(await ann.table(await ann.opens(host_sits=False))) == [None, None, None]


async def test_a_table_without_a_component_set_gets_the_house_set(guest: Guest) -> None:
    ann = await guest()
    table = await ann.table(await ann.opens(kind="eddie"))
    kind = (await ann.get("/v1/kinds/eddie")).json()
    assert table["options"]["set"] == kind["sets"]["house"]


async def test_whoever_joins_gets_the_first_free_seat_or_the_one_named(guest: Guest) -> None:
    ann, bob, cid = await guest("Ann"), await guest("Bob"), await guest("Cid")
    id = await ann.opens()
    await bob.post(f"/v1/tables/{id}/join", {"seat": 2})
    joined = await cid.post(f"/v1/tables/{id}/join")
    assert _players(joined.json()) == ["Ann", "Cid", "Bob"]


async def test_joining_again_changes_nothing(guest: Guest) -> None:
    ann, bob = await guest(), await guest()
    id = await ann.opens()
    first, again = [await bob.post(f"/v1/tables/{id}/join", {"entropy": "x"}) for _ in range(2)]
    assert (again.status_code, again.json()) == (200, first.json())


async def test_fifty_people_racing_for_two_seats_fill_each_once(guest: Guest, crowd: Crowd) -> None:
    host = await guest("Host")
    id = await host.opens()
    racers = crowd(50)
    answers = await asyncio.gather(*(racer.post(f"/v1/tables/{id}/join") for racer in racers))
    seated = [seat["player"]["id"] for seat in (await host.table(id))["seats"]]
    winners = [racer.id for racer, answer in zip(racers, answers, strict=True) if answer.status_code == 200]
    assert sorted([host.id, *winners]) == sorted(seated)
    assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"table-full"}


async def test_many_racing_for_one_named_seat_have_one_winner(guest: Guest, crowd: Crowd) -> None:
    host = await guest("Host")
    id = await host.opens()
    racers = crowd(50)
    answers = await asyncio.gather(*(racer.post(f"/v1/tables/{id}/join", {"seat": 1}) for racer in racers))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 49


async def test_the_next_seated_player_becomes_host_when_the_host_leaves(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await ann.opens()
    await bob.post(f"/v1/tables/{id}/join")
    left = (await ann.post(f"/v1/tables/{id}/leave")).json()
    assert (_players(left), left["host"]["name"], left["state"]) == ([None, "Bob", None], "Bob", "open")


async def test_a_table_that_everybody_left_closes_and_is_listed_no_more(guest: Guest) -> None:
    ann = await guest()
    id = await ann.opens()
    await ann.seats_bots(id, 1)
    assert (await ann.post(f"/v1/tables/{id}/leave")).json()["state"] == "closed"
    assert (await ann.get("/v1/tables")).json()["tables"] == []


async def test_the_host_seats_changes_and_removes_bots(guest: Guest) -> None:
    ann = await guest()
    id = await ann.opens()
    path = f"/v1/tables/{id}/seats/1/bot"
    for level in ("easy", "normal"):
        seated = await ann.send("PUT", path, {"level": level})
        place = seated.json()["seats"][1]
        assert (place["player"], place["bot"], place["ready"]) == (None, level, True)
    assert (await ann.send("DELETE", path)).json()["seats"][1]["bot"] is None


async def test_open_tables_are_listed_newest_first_in_pages(guest: Guest) -> None:
    ann = await guest()
    opened = [await ann.opens(kind=kind) for kind in ("floor", "eddie", "floor", "floor")]
    first = (await ann.get("/v1/tables?kind=floor&limit=2")).json()
    second = (await ann.get(f"/v1/tables?kind=floor&limit=2&cursor={first['next']}")).json()
    pages = [[table["id"] for table in page["tables"]] for page in (first, second)]
    assert pages == [[opened[3], opened[2]], [opened[0]]]
    assert second["next"] is None


@pytest.mark.parametrize(
    ("pace", "shown"),
    [(None, None), ({"type": "async", "turn_days": 14}, {"type": "async", "turn_days": 14})],
    ids=["none", "async"],
)
async def test_pace_is_shown_as_it_was_given(guest: Guest, pace: Any, shown: Any) -> None:
    ann = await guest()
    assert (await ann.table(await ann.opens(pace=pace)))["pace"] == shown


@pytest.mark.logs("table-corrupt", "request-failed")
async def test_a_broken_table_hides_no_other(guest: Guest, server: Redis) -> None:
    ann = await guest()
    whole, broken = [await ann.opens() for _ in range(2)]
    await append_entry(server, keys_of(broken).table(broken), 1, b"not an entry")
    for limit in (1, 20):
        listed = (await ann.get(f"/v1/tables?limit={limit}")).json()["tables"]
        assert [table["id"] for table in listed] == [whole]
    assert (await ann.get(f"/v1/tables/{broken}")).status_code == 500


async def test_a_deleted_accounts_seat_is_free_again_and_the_next_is_host(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await ann.opens()
    await bob.post(f"/v1/tables/{id}/join")
    await ann.send("DELETE", "/v1/me")
    table = await bob.table(id)
    assert (_players(table), table["host"]["id"], table["state"]) == ([None, "Bob", None], bob.id, "open")


@pytest.mark.parametrize("host_sits", [True, False])
async def test_a_table_that_only_a_deleted_account_held_is_closed(guest: Guest, host_sits: bool) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await ann.opens(host_sits=host_sits)
    await ann.send("DELETE", "/v1/me")
    assert (await bob.table(id))["state"] == "closed"
    assert (await bob.get("/v1/tables")).json()["tables"] == []


async def test_a_deleted_account_keeps_its_seat_in_a_game(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    id = await ann.opens(players=2)
    await bob.post(f"/v1/tables/{id}/join")
    await ann.post(f"/v1/tables/{id}/start", headers={"prefer": "wait=0"})
    assert (await ann.send("DELETE", "/v1/me")).status_code == 200
    assert _players(await bob.table(id)) == ["Former passenger", "Bob"]
