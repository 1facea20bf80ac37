"""What holds for every route, generated from the routes themselves: a new one is held to it by being there."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from services.onebox.__main__ import onebox
from shared.api.media import ENCODINGS
from shared.api.openapi import document
from shared.api.scopes import STAFF
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated

KEY = {"token_key": "k" * 32}
DOCUMENT = document(onebox(Settings(**KEY)))


class Route(NamedTuple):
    path: str
    method: str
    operation: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def takes(self, parameter: str) -> bool:
        return {"$ref": f"#/components/parameters/{parameter}"} in self.operation["parameters"]

    def named(self, **ids: str) -> str:
        """With something in each place of its path."""
        known = {"kind": "floor", "seat": "0", "number": "1", "list_id": "eddie", "code": "malformed"}
        parameters = [found["name"] for found in self.operation["parameters"] if found.get("in") == "path"]
        return self.path.format(**{name: {**known, **ids}.get(name, "unknown") for name in parameters})


def _routes() -> Iterator[Route]:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield Route(path, method.upper(), operation)


ROUTES = list(_routes())
READING = [route for route in ROUTES if route.method == "GET" and "200" in route.operation["responses"]]
"""All but the socket."""
WITH_BODY = [route for route in ROUTES if "requestBody" in route.operation]
ENDLESS = {"/v1/stream"}
"""Streams that have no other form."""
SEARCHED = {"/v1/players"}
"""Needs a handle, which a guest has not."""
AFTERWARDS = {"/v1/games/{game}/analysis"}
"""Of games that have ended: test_insight.py asks the same of it."""
STAFFED = {
    route.path
    for route in ROUTES
    if {*STAFF} & {scope for given in route.operation["security"] for scope in given.get("bearer", ())}
}
"""Closed to people at a table."""
UNASKED = ENDLESS | SEARCHED | AFTERWARDS | STAFFED
MOMENTARY = {"/v1/me/export"}
"""It says when it was made."""
UNLIMITED = {"/health/live", "/health/ready"}


Failing = dict[str, Any]


async def test_what_cannot_be_given_is_refused_before_anything_is_done(guest: Guest) -> None:
    ann, failing = await guest(), Failing()
    for route, accept in product(ROUTES, ("image/png", "application/json;q=0, text/csv", "*/*;q=0")):
        refused = await ann.send(route.method, route.named(), headers={"accept": accept})
        if (refused.status_code, refused.json()["code"]) != (406, "not-acceptable"):
            failing[f"{route} {accept}"] = refused.text
    assert not failing


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/xml", "", "multipart/form-data; boundary=x"]
)
async def test_what_cannot_be_read_is_refused(anybody: Phone, media_type: str) -> None:
    ann, failing = anybody, Failing()
    for route in WITH_BODY:
        headers = {"content-type": media_type}
        refused = await ann.send(route.method, route.named(), content=b"{}", headers=headers)
        if (refused.status_code, refused.json()["code"]) != (415, "unsupported-media-type"):
            failing[str(route)] = refused.text
    assert not failing


@pytest.mark.parametrize("media_type", ENCODINGS)
async def test_a_body_cut_short_is_malformed_in_either_form(anybody: Phone, media_type: str) -> None:
    ann, failing = anybody, Failing()
    content = b'{"' if media_type == "application/json" else b"\x81\xa1"
    for route in WITH_BODY:
        headers = {"content-type": media_type}
        refused = await ann.send(route.method, route.named(), content=content, headers=headers)
        if (refused.status_code, refused.json()["code"]) != (400, "malformed"):
            failing[str(route)] = refused.text
    assert not failing


async def test_head_is_get_without_its_body(seated: Seated) -> None:
    game, (ann, *_) = await seated()
    others = await _others(ann)
    failing, plain = Failing(), {"accept-encoding": "identity"}
    for route in (route for route in READING if route.path not in UNASKED):
        path = route.named(
            game=game, table=game, account=ann.id, command="lobby:start", player=ann.id, **others
        )
        got, head = [await ann.send(method, path, headers=plain) for method in ("GET", "HEAD")]
        kinds = [answer.headers["content-type"].partition(";")[0] for answer in (got, head)]
        if (got.status_code, head.status_code, head.content) != (200, 200, b"") or kinds[0] != kinds[1]:
            failing[str(route)] = got.text, head.headers
    assert not failing


async def _others(phone: Phone) -> dict[str, str]:
    """A ticket, a tournament in its first round, somebody else, and a bot."""
    wanted = {"kind": "floor", "pace": {"type": "async", "turn_days": 1}}
    ticket = (await phone.post("/v1/tickets", {**wanted, "players": [3]})).json()["id"]
    cup = {**wanted, "title": "Cup", "system": "series", "seats": 2}
    tournament = (await phone.post("/v1/tournaments", cup)).json()["id"]
    welcome = (await phone.http.post("/v1/accounts/guest", json={})).json()
    for player in (phone, Phone(phone.http, welcome["account"]["id"], welcome["access_token"])):
        await player.post(f"/v1/tournaments/{tournament}/join")
    await phone.post(f"/v1/tournaments/{tournament}/start")
    await phone.send("PUT", "/v1/me/credentials", {"handle": "maker", "password": "four lifts go down"})
    bot = (await phone.post("/v1/me/bots", {"handle": "a-bot", "name": "Bot"})).json()["bot"]["id"]
    return {"ticket": ticket, "tournament": tournament, "other": welcome["account"]["id"], "bot": bot}


async def test_what_the_client_has_is_not_sent_again(seated: Seated) -> None:
    game, (ann, *_) = await seated()
    others, failing = await _others(ann), Failing()
    for route in (route for route in READING if route.path not in UNASKED | MOMENTARY):
        path = route.named(
            game=game, table=game, account=ann.id, command="lobby:start", player=ann.id, **others
        )
        tag = (await ann.get(path)).headers["etag"]
        again = await ann.get(path, headers={"if-none-match": tag})
        if (again.status_code, again.content) != (304, b""):
            failing[str(route)] = again.text
    assert not failing


def test_every_write_takes_a_key_or_has_an_id() -> None:
    keyless = {route.path for route in ROUTES if route.method != "GET" and not route.takes("Idempotency-Key")}
    assert keyless == {"/v1/games/{game}/commands"}


async def test_every_answer_tells_its_limit(anybody: Phone) -> None:
    ann, failing = anybody, Failing()
    for route in (route for route in ROUTES if route.path not in ENDLESS | UNLIMITED):
        headers = (await ann.send(route.method, route.named())).headers
        name = headers.get("ratelimit-policy", "none").partition(";")[0]
        if not headers.get("ratelimit", "").startswith(name):
            failing[str(route)] = headers
    assert not failing


async def test_every_limit_and_cap_is_told(nobody: Phone) -> None:
    told = (await nobody.get("/v1/limits")).json()
    assert {"name": "writes", "requests": 20, "per_s": 1, "burst": 60} in told["rates"]
    assert {"name": "body-bytes", "value": 65_536} in told["caps"]
