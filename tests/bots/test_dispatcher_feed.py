"""Reading the feeds of a real server, and going on after a restart."""

import pytest
from redis.asyncio import Redis

from services.bots.dispatcher.paces import Paces
from shared.log.commands import FIELD
from shared.log.connect import connect
from shared.log.entry import Pace
from shared.log.feed import Feed
from shared.log.keys import PARTITIONS, Keys
from shared.settings import Settings
from tests.bots.match import begun, bots

ALL = [Keys(partition) for partition in range(PARTITIONS)]


@pytest.fixture
async def blocking(config: Settings):
    async with connect(config.valkey, blocking=True, connections=1) as client:
        yield client
        await client.connection_pool.disconnect()


async def resumed(server: Redis, blocking: Redis) -> Feed:
    feed = Feed(server, blocking, ALL, "bots")
    await feed.resume()
    return feed


async def games(feed: Feed) -> list[tuple[str, int]]:
    return sorted((item.game, item.version) for item in await feed.read())


async def test_the_first_dispatcher_begins_at_the_feeds_beginning(server: Redis, blocking: Redis) -> None:
    for game in ("g_1", "g_2", "g_3"):
        await begun(server, "floor", bots("easy", "easy", "easy"), game=game)
    feed = await resumed(server, blocking)
    assert await games(feed) == [("g_1", 1), ("g_2", 1), ("g_3", 1)]


async def test_a_dispatcher_goes_on_where_the_last_one_stopped(server: Redis, blocking: Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    first = await resumed(server, blocking)
    await first.read()
    first.passed()
    await first.save()
    await match.play_any(match.turn)
    assert await games(await resumed(server, blocking)) == [("g_1", 2)]


async def test_what_was_not_noted_is_read_again(server: Redis, blocking: Redis) -> None:
    await begun(server, "floor", bots("easy", "easy", "easy"))
    feed = await resumed(server, blocking)
    assert await games(feed) == await games(feed) == [("g_1", 1)]
    await feed.save()
    assert await games(await resumed(server, blocking)) == [("g_1", 1)]


async def test_of_several_changes_of_a_game_only_the_newest_counts(server: Redis, blocking: Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    await match.play_any(match.turn)
    await match.play_any(match.turn)
    assert await games(await resumed(server, blocking)) == [("g_1", 3)]


@pytest.mark.logs("feed-item-unreadable")
async def test_an_unreadable_item_is_told_and_passed_over(server: Redis, blocking: Redis, caplog) -> None:
    await server.xadd(ALL[5].feed, {FIELD: b"\xc1"})
    await begun(server, "floor", bots("easy", "easy", "easy"))
    assert await games(await resumed(server, blocking)) == [("g_1", 1)]
    assert [record.msg["event"] for record in caplog.records] == ["feed-item-unreadable"]


async def test_a_games_pace_is_read_from_its_first_entry_once(server: Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"), pace=Pace(bot_ms=1234))
    paces = Paces(server, PARTITIONS)
    assert await paces.of(["g_1", "g_none"]) == {"g_1": 1234, "g_none": Pace().bot_ms}
    await server.delete(match.keys.log("g_1"))
    assert await paces.of(["g_1"]) == {"g_1": 1234}
