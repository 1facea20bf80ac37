"""Who may call what, as a matrix made of the routes themselves: a new route is held to it by being there."""

from collections.abc import Iterable
from typing import Any

import pytest

from shared.api.scopes import GRANTED, STAFF, Scope
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.test_every_route import ROUTES, Failing, Route

OPEN_WRITES = {
    "POST /v1/accounts/guest",
    "POST /v1/sessions",
    "POST /v1/sessions/identity",
    "POST /v1/sessions/refresh",
}
"""What somebody without an account may change: to get one, or a session."""


def _needs(route: Route) -> list[str] | None:
    """The scopes that it needs, one at the most; `None` when nobody must sign in."""
    security: list[dict[str, list[str]]] = route.operation["security"]
    return None if {} in security else security[0]["bearer"]


def _scopes(route: Route) -> list[str]:
    return next((given["bearer"] for given in route.operation["security"] if given), [])


CLOSED = [route for route in ROUTES if _needs(route) is not None]


def test_nothing_is_changed_by_somebody_without_an_account() -> None:
    changing = {str(route) for route in ROUTES if route.method != "GET"}
    assert changing - {str(route) for route in CLOSED} == OPEN_WRITES


def test_everything_of_an_account_needs_a_scope() -> None:
    """Or an API token made for one thing could do another."""
    assert [str(route) for route in CLOSED if len(_needs(route) or []) != 1] == []


BOTS_MAY = {
    "PUT /v1/bots/{bot}/accepts",
    "POST /v1/bots/{bot}/challenges",
    "POST /v1/games/{game}/commands",
    "POST /v1/invitations/{invitation}/accept",
    "POST /v1/invitations/{invitation}/decline",
    "DELETE /v1/tables/{table}/invitations/{invitation}",
    "POST /v1/tables/join",
    "POST /v1/tables/{table}/join",
    "POST /v1/tables/{table}/leave",
    "POST /v1/tables/{table}/messages",
    "PUT /v1/tables/{table}/colours",
    "PUT /v1/tables/{table}/ready",
    "PATCH /v1/me",
    "PUT /v1/me/blocks/{player}",
    "DELETE /v1/me/blocks/{player}",
    "DELETE /v1/me/friends/{player}",
    "DELETE /v1/me/leave",
    "POST /v1/me/devices",
    "DELETE /v1/me/devices/{device}",
    "PUT /v1/me/notifications/muted/{game}",
    "DELETE /v1/me/notifications/muted/{game}",
    "PUT /v1/me/notifications/preferences",
    "POST /v1/me/notifications/test",
}
"""What a bot's account may change, if its token has the scope; the rest is for people, or for signed-in devices."""


def test_what_a_bot_may_change_is_decided_route_by_route() -> None:
    """A new write is for people alone (guard `for_people`), or joins `BOTS_MAY` and the list in docs/bots.md."""
    devices = {Scope.ACCOUNT_OWN, *STAFF}
    open_to_programs = {
        str(route)
        for route in CLOSED
        if route.method != "GET" and not devices.intersection(_scopes(route)) and not _is_for_people(route)
    }
    assert open_to_programs == BOTS_MAY


def _is_for_people(route: Route) -> bool:
    refused = route.operation["responses"].get("403", {"description": ""})
    return "`not-for-bots`" in refused["description"] and str(route) not in PARTLY


PARTLY = {
    "POST /v1/tables/{table}/messages",
    "PATCH /v1/me",
    "POST /v1/tables/{table}/join",
    "POST /v1/tables/join",
    "POST /v1/invitations/{invitation}/accept",
}
"""Bots may, but not everything."""


async def _answers(phone: Phone, routes: Iterable[Route], **headers: str) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for route in routes:
        body: Any = {} if "requestBody" in route.operation else None
        answer = await phone.send(route.method, route.named(), body, headers=headers)
        found[str(route)] = answer.status_code, answer.json().get("code", "")
    return found


async def test_who_does_not_sign_in_is_told_so(nobody: Phone) -> None:
    answers = await _answers(nobody, CLOSED)
    assert {name: got for name, got in answers.items() if got != (401, "token-missing")} == {}


async def test_what_is_open_knows_no_caller(nobody: Phone) -> None:
    """Or it was meant to be closed, and its guard was forgotten."""
    answers = await _answers(nobody, [route for route in ROUTES if route not in CLOSED])
    assert {name: got for name, got in answers.items() if got[0] == 401 or got[0] >= 500} == {}


@pytest.mark.parametrize("given", ["Bearer x.y.z", "Bearer pn_a_b_c", "Basic QWxhZGRpbjpvcGVu", "Bearer "])
async def test_a_bad_token_is_refused_where_none_is_needed_too(nobody: Phone, given: str) -> None:
    answers = await _answers(nobody, ROUTES, authorization=given)
    assert {name: got for name, got in answers.items() if got != (401, "token-invalid")} == {}


async def test_a_token_does_only_what_it_was_made_for(guest: Guest) -> None:
    ann, failing = await guest(), Failing()
    for scope in sorted({scope for route in ROUTES for scope in _scopes(route)}):
        others = [granted for granted in GRANTED if granted != scope]
        made = await ann.post("/v1/me/tokens", {"name": scope, "scopes": others})
        token = Phone(ann.http, ann.id, made.json()["token"])
        needing = [route for route in ROUTES if scope in _scopes(route)]
        answers = await _answers(token, needing)
        failing |= {name: got for name, got in answers.items() if got != (403, "scope-missing")}
    assert not failing
