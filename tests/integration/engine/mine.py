"""Many games at once for the people `a_0`, `a_1` ..., started as the lobby starts them, and played through HTTP."""

from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from ulid import ULID

from shared.api.people import People
from shared.log.commands import LOBBY, OPENING, Sent, encode, pack
from shared.log.keys import keys_of
from tests.engine.play import start_game
from tests.inbox.waiting import soon
from tests.integration.conftest import Phone

NAMES = ("Ann", "Ben", "Cem", "Dia")


async def start(server: Redis, *kinds: str, people: int = 3, turn_ms: int | None = None) -> list[str]:
    """The games' ids, in the order of the kinds."""
    for seat in range(people):
        await People(server).write(f"a_{seat}", NAMES[seat])
    games = [f"g_{ULID()}" for _ in kinds]
    for game, kind in zip(games, kinds, strict=True):
        begin = start_game(kind, people, people=people, turn_ms=turn_ms)
        sent = Sent(OPENING, game, LOBBY, None, pack(begin))
        await server.xadd(keys_of(game).commands, {"e": encode(sent)})
    return games


async def play(phones: Sequence[Phone], game: str) -> int:
    """Whoever's turn it is plays the first legal move; returns the new version."""
    view = (await phones[0].get(f"/v1/games/{game}")).json()
    phone = phones[view["awaited"][0]]
    moves = (await phone.get(f"/v1/games/{game}/moves")).json()
    body = {"id": f"c{moves['version']}", "do": moves["moves"][0]["do"]}
    played = await phone.post(f"/v1/games/{game}/commands", body)
    assert played.status_code == 200, played.text
    return played.json()["version"]


async def sync(phone: Phone, cursor: str | None = None, query: str = "", **headers: str) -> dict[str, Any]:
    """One page."""
    since = "" if cursor is None else f"cursor={cursor}&"
    answer = await phone.get(f"/v1/sync?{since}{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def versions(page: dict[str, Any]) -> dict[str, int]:
    """Of the games that a page tells of; none of other messages."""
    return {
        one["game"]["id"]: one["game"]["version"] for one in page.get("changes", ()) if one["type"] == "game"
    }


async def settled(phone: Phone, wanted: dict[str, int]) -> dict[str, Any]:
    """A snapshot, as soon as the inbox has been told of everything."""
    return await soon(lambda: sync(phone), lambda page: versions(page).items() >= wanted.items())
