"""The writer of inboxes: from the feeds of a real server, through restarts and losses."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from services.engine.inbox.news import news_of
from services.engine.inbox.writer import READER, Writer
from shared.api.inbox import Changed, Cursor, GameNews, Inbox
from shared.log.commands import FIELD, FeedItem, encode
from shared.log.entry import Holder
from shared.log.keys import Keys, keys_of
from shared.log.outage import end
from shared.settings import Settings
from tests.bots.match import begun
from tests.inbox.waiting import soon

ANN, BEN = "a_ann", "a_ben"

Tell = Callable[..., Awaitable[None]]


def item(game: str, version: int, *, awaited: tuple[int, ...] = (0,), ended: bool = False) -> FeedItem:
    due = dict.fromkeys(awaited, 5000 + version)
    return FeedItem(
        game, "floor", version, awaited, {2: "easy"}, (ANN, BEN, None), ended, due, 1000 * version
    )


@pytest.fixture
def feed(server: Redis) -> Tell:
    async def add(*items: FeedItem) -> None:
        for one in items:
            await server.xadd(keys_of(one.game).feed, {FIELD: encode(one)})

    return add


@asynccontextmanager
async def writing(config: Settings) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.create_task(Writer(config).run())
    try:
        yield task
    finally:
        await end(task)


async def told(server: Redis, account: str = ANN) -> Changed:
    return await Inbox(server).changed(account, Cursor(), 100)


async def versions(server: Redis, account: str = ANN) -> dict[str, int]:
    return {news.id: news.version for news in (await told(server, account)).news}


def test_every_player_is_told_and_no_bot_that_we_play() -> None:
    assert dict(news_of(item("g_1", 7))) == {
        ANN: GameNews("g_1", 7, at=7000, due=5007, my_turn=True, ended=False),
        BEN: GameNews("g_1", 7, at=7000, due=None, my_turn=False, ended=False),
    }


def test_a_game_does_not_wait_for_a_player_whom_a_bot_sits_in_for() -> None:
    sat_in = FeedItem("g_1", "floor", 7, (0,), {0: "normal"}, (ANN,), ended=False)
    assert not dict(news_of(sat_in))[ANN].my_turn


async def test_what_the_feeds_say_reaches_every_inbox(server: Redis, config: Settings, feed: Tell) -> None:
    async with writing(config):
        await feed(item("g_1", 1), item("g_2", 1), item("g_1", 2, awaited=(1,)))
        for account in (ANN, BEN):
            assert await soon(lambda who=account: versions(server, who), {"g_1": 2, "g_2": 1}.__eq__)
        assert [(await told(server, account)).turns for account in (ANN, BEN)] == [1, 1]


async def test_feeds_read_again_from_the_beginning_change_nothing(
    server: Redis, config: Settings, feed: Tell
) -> None:
    await feed(item("g_1", 1), item("g_1", 2), item("g_2", 9, awaited=(), ended=True))
    async with writing(config):
        await soon(lambda: versions(server), {"g_1": 2, "g_2": 9}.__eq__)
    before = await told(server)
    await server.delete(*(Keys(partition).cursor(READER) for partition in range(config.partitions)))
    async with writing(config):
        await feed(item("g_3", 1), item("g_1", 1))
        await soon(lambda: versions(server), lambda found: "g_3" in found)
        again = (await Inbox(server).changed(ANN, before.cursor, 100)).news
    assert [news.id for news in again] == ["g_3"]


async def test_a_writer_that_is_replaced_in_the_middle_misses_nothing(
    server: Redis, config: Settings, feed: Tell
) -> None:
    last = {f"g_{game}": 20 for game in range(10)}
    for version in range(1, 21):
        async with writing(config):
            await feed(*(item(game, version) for game in last))
            if version % 5 == 0:
                await soon(lambda: versions(server), lambda found, v=version: v in found.values())
    async with writing(config):
        assert await soon(lambda: versions(server), last.__eq__) == last


async def test_running_games_are_told_of_when_the_feed_was_trimmed_before_it_was_read(
    server: Redis, config: Settings, feed: Tell
) -> None:
    match = await begun(server, "floor", (Holder(ANN), Holder(BEN), Holder(bot="easy")))
    await server.xtrim(match.keys.feed, maxlen=0)
    await server.xadd(match.keys.feed, {FIELD: encode(item("g_other", 1))})
    async with writing(config):
        found = await soon(lambda: versions(server), lambda found: len(found) == 2)
    assert found == {match.game.id: 1, "g_other": 1}


@pytest.mark.logs("valkey-away")
async def test_the_writer_outlives_an_outage(server: Redis, config: Settings, feed: Tell) -> None:
    async with writing(config) as task:
        await feed(item("g_1", 1))
        await soon(lambda: versions(server), {"g_1": 1}.__eq__)
        await server.client_kill_filter(_type="normal", skipme=True)
        await feed(item("g_1", 2))
        assert await soon(lambda: versions(server), {"g_1": 2}.__eq__)
        assert not task.done()
