"""What the steward finds in Valkey at a scrape."""

from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from services.bots.celery import QUEUE as BOTS
from services.bots.dispatcher.app import READER as BOTS_READER
from services.engine.inbox.writer import READER as INBOX_READER
from services.lobby.ratings.reckoning import READER as RATINGS_READER
from services.lobby.steward.observing import Observer
from services.lobby.steward.valkey_figures import READERS
from services.notify.app import READER as NOTIFY_READER
from services.notify.celery import QUEUE as NOTICES
from shared.log.connect import connect
from shared.log.keys import keys_of
from shared.settings import Settings
from shared.watch.broker import QUEUED
from tests.engine.play import PARTITIONS, Bench, start_game

KEYS = keys_of("g_1", PARTITIONS)


def _value(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"paternoster_{name}", labels)


@pytest.fixture
def observer(server: Redis, config: Settings) -> Observer:
    return Observer(server, Settings(var=config.var, partitions=PARTITIONS))


async def test_commands_that_wait_are_counted_with_the_age_of_the_first(
    server: Redis, observer: Observer
) -> None:
    seconds, _ = await server.time()
    for ago in (9, 2):
        await server.xadd(KEYS.commands, {"e": b"x"}, id=f"{(seconds - ago) * 1000}-0")
    await observer.look()
    partition = str(KEYS.partition)
    assert _value("unjudged_commands", partition=partition) == 2
    assert 8 <= (_value("unjudged_age_seconds", partition=partition) or 0) < 60


async def test_running_games_are_counted_by_kind(bench: Bench, observer: Observer) -> None:
    await bench.start(start_game("floor"))
    await observer.look()
    assert [_value("running_games", kind=kind) for kind in ("floor", "eddie", "other")] == [1, 0, 0]


async def test_a_reader_lags_by_the_oldest_change_that_it_has_not_noted(
    server: Redis, observer: Observer
) -> None:
    seconds, _ = await server.time()
    ids = [f"{(seconds - ago) * 1000}-0" for ago in (50, 20, 5)]
    for id in ids:
        await server.xadd(KEYS.feed, {"e": b"x"}, id=id)
    for reader, read in zip(("inbox", "bots", "notify"), (ids[2], ids[1], ids[0]), strict=True):
        await server.set(KEYS.cursor(reader), read)
    await observer.look()
    inbox, bots, notify, ratings = (_value("feed_lag_seconds", reader=reader) or 0 for reader in READERS)
    assert inbox == 0
    assert 5 <= bots < 20 <= notify < 50 <= ratings


async def test_parked_games_and_dead_letters_are_counted(server: Redis, observer: Observer) -> None:
    await server.hset(KEYS.parked, "g_1", "CorruptLog")
    await server.zadd("{notices:dead}:at", {"a_1 x": 1, "a_2 x": 2})
    await observer.look()
    assert (_value("parked_games"), _value("dead_letters")) == (1, 2)
    assert (_value("valkey_up"), _value("valkey_writes_ok")) == (1, 1)


async def test_while_valkey_is_away_nothing_is_told_that_may_be_wrong(tmp_path: Path) -> None:
    nowhere = Settings(var=tmp_path)
    async with connect(nowhere.valkey) as away:
        await Observer(away, nowhere).look()
    assert _value("valkey_up") == 0
    told = _value("parked_games")
    assert told is not None
    assert told != told  # not a number


def test_the_readers_and_queues_are_those_that_services_use() -> None:
    assert set(READERS) == {BOTS_READER, INBOX_READER, NOTIFY_READER, RATINGS_READER}
    assert {BOTS, NOTICES} <= QUEUED.labels["queue"].values  # pyright: ignore[reportAttributeAccessIssue]
