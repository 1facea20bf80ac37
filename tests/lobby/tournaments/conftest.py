"""Lobby, engine and the duty that plays tournaments on."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.steward.steward import conductor_of
from services.lobby.tournaments.conductor import Conductor
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone, crowd, guest, http, nobody
from tests.integration.engine.conftest import app

__all__ = ["app", "crowd", "guest", "http", "nobody"]

CUP = {
    "title": "Friday", "system": "swiss", "kind": "elevators", "seats": 2, "pace": {"type": "async", "turn_days": 1},
}  # fmt: skip


@pytest.fixture
def conductor(app: Litestar, server: Redis, config: Settings) -> Conductor:
    """Of another process, but for the connection."""
    return conductor_of(server, app.state.courier, config)


Holding = Callable[..., Coroutine[Any, Any, tuple[str, list[Phone]]]]


@pytest.fixture
def holding(guest: Guest) -> Holding:
    """`await holding(4, rounds=2)`: a tournament's id, and the phones of all who entered; the first organizes."""

    async def hold(people: int, **wanted: Any) -> tuple[str, list[Phone]]:
        phones = [await guest(f"P{number}") for number in range(people)]
        opened = await phones[0].post("/v1/tournaments", {**CUP, **wanted})
        assert opened.status_code == 201, opened.text
        id = opened.json()["id"]
        for phone in phones:
            assert (await phone.post(f"/v1/tournaments/{id}/join")).status_code == 200
        return id, phones

    return hold
