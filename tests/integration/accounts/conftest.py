"""People who sign in, and what their apps keep."""

import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest

from tests.integration.conftest import Phone

PASSWORD = "four lifts go down"


class Device(Phone):
    """A phone that keeps its refresh token, and the attempt of a refresh until it has the answer."""

    refresh_token: str = ""
    session: str = ""

    @classmethod
    def of(cls, http: httpx.AsyncClient, welcome: dict[str, Any]) -> "Device":
        device = cls(http, welcome["account"]["id"])
        device.keep(welcome)
        return device

    def keep(self, welcome: dict[str, Any]) -> None:
        self.token = welcome["access_token"]
        self.refresh_token = welcome["refresh_token"]
        self.session = welcome["session"]

    async def refresh(self, token: str | None = None, attempt: str | None = None) -> httpx.Response:
        """One request; what it answers is not kept."""
        body = {
            "refresh_token": token or self.refresh_token,
            "attempt": attempt or secrets.token_urlsafe(12),
        }
        return await self.http.post("/v1/sessions/refresh", json=body)

    async def code_of_me(self) -> str | int:
        """200, or the code of the problem, of a request that needs the access token."""
        answer = await self.get("/v1/me")
        return answer.json().get("code", answer.status_code)


Arrive = Callable[..., Coroutine[Any, Any, Device]]


@pytest.fixture
def arrive(http: httpx.AsyncClient) -> Arrive:
    """`await arrive("Ann", device="phone")`: a new guest's device."""

    async def open_account(name: str = "Ann", device: str = "") -> Device:
        body = {"name": name, "device": device}
        return Device.of(http, (await http.post("/v1/accounts/guest", json=body)).json())

    return open_account


SignsIn = Callable[..., Coroutine[Any, Any, Device]]


@pytest.fixture
def signs_in(http: httpx.AsyncClient) -> SignsIn:
    """`await signs_in("ann", device="tablet")`: another device of somebody with a handle."""

    async def sign_in(handle: str, device: str = "") -> Device:
        body = {"handle": handle, "password": PASSWORD, "device": device}
        answer = await http.post("/v1/sessions", json=body)
        assert answer.status_code == 201, answer.text
        return Device.of(http, answer.json())

    return sign_in


async def named(device: Device, handle: str) -> Device:
    """The same device, its account now with a handle."""
    body = {"handle": handle, "password": PASSWORD}
    answer = await device.send("PUT", "/v1/me/credentials", body)
    assert answer.status_code == 200, answer.text
    return device
