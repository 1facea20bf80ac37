"""Whoever deletes the account keeps nobody waiting: the seats in games that run are given up."""

from typing import Any

import pytest
from litestar import Litestar

from shared.api.inbox import Inbox
from tests.inbox.waiting import soon
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated


async def game_of(phone: Phone, game: str) -> dict[str, Any]:
    return (await phone.get(f"/v1/games/{game}")).json()


def why(game: dict[str, Any]) -> list[str | None]:
    return [seat["why"] for seat in game["seats"]]


async def test_the_seat_of_a_deleted_account_is_given_up_and_a_bot_plays_it_on(seated: Seated) -> None:
    game, (ann, ben, _) = await seated()
    assert (await ben.send("DELETE", "/v1/me")).status_code == 200
    found = await soon(lambda: game_of(ann, game), lambda found: why(found) == [None, "conceded", None])
    assert (found["state"], found["seats"][1]["bot"]) == ("playing", "normal")
    offered = await ann.post(f"/v1/games/{game}/commands", {"id": "end", "do": {"type": "offer-end"}})
    assert (await game_of(ann, game))["offer"]["asked"] == [2], offered.text


async def test_of_two_the_one_who_stays_has_won(seated: Seated) -> None:
    game, (ann, ben) = await seated("eddie", 2)
    await ann.send("DELETE", "/v1/me")
    found = await soon(lambda: game_of(ben, game), lambda found: found["state"] == "ended")
    assert (found["ending"], found["outcome"]["places"]) == ("conceded", [2, 1])


@pytest.mark.usefixtures("writer")
async def test_a_game_that_is_over_stays_as_it_ended(seated: Seated, app: Litestar) -> None:
    game, (ann, ben) = await seated("eddie", 2)
    inbox: Inbox = app.state.inbox
    assert await inbox.playing(ann.id) == (game,)
    await ben.post(f"/v1/games/{game}/commands", {"id": "up", "do": {"type": "resign"}})
    await soon(lambda: inbox.playing(ann.id), lambda found: found == ())
    await ann.send("DELETE", "/v1/me")
    assert (await game_of(ben, game))["outcome"]["places"] == [1, 2]


async def test_a_deletion_made_twice_gives_up_once(seated: Seated, app: Litestar) -> None:
    game, (ann, ben, _) = await seated()
    resign_all = app.state.desk.forgetting[1]
    await resign_all(ben.id)
    await resign_all(ben.id)
    found = await soon(lambda: game_of(ann, game), lambda found: why(found)[1] == "conceded")
    await ann.post(f"/v1/games/{game}/commands", {"id": "after", "do": {"type": "hand-over"}})
    assert (await game_of(ann, game))["version"] == found["version"] + 1
