"""Plays games over HTTP."""

from typing import Any

from tests.integration.conftest import Phone


async def move(game: str, phones: list[Phone]) -> tuple[Phone, dict[str, Any]]:
    """Somebody who may do something, and what."""
    view = (await phones[0].get(f"/v1/games/{game}")).json()
    phone = phones[view["awaited"][0]]
    moves = (await phone.get(f"/v1/games/{game}/moves")).json()
    return phone, moves["moves"][0]["do"]


async def play(game: str, phones: list[Phone], count: int) -> None:
    """The first legal command of whoever is awaited, so often."""
    for _ in range(count):
        phone, do = await move(game, phones)
        version = (await phone.get(f"/v1/games/{game}")).json()["version"]
        sent = await phone.post(f"/v1/games/{game}/commands", {"id": f"c{version}", "do": do})
        assert sent.status_code == 200, sent.text
