"""Tokens of programs: shown once, scoped, revoked."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from redis.asyncio import Redis

from services.engine.api import app as engine
from services.lobby import app as lobby_app
from shared.api import apitokens
from shared.api.app import application
from shared.api.auth import scope_of, signed_in
from shared.api.moment import now_ms
from shared.api.scopes import GRANTED, SCOPE, Scope
from shared.settings import Settings
from tests.integration.accounts.conftest import Arrive
from tests.integration.conftest import Phone, alive


def every_route(app: Litestar) -> list[tuple[str, str, HTTPRouteHandler]]:
    return [
        (method, route.path_format, handler)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in sorted(handler.http_methods - {"HEAD", "OPTIONS"})
    ]


def whole(config: Settings) -> Litestar:
    routers = [*lobby_app.routers(), *engine.routers()]
    return application(routers, config, lifespan=[lobby_app.lifespan, engine.lifespan])


ROUTES = every_route(whole(Settings(token_key="x" * 32)))
SCOPED = [(method, path, scope) for method, path, handler in ROUTES if (scope := scope_of(handler))]


@pytest.fixture
async def app(server: Redis, config: Settings) -> AsyncIterator[Litestar]:
    app = whole(config)
    async with alive(app):
        yield app


async def made(device: Phone, *scopes: str, **more: Any) -> dict[str, Any]:
    answer = await device.post("/v1/me/tokens", {"name": "bot", "scopes": scopes, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def program(device: Phone, *scopes: str) -> Phone:
    return Phone(device.http, device.id, (await made(device, *scopes))["token"])


def test_every_route_that_needs_an_account_names_its_scope() -> None:
    lacking = [
        (method, path)
        for method, path, handler in ROUTES
        if signed_in in handler.resolve_guards() and SCOPE not in handler.opt
    ]
    assert lacking == []


def test_every_route_that_looks_at_the_caller_names_its_scope() -> None:
    looking = {"reader", "caller", "access"}
    lacking = [
        (method, path)
        for method, path, handler in ROUTES
        if looking & set(handler.parsed_fn_signature.parameters) and SCOPE not in handler.opt
    ]
    assert lacking == []


def test_every_scope_is_some_route_s() -> None:
    assert {scope for _, _, scope in SCOPED} == set(Scope)


@pytest.mark.parametrize(("method", "path", "scope"), SCOPED, ids=[f"{m} {p}" for m, p, _ in SCOPED])
async def test_a_token_without_the_route_s_scope_is_refused(
    arrive: Arrive, method: str, path: str, scope: str
) -> None:
    ann = await arrive()
    others = await program(ann, *(other for other in GRANTED if other != scope))
    filled = path.replace("{seat}", "0").replace("{number}", "1").replace("{", "").replace("}", "")
    refused = await others.send(method, filled)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
    assert refused.json()["params"] == {"scope": scope}
    if scope in GRANTED:
        passed = await (await program(ann, scope)).send(method, filled)
        assert passed.status_code != 403 or passed.json()["code"] != "scope-missing"


async def test_a_token_acts_as_its_account_and_needs_no_scope_where_nobody_does(arrive: Arrive) -> None:
    ann = await arrive("Ann")
    bot = await program(ann, "account:read", "games:read", "tables:write")
    assert (await bot.get("/v1/me")).json()["id"] == ann.id
    assert (await bot.table(await bot.opens()))["host"]["name"] == "Ann"
    assert (await bot.get("/v1/kinds")).status_code == 200


async def test_a_token_is_shown_once_and_stored_as_a_hash(arrive: Arrive, server: Redis) -> None:
    ann = await arrive()
    token = (await made(ann, "games:read", days=30))["token"]
    listed = await ann.get("/v1/me/tokens")
    (info,) = listed.json()["tokens"]
    assert (info["name"], info["scopes"], token.startswith("pn_")) == ("bot", ["games:read"], True)
    assert info["expires_at"] > info["created_at"]
    secret = apitokens.parts_of(token).secret  # pyright: ignore[reportOptionalMemberAccess]
    assert secret not in listed.text
    for key in await server.keys():
        assert secret.encode() not in (await server.dump(key) or b"")


async def test_a_revoked_token_is_refused(arrive: Arrive, app: Litestar) -> None:
    app.state.api_tokens = apitokens.ApiTokens(app.state.redis, kept_s=0)
    ann = await arrive()
    one, other = await made(ann, "account:read"), await program(ann, "account:read")
    bot = Phone(ann.http, ann.id, one["token"])
    assert (await bot.get("/v1/me")).status_code == 200
    left = await ann.send("DELETE", f"/v1/me/tokens/{one['info']['id']}")
    assert [token["id"] for token in left.json()["tokens"]] != [one["info"]["id"]]
    assert (await bot.get("/v1/me")).json()["code"] == "token-invalid"
    assert (await other.get("/v1/me")).status_code == 200
    again = await ann.send("DELETE", f"/v1/me/tokens/{one['info']['id']}")
    assert again.json()["code"] == "no-such-api-token"


async def test_an_expired_token_is_refused(arrive: Arrive, app: Litestar) -> None:
    ann = await arrive()
    shelf = app.state.desk.api_tokens
    _, _, token = await shelf.make(ann.id, "bot", ["account:read"], now_ms() - 1, now_ms() - 2)
    assert (await Phone(ann.http, ann.id, token).get("/v1/me")).json()["code"] == "token-expired"


@pytest.mark.parametrize(
    "mangle",
    [lambda token: "pn_", lambda token: token[:-1], lambda token: token + "x", lambda token: "pn_a_b_c"],
    ids=["empty", "cut", "longer", "unknown"],
)
async def test_a_token_that_is_not_quite_right_is_none(arrive: Arrive, mangle: Any) -> None:
    bot = await program(await arrive(), "account:read")
    bot.token = mangle(bot.token)
    answer = await bot.get("/v1/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "token-invalid")


async def test_no_token_may_own_the_account(arrive: Arrive) -> None:
    body = {"name": "bot", "scopes": ["account:own"]}
    answer = await (await arrive()).post("/v1/me/tokens", body)
    assert answer.json()["params"]["path"] == "$.scopes[0]"


async def test_an_account_may_have_fifty_tokens(arrive: Arrive, app: Litestar) -> None:
    app.state.limits._limits = {}
    ann = await arrive()
    for _ in range(50):
        await made(ann, "games:read")
    answer = await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["games:read"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-api-tokens")


async def test_the_description_names_each_route_s_scope(http: httpx.AsyncClient) -> None:
    paths = (await http.get("/openapi.json")).json()["paths"]
    assert paths["/v1/games/{game}/commands"]["post"]["security"] == [{"bearer": ["games:play"]}]
    assert paths["/v1/games/{game}"]["get"]["security"] == [{}, {"bearer": ["games:read"]}]
