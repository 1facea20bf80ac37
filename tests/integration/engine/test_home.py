"""The home screen: in which order a player's games stand, and what is said of each."""

from typing import Any

import pytest
from redis.asyncio import Redis

from shared.api.moment import now_ms
from shared.log.commands import FIELD, encode
from shared.log.feed import given_up
from shared.log.game import fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.inbox.waiting import soon
from tests.integration.conftest import Crowd, Phone
from tests.integration.engine.mine import play, settled, start, sync

pytestmark = pytest.mark.usefixtures("writer")

HOUR_MS = 3_600_000


async def home(phone: Phone, query: str = "", **headers: str) -> dict[str, Any]:
    answer = await phone.get(f"/v1/me/games?{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def turned(phones: list[Phone], game: str, seat: int) -> None:
    """Played on until it is that seat's turn."""
    while (await phones[0].get(f"/v1/games/{game}")).json()["awaited"] != [seat]:
        await play(phones, game)


async def test_what_waits_for_me_comes_first_most_urgent_first(server: Redis, crowd: Crowd) -> None:
    phones = crowd(2)
    (free,) = await start(server, "elevators", people=2)
    (late,) = await start(server, "elevators", people=2, turn_ms=9 * HOUR_MS)
    (soonest,) = await start(server, "elevators", people=2, turn_ms=HOUR_MS)
    (theirs,) = await start(server, "elevators", people=2, turn_ms=HOUR_MS // 2)
    await settled(phones[0], dict.fromkeys((free, late, soonest, theirs), 1))
    for game in (free, late, soonest):
        await turned(phones, game, 0)
    await turned(phones, theirs, 1)
    found = await soon(lambda: home(phones[0]), lambda found: found["badge"] == 3)
    assert [one["id"] for one in found["games"]] == [soonest, late, free, theirs]
    assert [one["my_turn"] for one in found["games"]] == [True, True, True, False]
    assert [bool(one["due_at"]) for one in found["games"]] == [True, True, False, False]


async def test_a_game_that_was_given_up_has_ended_for_its_players(server: Redis, crowd: Crowd) -> None:
    phones = crowd(2)
    (game,) = await start(server, "elevators", people=2, turn_ms=HOUR_MS)
    await settled(phones[0], {game: 1})
    await turned(phones, game, 0)
    before = await soon(lambda: sync(phones[0]), lambda page: page["badge"] == 1)
    log = await ValkeyLog(server).read(keys_of(game).log(game))
    over = given_up(fold(game, log), len(log), now_ms())
    await server.xadd(keys_of(game).feed, {FIELD: encode(over)})
    after = await soon(lambda: sync(phones[0], before["cursor"]), lambda page: page["changes"])
    (shown,) = (await home(phones[0]))["games"]
    assert (after["badge"], (await home(phones[0]))["badge"]) == (0, 0)
    for one in (after["changes"][0]["game"], shown):
        assert (one["id"], one["state"], one["my_turn"], one["due_at"]) == (game, "ended", False, None)


async def test_others_come_by_their_last_change_and_ended_ones_last(server: Redis, crowd: Crowd) -> None:
    phones = crowd(3)
    ended, first, second = await start(server, "floor", "elevators", "elevators")
    await settled(phones[0], dict.fromkeys((ended, first, second), 1))
    for game in (first, second):
        await turned(phones, game, 0)
        await play(phones, game)
        await turned(phones, game, 1)
    while (await phones[0].get(f"/v1/games/{ended}")).json()["state"] == "playing":
        await play(phones, ended)
    found = await soon(lambda: home(phones[0]), lambda found: found["games"][-1]["id"] == ended)
    assert [one["id"] for one in found["games"]] == [second, first, ended]
    last = found["games"][-1]
    assert (last["state"], last["my_turn"], found["badge"]) == ("ended", False, 0)
    assert sorted(last["outcome"]["places"])[0] == 1


async def test_a_move_of_my_own_shows_at_once_whatever_the_inbox_knows(server: Redis, crowd: Crowd) -> None:
    phones = crowd(2)
    (game,) = await start(server, "elevators", people=2)
    await settled(phones[0], {game: 1})
    for _ in range(5):
        await turned(phones, game, 0)
        version = await play(phones, game)
        view = (await phones[0].get(f"/v1/games/{game}")).json()
        found = await home(phones[0])
        assert found["games"][0]["version"] == version
        assert found["badge"] == int(view["awaited"] == [0])


async def test_the_last_event_is_told_in_words_as_my_seat_saw_it(server: Redis, crowd: Crowd) -> None:
    phones = crowd(2)
    (game,) = await start(server, "elevators", people=2)
    await settled(phones[0], {game: 1})
    for _ in range(4):
        version = await play(phones, game)
        for phone in phones:
            items = (await phone.get(f"/v1/games/{game}/events?after={version - 1}&words=true")).json()[
                "items"
            ]
            (mine,) = (await home(phone))["games"]
            assert mine["last"]["version"] == mine["version"] == version
            assert mine["last"]["text"] == items[0]["words"][-1]


async def test_pages_follow_each_other_in_order(server: Redis, crowd: Crowd) -> None:
    ann = crowd(1)[0]
    games = await start(server, *["elevators"] * 5, people=2)
    await settled(ann, dict.fromkeys(games, 1))
    whole = [one["id"] for one in (await home(ann))["games"]]
    paged, cursor = [], ""
    while cursor is not None:
        page = await home(ann, f"limit=2&cursor={cursor}" if cursor else "limit=2")
        paged += [one["id"] for one in page["games"]]
        cursor = page["next"]
    assert paged == whole
    assert sorted(paged) == sorted(games)


@pytest.mark.parametrize("cursor", ["nonsense", "3~0~0~g_1", "0~x~0~g_1", "0~0~0~"])
async def test_a_cursor_that_no_page_gave_is_refused(crowd: Crowd, cursor: str) -> None:
    refused = await crowd(1)[0].get(f"/v1/me/games?cursor={cursor}")
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


async def test_a_home_screen_that_is_known_is_not_sent_again(server: Redis, crowd: Crowd) -> None:
    phones = crowd(2)
    (game,) = await start(server, "elevators", people=2)
    await settled(phones[0], {game: 1})
    tag = (await phones[0].get("/v1/me/games")).headers["etag"]
    known = {"if-none-match": tag}
    assert (await phones[0].get("/v1/me/games", headers=known)).status_code == 304
    await play(phones, game)
    assert (await phones[0].get("/v1/me/games", headers=known)).status_code == 200
