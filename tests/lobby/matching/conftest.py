"""Lobby, engine and matcher on a real Valkey; people who look for a game."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.matching.matcher import Matcher
from services.lobby.steward.steward import matcher_of
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone, crowd, guest, http, nobody
from tests.integration.engine.conftest import app

__all__ = ["app", "crowd", "guest", "http", "nobody"]

LIVE = {"type": "live", "turn_s": 60}
ASYNC = {"type": "async", "turn_days": 1}


@pytest.fixture
def matcher(app: Litestar, server: Redis, config: Settings) -> Matcher:
    """Of another process, but for the connection."""
    return matcher_of(server, app.state.courier, config)


Looking = Callable[..., Coroutine[Any, Any, tuple[Phone, str]]]


@pytest.fixture
def looking(guest: Guest) -> Looking:
    """`await looking("Ann", players=[3])`: a new phone and its ticket's id."""

    async def look(name: str = "Ann", **wanted: Any) -> tuple[Phone, str]:
        phone = await guest(name)
        return phone, await looks(phone, **wanted)

    return look


async def looks(phone: Phone, **wanted: Any) -> str:
    opened = await phone.post("/v1/tickets", {"kind": "floor", "players": [3], "pace": LIVE, **wanted})
    assert opened.status_code == 201, opened.text
    return opened.json()["id"]


async def ticket(phone: Phone, id: str) -> dict[str, Any]:
    return (await phone.get(f"/v1/tickets/{id}")).json()
