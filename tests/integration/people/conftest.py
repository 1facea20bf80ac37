"""People who know each other."""

from typing import Any

from tests.integration.conftest import Phone


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
