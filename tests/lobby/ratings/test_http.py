"""Leaderboards, ratings, histories and statistics over HTTP; every answer is held against the description."""

from typing import Any

import pytest

from services.lobby.ratings.finished import Finished, Seated
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.tally import Conduct
from tests.lobby.ratings.contests import START


def _names(board: dict[str, Any]) -> list[tuple[int, str]]:
    return [(entry["rank"], entry["player"]["name"]) for entry in board["entries"]]


async def test_a_board_has_the_best_first(ranked, nobody):
    board = (await nobody.get("/v1/leaderboards/eddie")).json()
    assert _names(board) == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Dan")]
    assert board["entries"][0]["games"] == 10


async def test_pages_of_a_board_are_the_board_whatever_moves_meanwhile(ranked, nobody, season):
    first = (await nobody.get("/v1/leaderboards/eddie?limit=2")).json()
    await season.plays(*ranked)
    rest = (await nobody.get(f"/v1/leaderboards/eddie?limit=3&cursor={first['next']}")).json()
    assert _names(first) + _names(rest) == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Dan")]
    assert rest["next"] is None


async def test_equal_ratings_share_a_rank_on_every_page(server, nobody, app):
    await server.zadd("{ratings:eddie}:board", {"a_1": 1300, "a_2": 1300, "a_3": 1300, "a_4": 1200})
    found, cursor = [], ""
    for _ in range(4):
        page = (await nobody.get(f"/v1/leaderboards/eddie?limit=1{cursor}")).json()
        found += [(entry["rank"], entry["player"]["id"]) for entry in page["entries"]]
        cursor = f"&cursor={page['next']}"
    assert found == [(1, "a_3"), (1, "a_2"), (1, "a_1"), (4, "a_4")]


async def test_a_provisional_rating_is_on_no_board_and_says_how_many_games_it_needs(guest, season, nobody):
    ann, ben = await guest("Ann"), await guest("Ben")
    await season.plays(ann, ben, times=4)
    place = (await ann.get("/v1/leaderboards/eddie/me")).json()
    assert (place["me"]["games_to_go"], place["me"]["rank"], place["entries"]) == (6, None, [])
    assert (await nobody.get("/v1/leaderboards/eddie")).json()["entries"] == []


async def test_my_neighbourhood_is_who_stands_around_me(ranked):
    place = (await ranked[2].get("/v1/leaderboards/eddie/me")).json()
    assert place["me"]["rank"] == 3
    assert _names(place) == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Dan")]


async def test_a_neighbourhood_in_the_middle_of_a_long_board_begins_at_its_rank(server, guest, app):
    ann = await guest("Ann")
    board = {f"a_{number:02}": 1100 + 2 * number for number in range(40)}
    await server.zadd("{ratings:eddie}:board", {**board, ann.id: 1141})
    place = (await ann.get("/v1/leaderboards/eddie/me")).json()
    assert [entry["rank"] for entry in place["entries"]] == list(range(15, 26))
    assert place["me"]["rank"] == place["entries"][5]["rank"] == 20


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/leaderboards/chess", 404, "no-such-leaderboard"),
        ("/v1/leaderboards/eddie?cursor=x", 400, "malformed"),
        ("/v1/leaderboards/eddie/me", 401, "token-missing"),
        ("/v1/players/a_0/ratings", 404, "no-such-account"),
        ("/v1/players/a_0/games", 404, "no-such-account"),
        ("/v1/players/a_0/statistics", 404, "no-such-account"),
        ("/v1/players/a_0/against/a_1", 404, "no-such-account"),
    ],
)
async def test_these_are_refused(nobody, path, status, code):
    answer = await nobody.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_there_are_boards_for_all_kinds_and_for_bots(nobody):
    boards = (await nobody.get("/v1/leaderboards")).json()["leaderboards"]
    ids = {board["list"]["id"] for board in boards}
    assert {"eddie", "elevators", "floor-2", "floor-3", "floor-4", "bots-eddie"} <= ids


async def test_a_players_rating_has_a_point_for_each_game(ranked, nobody):
    (eddie,) = (await nobody.get(f"/v1/players/{ranked[0].id}/ratings")).json()["ratings"]
    assert eddie["now"]["rank"] == 1
    assert len(eddie["points"]) == 10
    assert eddie["points"][-1]["rating"] == eddie["now"]["rating"] > eddie["points"][0]["rating"]


async def test_a_history_is_read_page_by_page_newest_first(guest, season, nobody):
    ann, ben = await guest("Ann"), await guest("Ben")
    await season.plays(ann, ben, times=5)
    found, cursor = [], ""
    while cursor is not None:
        page = (await nobody.get(f"/v1/players/{ben.id}/games?limit=2{cursor}")).json()
        found += page["games"]
        cursor = page["next"] and f"&cursor={page['next']}"
    assert [game["id"] for game in found] == ["g_005", "g_004", "g_003", "g_002", "g_001"]
    assert {(game["place"], game["score"], game["seat"]) for game in found} == {(2, 8, 1)}
    assert all(game["rating"]["change"] < 0 for game in found)


async def test_statistics_tell_the_favourite_kind_and_conduct(guest, season, nobody):
    ann, ben = await guest("Ann"), await guest("Ben")
    await season.plays(ann, ben, times=3)
    await season.plays(ben, ann, kind="elevators", left=True)
    told = (await nobody.get(f"/v1/players/{ann.id}/statistics")).json()
    assert (told["games"], told["wins"], told["kinds"][0]["kind"]) == (4, 3, "eddie")
    assert told["kinds"][1]["places"] == {"2": 1}
    assert told["conduct"] == {"games": 4, "left": 1, "timed_out": 0, "share": 0.25}


async def test_conduct_is_of_the_last_fifty_games_with_people(guest, season, server):
    ann, ben = await guest("Ann"), await guest("Ben")
    await season.plays(ann, ben, times=20, left=True, time_outs=1)
    await season.plays(ann, ben, times=40)
    await season.plays(ann, times=60, left=True)
    found = await Histories(server).conduct([ann.id, "a_0"])
    assert found == {ann.id: Conduct(50, 10, 10, 0.2), "a_0": Conduct(0, 0, 0, 0.0)}


async def test_head_to_head_is_the_same_from_both_sides(guest, season, nobody):
    ann, ben, cleo = await guest("Ann"), await guest("Ben"), await guest("Cleo")
    await season.plays(ann, cleo, ben, times=2)
    await season.plays(ben, ann)
    await season.plays(ann, cleo)
    mine = (await nobody.get(f"/v1/players/{ann.id}/against/{ben.id}")).json()
    theirs = (await nobody.get(f"/v1/players/{ben.id}/against/{ann.id}")).json()
    assert (mine["games"], mine["ahead"], mine["behind"]) == (3, 2, 1)
    assert (theirs["games"], theirs["ahead"], theirs["behind"]) == (3, 1, 2)


async def test_a_deleted_account_leaves_the_boards_and_has_no_history(ranked, server, nobody, season):
    ann = ranked[0]
    await ann.send("DELETE", "/v1/me")
    assert _names((await nobody.get("/v1/leaderboards/eddie")).json()) == [
        (1, "Ben"),
        (2, "Cleo"),
        (3, "Dan"),
    ]
    assert (await nobody.get(f"/v1/players/{ann.id}/games")).status_code == 404
    assert await server.keys(f"history*{ann.id}*") == []


async def test_a_game_that_ends_after_an_account_was_deleted_does_not_bring_it_back(
    ranked, server, nobody, season
):
    ann = ranked[0]
    await ann.send("DELETE", "/v1/me")
    await season.plays(*ranked)
    board = (await nobody.get("/v1/leaderboards/eddie")).json()
    assert _names(board) == [(1, "Ben"), (2, "Cleo"), (3, "Dan")]
    assert board["entries"][0]["games"] == 11
    assert await server.keys(f"history*{ann.id}*") == []


async def test_a_deleted_opponent_is_nobody_in_others_histories(guest, season):
    ann, ben = await guest("Ann"), await guest("Ben")
    await season.plays(ann, ben)
    await ben.send("DELETE", "/v1/me")
    (game,) = (await ann.get(f"/v1/players/{ann.id}/games")).json()["games"]
    assert "Ben" not in str(game)
    assert game["seats"][1]["player"]["id"] == ben.id


async def test_the_export_has_ratings_and_history(ranked):
    export = (await ranked[0].get("/v1/me/export")).json()
    assert (len(export["history"]), export["ratings"][0]["games"]) == (10, 10)


async def test_bots_are_ranked_by_level(server, nobody, season):
    seats = (Seated(None, "hard", 1, 9), Seated(None, "easy", 2, 1))
    for number in range(10):
        ended = Finished(f"g_b{number}", START + number, "eddie", "eddie", False, seats)
        await season.ends(ended)
    board = (await nobody.get("/v1/leaderboards/bots-eddie")).json()
    assert [(entry["bot"], entry["player"]) for entry in board["entries"]] == [("hard", None), ("easy", None)]
