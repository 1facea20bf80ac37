"""The sweep of a real server's running games."""

import pytest
from redis.asyncio import Redis

from services.bots.dispatcher.sweep import Sweeper
from services.bots.dispatcher.thoughts import Charge, Thought, Thoughts
from shared.log.commands import FIELD, FeedItem
from shared.log.entry import Pace
from shared.log.feed import feed_item
from shared.log.keys import PARTITIONS, Keys
from tests.bots.match import Match, begun, bots

ALL = [Keys(partition) for partition in range(PARTITIONS)]


def fixed(item: FeedItem, seat: int, bot_ms: int, charge: Charge | None) -> int:
    return bot_ms


@pytest.fixture
def thoughts() -> Thoughts:
    return Thoughts(fixed)


@pytest.fixture
def sweeper(server: Redis, thoughts: Thoughts) -> Sweeper:
    async def note(item: FeedItem, bot_ms: int) -> None:
        thoughts.note(item, bot_ms, 0)

    return Sweeper(server, ALL, thoughts, note)


async def unheard(server: Redis, game: str = "g_1") -> Match:
    """A game whose feed items are gone."""
    match = await begun(server, "floor", bots("easy", "easy", "easy"), game=game, pace=Pace(bot_ms=700))
    await server.delete(match.keys.feed)
    return match


async def test_a_game_that_nobody_told_of_is_found(
    server: Redis, sweeper: Sweeper, thoughts: Thoughts
) -> None:
    match = await unheard(server)
    assert await sweeper.sweep(0) == 1
    assert thoughts.due(699) == []
    assert thoughts.due(700) == [Thought("g_1", 1, match.turn)]


async def test_a_change_that_the_feed_lost_is_found(
    server: Redis, sweeper: Sweeper, thoughts: Thoughts
) -> None:
    match = await unheard(server)
    await sweeper.sweep(0)
    await match.play_any(match.turn)
    assert await sweeper.sweep(0) == 1
    assert thoughts.due(10_000) == [Thought("g_1", 2, match.turn)]


async def test_what_is_known_is_left_alone(server: Redis, sweeper: Sweeper, thoughts: Thoughts) -> None:
    match = await unheard(server)
    thoughts.note(feed_item(match.game), 0, 0)
    assert await sweeper.sweep(0) == 0


async def test_many_games_are_found_in_one_sweep(server: Redis, sweeper: Sweeper) -> None:
    for number in range(12):
        await unheard(server, f"g_{number}")
    assert await sweeper.sweep(0) == 12


async def test_a_parked_game_is_left_alone(server: Redis, sweeper: Sweeper, thoughts: Thoughts) -> None:
    match = await unheard(server)
    await sweeper.sweep(0)
    await server.hset(match.keys.parked, "g_1", "why")
    assert await sweeper.sweep(0) == 0
    assert thoughts.due(10**6) == []


async def test_a_game_whose_end_the_feed_lost_is_forgotten(
    server: Redis, sweeper: Sweeper, thoughts: Thoughts
) -> None:
    match = await unheard(server)
    await sweeper.sweep(0)
    while match.game.outcome is None:
        await match.play_any(match.turn)
    assert await sweeper.sweep(0) == 0
    assert thoughts.games() == frozenset()


@pytest.mark.logs("game-does-not-fold")
async def test_a_game_that_does_not_fold_is_told_once_and_stops_no_other(
    server: Redis, sweeper: Sweeper, caplog
) -> None:
    broken, _ = await unheard(server), await unheard(server, "g_2")
    await server.xadd(broken.keys.log("g_1"), {FIELD: b"\xc1"}, id="2-0")
    assert [await sweeper.sweep(0), await sweeper.sweep(0)] == [1, 0]
    (record,) = caplog.records
    assert record.msg["event"] == "game-does-not-fold"
    assert record.msg["game"] == "g_1"
