"""Lists and histories on a real server: each game counts once."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis

from services.lobby.ratings import histories, keeping
from services.lobby.ratings.contest import contest_of, count
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.keys import Keys
from services.lobby.ratings.tally import statistics
from tests.lobby.ratings.contests import contests, finished_game
from tests.lobby.ratings.logs import account


@pytest.fixture(autouse=True)
async def functions(server: Redis) -> None:
    await keeping.load_functions(server)
    await histories.load_functions(server)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), given_contests=contests(8))
async def test_whatever_is_told_twice_at_once_or_out_of_order_is_stored_as_counted_in_order(
    server, data, given_contests
):
    await server.flushdb()
    lists, told = Lists(server), data.draw(st.permutations(given_contests * 2))
    while told:
        size = data.draw(st.integers(1, 6))
        await asyncio.gather(lists.count("eddie", told[:size]), lists.count("eddie", told[size // 2 : size]))
        told = told[size:]
    assert await lists.all("eddie") == count(given_contests, [], {}).skills


async def test_results_that_are_let_go_stay_counted_and_do_not_count_again(server):
    lists = Lists(server, most=2)
    games = [finished_game(number, 1, 2) for number in range(5)]
    told = [contest for game in games if (contest := _contest(game))]
    for contest in (*told, *told):
        await lists.count("floor-2", [contest])
    assert await lists.all("floor-2") == count(told, [], {}).skills
    assert await server.hlen(Keys.of("floor-2").results) == 2


async def test_a_rating_on_the_board_is_settled(server):
    lists = Lists(server)
    await lists.count("floor-2", [_contest(finished_game(number, 1, 2)) for number in range(9)])
    assert await server.zcard(Keys.of("floor-2").board) == 0
    await lists.count("floor-2", [_contest(finished_game(9, 1, 2))])
    skills = await lists.all("floor-2")
    assert dict(await server.zrange(Keys.of("floor-2").board, 0, -1, withscores=True)) == {
        who.encode(): skill.shown for who, skill in skills.items()
    }


async def test_histories_hear_what_a_late_result_changed_in_games_that_came_before_it(server):
    await account(server, "a_1", "a_2")
    lists, told, games = Lists(server), Histories(server), [finished_game(number, 1, 2) for number in (1, 2)]
    await told.note(games)
    for game in reversed(games):
        await lists.count("floor-2", [_contest(game)])
        await told.change("floor-2", await lists.untold("floor-2"))
    (newest, oldest) = (await told.whole("a_1")).games
    assert oldest.change.before == 1000
    assert newest.change.before == oldest.change.after > 1000


async def test_an_older_change_does_not_replace_a_newer_one(server):
    await account(server, "a_1", "a_2")
    lists, told, games = Lists(server), Histories(server), [finished_game(number, 1, 2) for number in (1, 2)]
    await told.note(games)
    await lists.count("floor-2", [_contest(games[1])])
    old = await lists.untold("floor-2")
    await lists.count("floor-2", [_contest(games[0])])
    await told.change("floor-2", await lists.untold("floor-2"))
    expected = await told.whole("a_1")
    await told.change("floor-2", old)
    await lists.told("floor-2", old)
    assert await told.whole("a_1") == expected
    assert {change.rated.contest.game for change in await lists.untold("floor-2")} == {"g_001", "g_002"}


async def test_a_history_keeps_the_newest_games_and_the_sums_of_all(server):
    await account(server, "a_1", "a_2")
    told, games = Histories(server, most=3), [finished_game(number, 1, 2) for number in range(8)]
    for game in (*games, *games):
        await told.note([game])
    history = await told.whole("a_1")
    assert [played.finished.game for played in history.games] == ["g_007", "g_006", "g_005"]
    (floor,) = statistics([played.finished for played in history.games], "a_1", history.past)
    assert (floor.games, floor.wins, floor.places, floor.average_score) == (8, 8, {"1": 8}, 10.0)


async def test_nobody_who_is_gone_has_a_history(server):
    await account(server, "a_2")
    await Histories(server).note([finished_game(1, 1, 2)])
    assert await server.keys("history*a_1*") == []


def _contest(game):
    return contest_of(game)[1]
