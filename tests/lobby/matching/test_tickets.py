"""Tickets over HTTP: had, asked about, given back."""

import asyncio
from typing import Any

import pytest

from services.lobby.matching.matcher import Matcher
from shared.api.caps import CAPS, Cap
from tests.integration.conftest import Guest
from tests.lobby.matching.conftest import ASYNC, Looking, looks, ticket


async def test_a_ticket_says_what_is_looked_for(looking: Looking) -> None:
    ann, id = await looking(kind="eddie", players=[4, 3, 3], pace=ASYNC, rated=False, bots_after_s=60)
    told = await ticket(ann, id)
    assert (told["kind"], told["players"], told["pace"], told["rated"]) == ("eddie", [3, 4], ASYNC, False)
    assert (told["state"], told["game"], told["bots_after_s"]) == ("waiting", None, 60)
    assert told["options"]["set"], "whole, as at a table"


async def test_the_same_wish_twice_is_one_ticket(guest: Guest) -> None:
    ann = await guest()
    ids = [await looks(ann, players=players) for players in ([2, 3], [3, 2], [2])]
    assert ids[0] == ids[1] != ids[2]
    assert [one["id"] for one in (await ann.get("/v1/me/tickets")).json()["tickets"]] == [ids[0], ids[2]]


async def test_twenty_who_press_twice_at_once_have_one_ticket(guest: Guest) -> None:
    ann = await guest()
    assert len(set(await asyncio.gather(*(looks(ann) for _ in range(20))))) == 1


async def test_only_so_many_games_can_be_looked_for_at_once(guest: Guest) -> None:
    ann = await guest()
    for days in range(1, CAPS[Cap.TICKETS] + 1):
        last = await looks(ann, pace={"type": "async", "turn_days": days})
    wanted = {"kind": "floor", "players": [3], "pace": {"type": "async", "turn_days": 14}}
    refused = await ann.post("/v1/tickets", wanted)
    assert (refused.status_code, refused.json()["code"]) == (409, "too-many-tickets")
    await ann.send("DELETE", f"/v1/tickets/{last}")
    assert (await ann.post("/v1/tickets", wanted)).status_code == 201


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"kind": "chess"}, "no-such-kind"),
        ({"players": [3, 9]}, "invalid-options"),
        ({"players": []}, "malformed"),
        ({"pace": None}, "malformed"),
        ({"bots_after_s": -1}, "malformed"),
        ({"options": {"unheard": 1}}, "malformed"),
    ],
    ids=lambda wrong: next(iter(wrong)) if isinstance(wrong, dict) else wrong,
)
async def test_what_cannot_be_played_is_not_looked_for(
    guest: Guest, wrong: dict[str, Any], code: str
) -> None:
    ann = await guest()
    wanted = {"kind": "floor", "players": [3], "pace": ASYNC, **wrong}
    assert (await ann.post("/v1/tickets", wanted)).json()["code"] == code


async def test_nobody_sees_or_cancels_another_s_ticket(looking: Looking, guest: Guest) -> None:
    ann, id = await looking()
    bob = await guest("Bob")
    for answer in (await bob.get(f"/v1/tickets/{id}"), await bob.send("DELETE", f"/v1/tickets/{id}")):
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-ticket")
    assert (await ticket(ann, id))["state"] == "waiting"


async def test_a_cancelled_ticket_never_starts_and_can_be_cancelled_again(
    looking: Looking, matcher: Matcher
) -> None:
    people = [await looking(name) for name in ("Ann", "Bob", "Cid")]
    ann, id = people[0]
    for _ in range(2):
        assert (await ann.send("DELETE", f"/v1/tickets/{id}")).json()["state"] == "cancelled"
    await matcher.step()
    assert [(await ticket(*one))["state"] for one in people] == ["cancelled", "waiting", "waiting"]
    assert await looks(ann) != id


async def test_whoever_waits_for_a_ticket_is_told_of_the_game_at_once(
    looking: Looking, matcher: Matcher
) -> None:
    people = [await looking(name) for name in ("Ann", "Bob", "Cid")]
    ann, id = people[0]
    waiting = asyncio.create_task(ann.get(f"/v1/tickets/{id}?wait=20"))
    await matcher.step()
    told = (await waiting).json()
    assert (told["state"], (await ann.get(f"/v1/games/{told['game']}")).status_code) == ("matched", 200)


async def test_a_deleted_account_s_tickets_go_with_it(looking: Looking, matcher: Matcher) -> None:
    (ann, _), *others = [await looking(name, pace=ASYNC) for name in ("Ann", "Bob", "Cid")]
    assert len((await ann.get("/v1/me/export")).json()["tickets"]) == 1
    assert (await ann.send("DELETE", "/v1/me")).status_code in (200, 204)
    await matcher.step()
    assert [(await ticket(*one))["state"] for one in others] == ["waiting", "waiting"]
