"""A game through HTTP: views, moves, commands, and every way to get them wrong."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.log.keys import keys_of
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated


async def _turn(game: str, phones: list[Phone]) -> tuple[Phone, dict[str, Any]]:
    """Whose turn it is, and that player's moves."""
    view = (await phones[0].get(f"/v1/games/{game}")).json()
    phone = phones[view["awaited"][0]]
    return phone, (await phone.get(f"/v1/games/{game}/moves")).json()


async def _version(game: str, phone: Phone) -> int:
    return (await phone.get(f"/v1/games/{game}")).json()["version"]


async def test_three_people_play_a_whole_game_and_see_it_end(seated: Seated) -> None:
    game, phones = await seated()
    while (view := (await phones[0].get(f"/v1/games/{game}")).json())["state"] == "playing":
        phone, moves = await _turn(game, phones)
        body = {"id": f"c{moves['version']}", "expect": moves["version"], "do": moves["moves"][0]["do"]}
        sent = await phone.post(f"/v1/games/{game}/commands", body)
        assert sent.status_code == 200, sent.text
        assert sent.json()["version"] == moves["version"] + 1
    assert sorted(view["outcome"]["places"])[0] == 1
    assert view["awaited"] == view["deadlines"] == []
    after = await phones[0].post(
        f"/v1/games/{game}/commands", {"id": "late", "do": {"type": "play-card", "card": "a1"}}
    )
    assert (after.status_code, after.json()["code"]) == (409, "game-over")


async def test_each_player_sees_their_own_hand_and_a_spectator_none(seated: Seated, nobody: Phone) -> None:
    game, phones = await seated()
    hands = [(await phone.get(f"/v1/games/{game}")).json() for phone in phones]
    assert [view["you"] for view in hands] == [0, 1, 2]
    assert len({card for view in hands for card in view["view"]["hand"]}) == 21
    watching = (await nobody.get(f"/v1/games/{game}")).json()
    assert watching["you"] is None
    assert not watching["view"].get("hand")


async def test_a_view_that_is_known_is_not_sent_again(seated: Seated) -> None:
    game, phones = await seated()
    first = await phones[0].get(f"/v1/games/{game}")
    known = {"if-none-match": first.headers["etag"]}
    assert (await phones[0].get(f"/v1/games/{game}", headers=known)).status_code == 304
    assert (await phones[1].get(f"/v1/games/{game}", headers=known)).status_code == 200
    phone, moves = await _turn(game, phones)
    await phone.post(f"/v1/games/{game}/commands", {"id": "x", "do": moves["moves"][0]["do"]})
    assert (await phones[0].get(f"/v1/games/{game}", headers=known)).status_code == 200


async def test_the_same_command_sent_three_times_is_played_once(seated: Seated) -> None:
    game, phones = await seated()
    phone, moves = await _turn(game, phones)
    body = {"id": "once", "do": moves["moves"][0]["do"]}
    answers = [await phone.post(f"/v1/games/{game}/commands", body) for _ in range(3)]
    assert [answer.json() for answer in answers] == [answers[0].json()] * 3
    assert await _version(game, phone) == 2


async def test_a_refused_command_is_refused_the_same_way_again(seated: Seated) -> None:
    game, phones = await seated()
    phone, moves = await _turn(game, phones)
    wrong = {"id": "early", "expect": 9, "do": moves["moves"][0]["do"]}
    first = await phone.post(f"/v1/games/{game}/commands", wrong)
    again = await phone.post(f"/v1/games/{game}/commands", {**wrong, "expect": 1})
    assert first.status_code == again.status_code == 409
    assert first.json() == again.json()
    assert first.json()["code"] == "version-conflict"


BODIES: dict[str, tuple[Any, int, str, str]] = {
    "no id": ({"do": {"type": "play-card", "card": "a1"}}, 400, "malformed", "$"),
    "id with a space": ({"id": "a b", "do": {"type": "play-card", "card": "a1"}}, 400, "malformed", "$.id"),
    "an id of ours": ({"id": "bot:1:0", "do": {"type": "play-card", "card": "a1"}}, 400, "malformed", "$.id"),
    "unknown field": ({"id": "x", "do": {}, "seat": 1}, 400, "malformed", "$"),
    "unknown command": ({"id": "x", "do": {"type": "fly"}}, 400, "malformed", "$.do.type"),
    "no command type": ({"id": "x", "do": {"card": "a1"}}, 400, "malformed", "$.do"),
    "unknown field of the command": (
        {"id": "x", "do": {"type": "play-card", "card": "a1", "seat": 0}}, 400, "malformed", "$.do",
    ),
    "card of a wrong type": ({"id": "x", "do": {"type": "play-card", "card": 7}}, 400, "malformed", "$.do.card"),
    "negative expect": ({"id": "x", "expect": -1, "do": {}}, 400, "malformed", "$.expect"),
    "a list": ([], 400, "malformed", "$"),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
async def test_a_malformed_command_is_told_where_and_changes_nothing(seated: Seated, name: str) -> None:
    body, status, code, path = BODIES[name]
    game, phones = await seated()
    phone, _ = await _turn(game, phones)
    refused = await phone.post(f"/v1/games/{game}/commands", body)
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["params"]["path"]) == (status, code, path)
    assert await _version(game, phone) == 1


async def test_what_the_rules_refuse_has_a_code_and_a_sentence_and_changes_nothing(seated: Seated) -> None:
    game, phones = await seated()
    phone, moves = await _turn(game, phones)
    other = phones[(moves["seat"] + 1) % 3]
    theirs = (await other.get(f"/v1/games/{game}")).json()["view"]["hand"][0]
    tries = [
        (other, {"type": "play-card", "card": theirs}, "not-your-turn"),
        (phone, {"type": "play-card", "card": theirs}, "card-not-in-hand"),
        (phone, {"type": "play-card", "card": "z9"}, "card-not-in-hand"),
        (phone, {"type": "set-aside", "card": moves["moves"][0]["do"]["card"]}, "must-play-a-card"),
    ]
    for n, (sender, do, code) in enumerate(tries):
        refused = await sender.post(f"/v1/games/{game}/commands", {"id": f"x{n}", "do": do})
        problem = refused.json()
        assert refused.status_code == 409
        assert problem["detail"].endswith(".")
        assert problem["code"] == code
    assert await _version(game, phone) == 1


async def test_strangers_may_watch_but_not_play(seated: Seated, guest: Guest, nobody: Phone) -> None:
    game, phones = await seated()
    stranger = await guest("Eve")
    body = {"id": "x", "do": {"type": "play-card", "card": "a1"}}
    assert (await stranger.get(f"/v1/games/{game}")).json()["you"] is None
    for path, phone, code, status in (
        ("moves", stranger, "not-seated", 403),
        ("moves", nobody, "token-missing", 401),
    ):
        refused = await phone.get(f"/v1/games/{game}/{path}")
        assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert (await stranger.post(f"/v1/games/{game}/commands", body)).json()["code"] == "not-seated"
    assert (await nobody.post(f"/v1/games/{game}/commands", body)).json()["code"] == "token-missing"
    wrong = {"authorization": "Bearer nonsense"}
    refused = await nobody.post(f"/v1/games/{game}/commands", body, headers=wrong)
    assert (refused.status_code, refused.json()["code"]) == (401, "token-invalid")
    assert await _version(game, phones[0]) == 1


@pytest.mark.parametrize("path", ["", "/moves", "/events"])
async def test_a_game_that_is_not_there_is_told(guest: Guest, path: str) -> None:
    phone = await guest()
    missing = await phone.get(f"/v1/games/g_nothing{path}")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-such-game")


async def test_a_command_for_a_game_that_is_not_there_is_refused(guest: Guest) -> None:
    refused = await (await guest()).post("/v1/games/g_nothing/commands", {"id": "x", "do": {"type": "y"}})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-such-game")


async def test_bodies_that_are_no_json_too_large_or_of_another_type_are_refused(seated: Seated) -> None:
    game, phones = await seated()
    http, path = phones[0].http, f"/v1/games/{game}/commands"
    token = {"authorization": f"Bearer {phones[0].token}"}
    as_json = {**token, "content-type": "application/json"}
    broken = await http.post(path, content=b'{"id": ', headers=as_json)
    large = await http.post(path, content=b'{"id": "' + b"x" * 2_000_000 + b'"}', headers=as_json)
    foreign = await http.post(path, content=b"<x/>", headers={**token, "content-type": "text/xml"})
    assert [(answer.status_code, answer.json()["code"]) for answer in (broken, large, foreign)] == [
        (400, "malformed"),
        (413, "body-too-large"),
        (415, "unsupported-media-type"),
    ]
    assert await _version(game, phones[0]) == 1


async def test_running_games_are_listed_newest_first_page_by_page(seated: Seated, nobody: Phone) -> None:
    started = [(await seated(kind))[0] for kind in ("floor", "eddie", "floor")]
    first = (await nobody.get("/v1/games?limit=2")).json()
    rest = (await nobody.get(f"/v1/games?limit=2&cursor={first['next']}")).json()
    assert [game["id"] for page in (first, rest) for game in page["games"]] == started[::-1]
    assert rest["next"] is None
    only = (await nobody.get("/v1/games?kind=eddie")).json()
    assert [game["id"] for game in only["games"]] == [started[1]]
    assert (await nobody.get("/v1/games?cursor=nonsense")).json()["code"] == "malformed"


@pytest.mark.logs("game-does-not-fold")
async def test_a_game_that_does_not_fold_keeps_no_other_from_the_list(
    seated: Seated, nobody: Phone, server: Redis, config: Settings
) -> None:
    games = [(await seated())[0] for _ in range(3)]
    await server.xadd(keys_of(games[1], config.partitions).log(games[1]), {"e": b"\x00"}, id="2-0")
    pages, cursor = list[dict[str, Any]](), ""
    while cursor is not None:
        pages.append((await nobody.get(f"/v1/games?limit=1{cursor}")).json())
        cursor = pages[-1]["next"] and f"&cursor={pages[-1]['next']}"
    assert [game["id"] for page in pages for game in page["games"]] == [games[2], games[0]]


async def test_every_move_offered_is_accepted_as_it_stands(seated: Seated) -> None:
    game, phones = await seated("elevators", 2)
    for n in range(6):
        phone, moves = await _turn(game, phones)
        do = moves["moves"][n % len(moves["moves"])]["do"]
        sent = await phone.post(f"/v1/games/{game}/commands", {"id": f"m{n}", "do": do})
        assert sent.status_code == 200, sent.text


@pytest.mark.parametrize(("visibility", "listed"), [("public", True), ("friends", False), ("private", False)])
async def test_strangers_find_games_of_public_tables_only(
    guest: Guest, nobody: Phone, visibility: str, listed: bool
) -> None:
    ann = await guest()
    game = await ann.opens(visibility=visibility)
    await ann.seats_bots(game, 1, 2)
    assert (await ann.post(f"/v1/tables/{game}/start")).status_code == 200
    found = [one["id"] for one in (await nobody.get("/v1/games")).json()["games"]]
    assert (game in found, (await nobody.get(f"/v1/games/{game}")).status_code) == (listed, 200)


async def test_neither_a_list_nor_who_is_absent_tells_who_holds_what_fits(
    seated: Seated, nobody: Phone, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In `eddie` only who could act has a deadline: it is told to nobody but them."""
    game, phones = await seated("eddie", 4, pace={"type": "live", "turn_s": 600, "bank_s": 0})

    async def is_due(seat: int) -> bool:
        return (await phones[seat].get(f"/v1/games/{game}")).json()["seats"][seat]["due_at"] is not None

    async with asyncio.timeout(20):
        while not any([await is_due(seat) for seat in range(4)]):
            await asyncio.sleep(0.05)  # the first tile is turned over in a moment
    for reader in (nobody, *phones):
        (told,) = (await reader.get("/v1/games?kind=eddie")).json()["games"]
        assert [seat["due_at"] for seat in told["seats"]] == [None] * 4
    monkeypatch.setattr(app.state.presence, "present", _nobody_is_there)
    page = (await phones[0].get(f"/v1/games/{game}/events?after=2&wait=1")).json()
    assert [(seat["seat"], seat["acts_at"]) for seat in page["absent"]] == [(at, None) for at in range(4)]


async def _nobody_is_there(_: object) -> frozenset[str]:
    return frozenset()
