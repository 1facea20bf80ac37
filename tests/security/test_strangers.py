"""Somebody who is signed in reaches nothing of somebody else: each route that names something by its id is asked."""

from typing import Any, NamedTuple

import pytest

from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated, app  # noqa: F401 (a worker beside it)
from tests.integration.engine.test_every_route import ROUTES, STAFFED, Route
from tests.security.strangers import STRANGERS, THEIRS

PLACE = """{what} is new and names something by its id. In tests/security/strangers.py add it
- to STRANGERS with the code that somebody gets whose it is not,
- or to THEIRS, under the reason why strangers may."""

NAMING = [route for route in ROUTES if "{" in route.path]


class Belongings(NamedTuple):
    """What Ann has, by the names that routes have for it."""

    ann: Phone
    ids: dict[str, str]

    async def seen(self) -> list[Any]:
        """As she sees it."""
        paths = (
            "me/sessions",
            "me/devices",
            "me/tokens",
            "me/tickets",
            f"tables/{self.ids['table']}",
            "me/invitations",
            "me/bots",
            f"me/bots/{self.ids['bot']}/tokens",
        )
        found = [(await self.ann.get(f"/v1/{path}")).json() for path in paths]
        cup = (await self.ann.get(f"/v1/tournaments/{self.ids['tournament']}")).json()
        game = (await self.ann.get(f"/v1/games/{self.ids['game']}")).json()
        return [*found, cup, game["version"]]


def test_every_route_that_names_something_is_placed() -> None:
    listed = [*STRANGERS, *(route for routes in THEIRS.values() for route in routes)]
    there = {str(route) for route in NAMING if route.path not in STAFFED}
    assert len(listed) == len({*listed})
    unplaced, gone = sorted(there - {*listed}), sorted({*listed} - there)
    assert not unplaced, PLACE.format(what=", ".join(unplaced))
    assert not gone, f"{gone} is gone: take it out of tests/security/strangers.py"


@pytest.fixture
async def belongings(seated: Seated, guest: Guest) -> Belongings:
    game, (ann, ben, *_) = await seated()
    table = await ann.opens(visibility="private")
    asked = await ann.post(f"/v1/tables/{table}/invitations", {"player": ben.id})
    token = await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["games:read"]})
    target = {"type": "webhook", "url": "https://hooks.example/1"}
    device = await ann.post("/v1/me/devices", {"target": target, "label": "bot"})
    ticket = {"kind": "floor", "players": [3], "pace": {"type": "async", "turn_days": 1}}
    waiting = await ann.post("/v1/tickets", ticket)
    cup = {**ticket, "title": "Cup", "system": "series", "seats": 2}
    del cup["players"]
    opened = await ann.post("/v1/tournaments", cup)
    sessions = (await ann.get("/v1/me/sessions")).json()["sessions"]
    await ann.send("PUT", "/v1/me/credentials", {"handle": "ann-of-elm", "password": "correct horse battery"})
    bot = await ann.post("/v1/me/bots", {"handle": "liftbot", "name": "Lift"})
    answers = (asked, device, waiting, opened, token, bot)
    assert all(answer.status_code in (200, 201) for answer in answers), [answer.text for answer in answers]
    made = [_id(answer.json()) for answer in answers]
    ids = {
        "game": game, "table": table, "account": ann.id, "player": ann.id, "other": ben.id, "invitation": made[0],
        "device": made[1], "ticket": made[2], "tournament": made[3], "session": sessions[0]["id"],
        "token": made[4], "bot": made[5], "command": "lobby:open", "seat": "1", "number": "1",
    }  # fmt: skip
    return Belongings(ann, ids)


def _id(made: dict[str, Any]) -> str:
    """Devices, tokens and bots come with their secrets beside them."""
    parts = (part for part in made.values() if isinstance(part, dict))
    return made["id"] if "id" in made else next(part["id"] for part in parts if "id" in part)


def _body(route: Route, ids: dict[str, str]) -> Any:
    """A good one, as the description has it, about somebody who exists."""
    if "requestBody" not in route.operation:
        return None
    example = route.operation["requestBody"]["content"]["application/json"]["example"]
    return {**example, "player": ids["other"]} if "player" in example else example


async def test_a_stranger_reaches_nothing_of_somebody_else(belongings: Belongings, guest: Guest) -> None:
    eve, before = await guest("Eve"), await belongings.seen()
    failing = dict[str, Any]()
    for route in (route for route in NAMING if str(route) in STRANGERS):
        answer = await eve.send(route.method, route.named(**belongings.ids), _body(route, belongings.ids))
        if (code := answer.json().get("code")) != STRANGERS[str(route)]:
            failing[str(route)] = code or answer.json()
    assert not failing, "\n".join(f"{k}: {v}" for k, v in failing.items())
    assert await belongings.seen() == before


async def test_a_stranger_sees_no_more_than_somebody_without_an_account(
    belongings: Belongings, guest: Guest, nobody: Phone
) -> None:
    eve, failing = await guest("Eve"), dict[str, Any]()
    looked = next(routes for why, routes in THEIRS.items() if "spectator" in why)
    for route in (route for route in NAMING if str(route) in looked):
        path = route.named(**belongings.ids)
        seen = [(await phone.get(path)).json() for phone in (eve, nobody)]
        for one in seen:
            one.pop("server_time", None)  # and what is between the two, which is nothing
            one.pop("standing", None)
        if seen[0] != seen[1]:
            failing[str(route)] = seen
    assert not failing, "\n".join(f"{k}: {v}" for k, v in failing.items())


async def test_staffs_routes_are_closed_to_who_is_not_staff(belongings: Belongings, guest: Guest) -> None:
    """The owner of what they are about, too."""
    failing = dict[str, Any]()
    for who in (belongings.ann, await guest("Eve")):
        for route in (route for route in ROUTES if route.path in STAFFED):
            answer = await who.send(route.method, route.named(**belongings.ids), _body(route, belongings.ids))
            if (answer.status_code, answer.json().get("code")) != (403, "staff-only"):
                failing[str(route)] = answer.text
    assert not failing, "\n".join(f"{k}: {v}" for k, v in failing.items())
