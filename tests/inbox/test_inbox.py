"""The index of what concerns a player, on a real server."""

import pytest
from redis.asyncio import Redis

from shared.api.inbox import Cursor, GameNews, Inbox, Keys, Notice, load_functions

ANN, BEN = "a_ann", "a_ben"


@pytest.fixture
async def inbox(server: Redis) -> Inbox:
    await load_functions(server)
    return Inbox(server, most_over=3)


def moved(game: int, version: int, *, my_turn: bool = False, ended: bool = False) -> GameNews:
    return GameNews(f"g_{game}", version, 1000 * version, None, my_turn, ended)


async def told(inbox: Inbox, account: str, *news: GameNews | Notice) -> int:
    return await inbox.tell((account, one) for one in news)


async def since(inbox: Inbox, cursor: Cursor, most: int = 100) -> list[tuple[str, int]]:
    found = await inbox.changed(ANN, cursor, most)
    return [(news.id, news.version) for news in found.news]


async def now(inbox: Inbox) -> Cursor:
    return (await inbox.changed(ANN, Cursor(), 100)).cursor


async def test_a_thing_that_changed_often_is_told_once_at_its_last_change(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 1), moved(2, 1), moved(1, 2), moved(3, 1), moved(1, 3))
    assert await since(inbox, Cursor()) == [("g_2", 1), ("g_3", 1), ("g_1", 3)]


async def test_only_what_changed_since_a_cursor_is_told(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 1), moved(2, 1))
    cursor = await now(inbox)
    assert await since(inbox, cursor) == []
    await told(inbox, ANN, moved(2, 2))
    assert await since(inbox, cursor) == [("g_2", 2)]


async def test_telling_twice_or_an_older_version_changes_nothing(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 5, my_turn=True))
    before = await inbox.changed(ANN, Cursor(), 100)
    assert await told(inbox, ANN, moved(1, 5), moved(1, 4), moved(1, 1)) == 0
    assert await inbox.changed(ANN, Cursor(), 100) == before


async def test_nobody_is_told_what_concerns_others(inbox: Inbox) -> None:
    await told(inbox, BEN, moved(1, 1))
    assert await since(inbox, Cursor()) == []


async def test_turns_are_counted_while_they_last(inbox: Inbox) -> None:
    counts: list[int] = []
    for news in (moved(1, 1, my_turn=True), moved(2, 1, my_turn=True), moved(1, 2), moved(2, 2, ended=True)):
        await told(inbox, ANN, news)
        counts.append((await inbox.changed(ANN, Cursor(), 100)).turns)
    assert counts == [1, 2, 1, 0]


async def test_pages_go_on_where_the_last_one_ended_while_things_change(inbox: Inbox) -> None:
    await told(inbox, ANN, *(moved(game, 1) for game in range(5)))
    first = await inbox.changed(ANN, Cursor(), 2)
    await told(inbox, ANN, moved(0, 2), moved(3, 2))
    second = await inbox.changed(ANN, first.cursor, 2)
    third = await inbox.changed(ANN, second.cursor, 2)
    assert [news.id for page in (first, second, third) for news in page.news] == [
        "g_0", "g_1", "g_2", "g_4", "g_0", "g_3",
    ]  # fmt: skip
    assert [(page.reset, page.more) for page in (first, second, third)] == [
        (True, True),
        (False, True),
        (False, False),
    ]


@pytest.mark.parametrize("given", ["", "nonsense", "01J.5", "0.0", ".", "x.-1", "x.²"])
async def test_a_cursor_that_was_not_given_here_begins_anew(inbox: Inbox, given: str) -> None:
    await told(inbox, ANN, moved(1, 1))
    found = await inbox.changed(ANN, Cursor.parse(given), 100)
    assert (found.reset, len(found.news)) == (True, 1)


async def test_a_cursor_from_before_a_loss_begins_anew(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 1), moved(2, 1))
    cursor = await now(inbox)
    await inbox.forget(ANN)
    await told(inbox, ANN, *(moved(game, 1) for game in (1, 2, 3)))
    found = await inbox.changed(ANN, cursor, 100)
    assert (found.reset, len(found.news)) == (True, 3)


async def test_a_cursor_beyond_the_last_change_begins_anew(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 1))
    cursor = await now(inbox)
    assert (await inbox.changed(ANN, cursor._replace(number=cursor.number + 1), 100)).reset


async def test_what_is_over_is_forgotten_oldest_first_and_older_cursors_begin_anew(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 1))
    old = await now(inbox)
    await told(inbox, ANN, *(moved(game, 9, ended=True) for game in (2, 3)))
    between = await now(inbox)
    await told(inbox, ANN, *(moved(game, 9, ended=True) for game in (4, 5)))
    assert await since(inbox, Cursor()) == [("g_1", 1), ("g_3", 9), ("g_4", 9), ("g_5", 9)]
    assert [(await inbox.changed(ANN, cursor, 9)).reset for cursor in (old, between)] == [True, False]


async def test_a_running_game_is_never_forgotten(inbox: Inbox) -> None:
    await told(inbox, ANN, moved(1, 1), *(moved(game, 9, ended=True) for game in range(2, 50)))
    assert {news.id for news in await inbox.games(ANN)} == {"g_1", "g_47", "g_48", "g_49"}


async def test_a_forgotten_player_leaves_nothing(inbox: Inbox, server: Redis) -> None:
    await told(inbox, ANN, moved(1, 1, my_turn=True), moved(2, 1, ended=True), Notice("n_1", "hello", 5))
    assert len([key async for key in server.scan_iter("{me:a_ann}*")]) == 5
    await inbox.forget(ANN)
    assert [key async for key in server.scan_iter("{me:a_ann}*")] == []


async def test_every_change_wakes_who_listens(inbox: Inbox, server: Redis) -> None:
    async with server.pubsub() as pubsub:
        await pubsub.ssubscribe(Keys.of(ANN).channel)
        await told(inbox, ANN, moved(1, 1), moved(1, 1), moved(1, 2))
        heard = [await pubsub.get_message(timeout=2) for _ in range(3)]
    assert [message and message["data"] for message in heard] == [1, b"1", b"2"]
