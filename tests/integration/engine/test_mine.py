"""What concerns a player: one call after coming back, and the home screen."""

import json
import random
import time

import pytest
from redis.asyncio import Redis

from shared.api.inbox import Inbox, Notice
from tests.inbox.waiting import soon
from tests.integration.conftest import Crowd, Guest, Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.mine import play, settled, start, sync, versions

pytestmark = pytest.mark.usefixtures("writer")


async def test_a_phone_asleep_for_200_changes_in_30_games_is_up_to_date_after_one_call(
    server: Redis, crowd: Crowd
) -> None:
    phones = crowd(4)
    games = await start(server, *(["floor", "elevators"] * 15), people=4)
    asleep = (await settled(phones[0], dict.fromkeys(games, 1)))["cursor"]
    rng = random.Random(7)
    last = dict.fromkeys(games, 1)
    for n in range(200):
        game = games[n] if n < 30 else rng.choice(games)
        last[game] = await play(phones, game)
    await settled(phones[0], last)
    for query in ("", "views=true"):
        before = time.perf_counter()
        answer = await phones[0].get(
            f"/v1/sync?cursor={asleep}&{query}", headers={"accept-encoding": "identity"}
        )
        print(
            f"{query or 'no views'}: {len(answer.content)} B, {(time.perf_counter() - before) * 1000:.0f} ms"
        )
        page = answer.json()
        assert (page["reset"], page["more"], versions(page)) == (False, False, last)
        assert len(page["changes"]) == 30
        assert len(answer.content) <= 100_000


async def test_an_unchanged_phone_costs_one_304_or_less_than_300_bytes(server: Redis, crowd: Crowd) -> None:
    ann = crowd(1)[0]
    (game,) = await start(server, "elevators", people=2)
    cursor = (await settled(ann, {game: 1}))["cursor"]
    empty = await ann.get(f"/v1/sync?cursor={cursor}")
    assert (empty.status_code, empty.json()["changes"], empty.json()["cursor"]) == (200, [], cursor)
    assert len(empty.content) < 300
    same = await ann.get(f"/v1/sync?cursor={cursor}", headers={"if-none-match": empty.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")


async def test_the_same_cursor_gets_the_same_again_and_nothing_after_the_next(
    server: Redis, crowd: Crowd
) -> None:
    ann, *others = crowd(3)
    (game,) = await start(server, "floor")
    cursor = (await settled(ann, {game: 1}))["cursor"]
    await play([ann, *others], game)
    await settled(ann, {game: 2})
    first, again = [await sync(ann, cursor) for _ in range(2)]
    assert versions(first) == versions(again) == {game: 2}
    assert (await sync(ann, first["cursor"]))["changes"] == []


@pytest.mark.parametrize("cursor", [None, "", "nonsense", "01JD.99", "0.7"])
async def test_without_a_good_cursor_everything_is_told_anew(
    server: Redis, crowd: Crowd, cursor: str | None
) -> None:
    ann = crowd(1)[0]
    games = await start(server, "floor", "elevators", people=2)
    await settled(ann, dict.fromkeys(games, 1))
    page = await sync(ann, cursor)
    assert (page["reset"], versions(page)) == (True, dict.fromkeys(games, 1))


async def test_a_cursor_of_before_the_inbox_was_lost_is_told_to_begin_anew(
    server: Redis, crowd: Crowd
) -> None:
    ann, ben = crowd(2)
    (game,) = await start(server, "elevators", people=2)
    old = (await settled(ann, {game: 1}))["cursor"]
    await Inbox(server).forget("a_0")
    await play([ann, ben], game)
    await settled(ann, {game: 2})
    page = await sync(ann, old)
    assert (page["reset"], versions(page)) == (True, {game: 2})


async def test_many_things_come_page_by_page(server: Redis, crowd: Crowd) -> None:
    ann = crowd(1)[0]
    games = await start(server, *["floor"] * 5, people=2)
    await settled(ann, dict.fromkeys(games, 1))
    pages = [await sync(ann, query="limit=2")]
    while pages[-1]["more"]:
        pages.append(await sync(ann, pages[-1]["cursor"], "limit=2"))
    assert [page["reset"] for page in pages] == [True, False, False]
    assert [len(page["changes"]) for page in pages] == [2, 2, 1]
    assert {game for page in pages for game in versions(page)} == set(games)


async def test_a_table_is_told_of_to_all_who_sit_there_until_they_leave(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens()
    await ben.post(f"/v1/tables/{table}/join")
    (seen,) = (await sync(ann))["changes"]
    assert seen["type"] == "table"
    assert seen["table"] | {"host": "Ann"} == {
        "id": table, "kind": "floor", "state": "open", "host": "Ann", "seats": ["Ann", "Ben", None], "mine": True,
    }  # fmt: skip
    await ben.post(f"/v1/tables/{table}/leave")
    cursor = (await sync(ben))["cursor"]
    await ann.seats_bots(table, 1)
    (left,) = (await sync(ben))["changes"]
    assert (left["table"]["mine"], left["table"]["seats"]) == (False, ["Ann", None, None])
    assert (await sync(ben, cursor))["changes"] == []
    assert (await sync(ann))["changes"][0]["table"]["seats"] == ["Ann", "Bellhop", None]


async def test_a_start_is_told_of_as_a_table_and_as_a_game(seated: Seated) -> None:
    game, phones = await seated()
    for phone in phones:
        page = await settled(phone, {game: 1})
        told = {one["type"]: one[one["type"]] for one in page["changes"]}
        assert (told["table"]["state"], told["game"]["state"]) == ("started", "playing")
        assert told["game"]["you"] == phones.index(phone)


async def test_a_notice_is_told_once(server: Redis, guest: Guest) -> None:
    ann = await guest()
    await Inbox(server).tell([(ann.id, Notice("n_1", "maintenance", 1_700_000_000_000, {"minutes": 5}))] * 2)
    page = await sync(ann)
    assert page["changes"] == [
        {
            "type": "notice",
            "id": "n_1",
            "code": "maintenance",
            "at": "2023-11-14T22:13:20.000Z",
            "params": {"minutes": 5},
        }
    ]
    assert (await sync(ann, page["cursor"]))["changes"] == []


async def test_nobody_learns_here_what_another_seat_sees(server: Redis, crowd: Crowd) -> None:
    phones = crowd(3)
    games = await start(server, "floor", "elevators")
    await settled(phones[0], dict.fromkeys(games, 1))
    hands = [
        {card for game in games for card in (await phone.get(f"/v1/games/{game}")).json()["view"]["hand"]}
        for phone in phones
    ]
    for seat, phone in enumerate(phones):
        told = json.dumps([await sync(phone, query="views=true"), (await phone.get("/v1/me/games")).json()])
        others = {card for other, hand in enumerate(hands) if other != seat for card in hand} - hands[seat]
        assert all(f'"{card}"' in told for card in hands[seat])
        assert [card for card in others if f'"{card}"' in told] == []


async def test_a_view_told_here_is_that_of_the_game(server: Redis, crowd: Crowd) -> None:
    ann = crowd(1)[0]
    (game,) = await start(server, "elevators")
    (told,) = (await settled(ann, {game: 1}))["changes"]
    assert told["game"]["view"] is None
    (told,) = (await sync(ann, query="views=true"))["changes"]
    assert told["game"]["view"] == (await ann.get(f"/v1/games/{game}")).json()["view"]


async def test_who_is_not_signed_in_has_nothing_that_concerns_them(nobody: Phone) -> None:
    for path in ("/v1/sync", "/v1/stream", "/v1/me/games"):
        refused = await nobody.get(path)
        assert (refused.status_code, refused.json()["code"]) == (401, "token-missing")


async def test_somebody_new_begins_with_nothing(guest: Guest) -> None:
    ann = await guest()
    page = await sync(ann)
    assert (page["reset"], page["changes"], page["badge"], page["more"]) == (True, [], 0, False)
    assert not (await sync(ann, page["cursor"]))["reset"]
    home = (await ann.get("/v1/me/games")).json()
    assert (home["games"], home["badge"], home["next"]) == ([], 0, None)


async def test_an_account_that_only_watches_is_not_told(server: Redis, crowd: Crowd, guest: Guest) -> None:
    (game,) = await start(server, "floor")
    await settled(crowd(1)[0], {game: 1})
    eve = await guest("Eve")
    await eve.get(f"/v1/games/{game}")
    assert (await sync(eve))["changes"] == []
    assert await soon(lambda: sync(eve), lambda page: page["badge"] == 0)
