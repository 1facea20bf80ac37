"""A lobby in this process on a real Valkey, and phones that speak to it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.app import lobby
from shared.api.moment import now_ms
from shared.api.openapi import document
from shared.api.scopes import STAFF
from shared.settings import Settings
from tests.integration.described import Description


@dataclass
class Phone:
    """Somebody's app; `id` and `token` are empty for somebody without an account."""

    http: httpx.AsyncClient
    id: str = ""
    token: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def send(self, method: str, path: str, body: Any = None, **rest: Any) -> httpx.Response:
        headers = {**self.headers, **rest.pop("headers", {})}
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        given = {} if body is None else {"json": body}
        return await self.http.request(method, path, headers=headers, **given, **rest)

    async def get(self, path: str, **rest: Any) -> httpx.Response:
        return await self.send("GET", path, **rest)

    async def post(self, path: str, body: Any = None, **rest: Any) -> httpx.Response:
        return await self.send("POST", path, body, **rest)

    async def opens(self, **options: Any) -> str:
        """A new table's id; three seats of That's My Floor if nothing else is said."""
        opened = await self.post("/v1/tables", {"kind": "floor", "players": 3, **options})
        assert opened.status_code == 201, opened.text
        return opened.json()["id"]

    async def table(self, id: str) -> dict[str, Any]:
        return (await self.get(f"/v1/tables/{id}")).json()

    async def seats_bots(self, id: str, *seats: int) -> None:
        for seat in seats:
            seated = await self.send("PUT", f"/v1/tables/{id}/seats/{seat}/bot", {"level": "easy"})
            assert seated.status_code == 200, seated.text


Guest = Callable[..., Coroutine[Any, Any, Phone]]


@asynccontextmanager
async def alive(app: Litestar) -> AsyncIterator[None]:
    """The app's lifespan in a task of its own: it must end where it began, fixtures may end elsewhere."""
    begun, ending = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with app.lifespan():
            begun.set()
            await ending.wait()

    living = asyncio.create_task(live())
    await asyncio.wait({living, asyncio.create_task(begun.wait())}, return_when=asyncio.FIRST_COMPLETED)
    yield
    ending.set()
    await living


@pytest.fixture
async def app(server: Redis, config: Settings) -> AsyncIterator[Litestar]:
    app = lobby(config)
    async with alive(app):
        yield app


@pytest.fixture
async def http(app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    description = Description(document(app))

    async def check(response: httpx.Response) -> None:
        await response.aread()
        description.check(response)

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    hooks = {"response": [check]}
    async with httpx.AsyncClient(transport=transport, base_url="http://lobby", event_hooks=hooks) as client:
        yield client


@pytest.fixture
def nobody(http: httpx.AsyncClient) -> Phone:
    return Phone(http)


@pytest.fixture
def anybody(app: Litestar, http: httpx.AsyncClient) -> Phone:
    """Somebody whom no route turns away: an operator has granted every scope of staff."""
    token, _ = app.state.tokens.mint("a_0", now_ms() // 1000, session="s_0", staff=STAFF)
    return Phone(http, "a_0", token)


@pytest.fixture
def guest(http: httpx.AsyncClient) -> Guest:
    """`await guest("Ann")`: a phone with an account."""

    async def open_account(name: str = "Ann") -> Phone:
        welcome = (await http.post("/v1/accounts/guest", json={"name": name})).json()
        return Phone(http, welcome["account"]["id"], welcome["access_token"])

    return open_account


Crowd = Callable[[int], list[Phone]]


@pytest.fixture
def crowd(app: Litestar, http: httpx.AsyncClient) -> Crowd:
    """Phones of many people; more than one address may open accounts for."""

    def phones(count: int) -> list[Phone]:
        mint, now_s = app.state.tokens.mint, now_ms() // 1000
        return [Phone(http, f"a_{n}", mint(f"a_{n}", now_s, session="s_0")[0]) for n in range(count)]

    return phones
