"""Leave over HTTP: the clocks of all games by days stand still, also of those that begin meanwhile."""

from typing import Any

import pytest
from redis.asyncio import Redis

from services.lobby.leave.leaves import ON_LEAVE, Leaves
from shared.api.inbox import Inbox
from shared.api.moment import now_ms
from shared.settings import Settings
from tests.inbox.waiting import soon
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated

pytestmark = pytest.mark.usefixtures("writer")
BY_DAYS = {"type": "async", "turn_days": 1}


async def seat(phone: Phone, game: str, number: int) -> dict[str, Any]:
    return (await phone.get(f"/v1/games/{game}")).json()["seats"][number]


async def known(phone: Phone, game: str) -> None:
    """The player's inbox has been told of the game."""
    await soon(
        lambda: phone.get("/v1/me/games"), lambda found: game in [one["id"] for one in found.json()["games"]]
    )


async def on_leave(phone: Phone, game: str, until: str | None) -> dict[str, Any]:
    return await soon(lambda: seat(phone, game, 0), lambda found: found["leave_until"] == until)


async def test_leave_stops_the_clocks_of_games_by_days_and_ends_when_i_say_so(seated: Seated) -> None:
    game, (ann, *_) = await seated(pace=BY_DAYS)
    await known(ann, game)
    taken = (await ann.send("PUT", "/v1/me/leave", {"days": 5})).json()
    assert taken["days_left"] == 25
    await on_leave(ann, game, taken["until"])
    ended = (await ann.send("DELETE", "/v1/me/leave")).json()
    assert (ended["until"], ended["days_left"]) == (None, 29)
    await on_leave(ann, game, None)


async def test_a_game_that_begins_during_leave_is_told_by_the_duty(
    seated: Seated, server: Redis, config: Settings
) -> None:
    game, (ann, *_) = await seated(pace=BY_DAYS)
    taken = (await ann.send("PUT", "/v1/me/leave", {"days": 5})).json()
    await known(ann, game)
    duty = Leaves(server, Inbox(server), config.partitions)
    assert await duty.step(now_ms()) == 1
    await on_leave(ann, game, taken["until"])
    version = (await ann.get(f"/v1/games/{game}")).json()["version"]
    await duty.step(now_ms())
    assert (await ann.get(f"/v1/games/{game}")).json()["version"] == version


async def test_nothing_is_kept_of_a_leave_that_every_game_knows_to_be_over(
    seated: Seated, server: Redis, config: Settings
) -> None:
    game, (ann, *_) = await seated(pace=BY_DAYS)
    await known(ann, game)
    await ann.send("PUT", "/v1/me/leave", {"days": 1})
    await Leaves(server, Inbox(server), config.partitions).step(now_ms() + 2 * 86_400_000)
    assert await server.zcard(ON_LEAVE) == 0
    assert not await server.keys("leave-told:*")


async def test_no_more_is_given_than_a_year_has(seated: Seated) -> None:
    _, (ann, *_) = await seated()
    refused = await ann.send("PUT", "/v1/me/leave", {"days": 31})
    assert (refused.status_code, refused.json()["code"], refused.json()["params"]) == (
        409,
        "leave-used-up",
        {"left": 30},
    )
    assert "30" in refused.json()["detail"]
    assert (await ann.get("/v1/me/leave")).json() == {"until": None, "days_left": 30, "days_a_year": 30}
