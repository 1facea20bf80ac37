"""What every log keeps, in memory and on a real server."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis

from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.keys import Keys
from shared.log.memory import MemoryLog
from shared.log.port import CorruptLog, Log, VersionTaken
from shared.log.valkey import ValkeyLog
from shared.settings import Settings

NAME = Keys(7).log("g_1")


@pytest.fixture(params=["memory", "valkey", "archived"])
def log(request: pytest.FixtureRequest, server: Redis, tmp_path: Path) -> Log:
    match request.param:
        case "memory":
            return MemoryLog()
        case "valkey":
            return ValkeyLog(server)
        case _:
            return ArchivedLog(server, open_archive(Settings(var=tmp_path)))


async def test_a_log_that_nobody_wrote_is_empty(log: Log) -> None:
    assert await log.read(NAME) == []


async def test_entries_come_back_in_order(log: Log) -> None:
    assert await log.append(NAME, 0, [b"one", b"two"]) == 2
    assert await log.append(NAME, 2, [b"\x00\xff"]) == 3
    assert await log.read(NAME) == [b"one", b"two", b"\x00\xff"]


@pytest.mark.parametrize(
    ("after", "count", "found"), [(1, None, [b"b", b"c"]), (0, 2, [b"a", b"b"]), (3, None, [])]
)
async def test_reading_goes_on_after_a_version(
    log: Log, after: int, count: int | None, found: list[bytes]
) -> None:
    await log.append(NAME, 0, [b"a", b"b", b"c"])
    assert await log.read(NAME, after, count) == found


@pytest.mark.parametrize("last", [0, 1, 3])
async def test_a_version_that_is_not_the_next_is_refused_and_nothing_written(log: Log, last: int) -> None:
    await log.append(NAME, 0, [b"a", b"b"])
    with pytest.raises(VersionTaken) as refused:
        await log.append(NAME, last, [b"x"])
    assert refused.value.last == 2
    assert await log.read(NAME) == [b"a", b"b"]


async def test_of_many_writers_of_one_version_one_wins(log: Log) -> None:
    tries = [log.append(NAME, 0, [b"%d" % writer]) for writer in range(20)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert outcomes.count(1) == 1
    assert [type(outcome) for outcome in outcomes if outcome != 1] == [VersionTaken] * 19
    assert await log.read(NAME) == [b"%d" % outcomes.index(1)]


async def test_logs_do_not_mix(log: Log) -> None:
    await log.append(NAME, 0, [b"a"])
    assert await log.read(Keys(7).log("g_2")) == []


async def test_a_missing_version_is_told(server: Redis) -> None:
    await ValkeyLog(server).append(NAME, 0, [b"a", b"b", b"c"])
    await server.xdel(NAME, "2-0")
    with pytest.raises(CorruptLog, match="3-0 stands where 2-0 should"):
        await ValkeyLog(server).read(NAME)
