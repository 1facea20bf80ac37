"""People who know each other."""

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from litestar import Litestar

from tests.integration.conftest import Guest, Phone


async def asks(phone: Phone, other: Phone) -> dict[str, Any]:
    answer = await phone.send("PUT", f"/v1/me/friends/{other.id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def befriend(phone: Phone, other: Phone) -> None:
    await asks(phone, other)
    assert (await asks(other, phone))["standing"] == "friends"


async def blocks(phone: Phone, other: Phone) -> None:
    answer = await phone.send("PUT", f"/v1/me/blocks/{other.id}")
    assert answer.json()["blocked"] is True, answer.text


async def friends(phone: Phone, query: str = "") -> dict[str, str]:
    """Standing by name."""
    listed = (await phone.get(f"/v1/me/friends{query}")).json()["friends"]
    return {one["player"]["name"]: one["standing"] for one in listed}


Staff = Callable[..., Coroutine[Any, Any, Phone]]


@pytest.fixture
def staff(app: Litestar, guest: Guest) -> Staff:
    """`await staff("admin:read")`: the phone of somebody with a handle, to whom an operator has granted scopes."""

    async def become(*scopes: str) -> Phone:
        phone = await guest("Sam")
        signs_in = {"handle": f"staff{phone.id[-8:]}", "password": "four lifts go down"}
        assert (await phone.send("PUT", "/v1/me/credentials", signs_in)).status_code == 200
        for scope in scopes:
            await app.state.backoffice.grant("operator:Eve", phone.id, scope, "helps us")
        phone.token = (await phone.post("/v1/sessions", signs_in)).json()["access_token"]
        return phone

    return become
