"""rebuild, of ratings and histories."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from services.lobby.ratings.histories import Histories, History
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.skill import Skill
from tests.cli.conftest import Type, counted, stored
from tests.lobby.ratings.logs import account, played

LIST = "floor-2"


@pytest.fixture
async def counted_once(server: Redis, tmp_path: Path) -> None:
    """Twelve games of the same two, counted in a strange order."""
    await account(server, "a_1", "a_2")
    games = {f"g_{number:02}": played(f"g_{number:02}", seed=number % 3) for number in range(12)}
    for game, log in games.items():
        await stored(server, game, log)
    await counted(server, tmp_path, *sorted(games, reverse=True))


async def _kept(server: Redis) -> tuple[dict[str, Skill], dict[str, int], History]:
    lists = Lists(server)
    return await lists.all(LIST), await lists.board(LIST), await Histories(server).whole("a_1")


async def test_ratings_in_any_order_of_counting_are_those_of_the_logs(
    counted_once: None, server: Redis, type_in: Type
) -> None:
    await type_in("archive", "g_03")
    done = await type_in("rebuild")
    assert (done.exit_code, done.output) == (0, "12 games, 0 tables: 0 different, 0 broken\n")


@pytest.mark.parametrize(
    "lost",
    [
        "{ratings:floor-2}:skills",
        "{ratings:floor-2}:board",
        "history-order:{a_1}",
        "history-games:{a_1}",
    ],
)
async def test_what_was_lost_of_ratings_is_counted_anew(
    lost: str, counted_once: None, server: Redis, type_in: Type
) -> None:
    right = await _kept(server)
    await server.delete(lost)
    assert (await type_in("rebuild")).exit_code == 1
    assert (await type_in("rebuild", "--write")).exit_code == 0
    assert await _kept(server) == right


async def test_a_rating_that_was_changed_by_hand_is_told_and_put_right(
    counted_once: None, server: Redis, type_in: Type
) -> None:
    right = await _kept(server)
    await server.hset(
        "{ratings:floor-2}:skills",
        "a_1",
        b"\x93\xcb@I\x00\x00\x00\x00\x00\x00\xcb?\xf0\x00\x00\x00\x00\x00\x00\x01",
    )
    told = await type_in("rebuild")
    assert "{ratings:floor-2}:skills a_1: is 50.0 ± 1.0 after 1, should be" in told.output
    assert (await type_in("rebuild", "--write")).exit_code == 0
    assert await _kept(server) == right


async def test_a_game_that_was_never_counted_is_counted(
    counted_once: None, server: Redis, type_in: Type, tmp_path: Path
) -> None:
    await stored(server, "g_99", played("g_99", seed=5))
    assert (await type_in("rebuild", "--write")).exit_code == 0
    skills, _, history = await _kept(server)
    assert (skills["a_1"].games, len(history.games)) == (13, 13)


async def test_who_deleted_the_account_is_counted_and_not_shown(
    counted_once: None, server: Redis, type_in: Type
) -> None:
    await server.delete("account:{a_2}", *await server.keys("history-*{a_2}"))
    await Lists(server).forget("a_2")
    assert (await type_in("rebuild")).exit_code == 0
    await server.delete("{ratings:floor-2}:skills")
    assert (await type_in("rebuild", "--write")).exit_code == 0
    skills, board, _ = await _kept(server)
    assert ("a_2" in skills, "a_2" in board, "a_1" in board) == (True, False, True)
