"""Finished games on their way into the archive and back: at every moment each is whole in one place or in both."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from obstore.store import LocalStore
from redis.asyncio import Redis

from services.engine.archiver.sweep import sweep
from shared.log.archive import Archive, open_archive, packer, path_of
from shared.log.archived import ArchivedLog, archive_game, load_functions, restore_game
from shared.log.keys import PARTITIONS, Keys, keys_of
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.finished import KINDS, START, finished, playing

LATE = START * 2


@pytest.fixture
async def archive(server: Redis, config: Settings, tmp_path: Path) -> Archive:
    await load_functions(server)
    return Archive(LocalStore(tmp_path), packer())


async def _store(server: Redis, game: str, log: list[bytes] | tuple[bytes, ...]) -> Keys:
    keys = keys_of(game)
    await ValkeyLog(server).append(keys.log(game), 0, log)
    return keys


@pytest.mark.parametrize("kind", KINDS)
async def test_an_archived_game_reads_as_before(kind: str, server: Redis, archive: Archive) -> None:
    log = list(finished(kind))
    keys = await _store(server, "g_1", log)
    size = await archive_game(server, archive, keys, "g_1")
    assert size is not None
    assert not await server.exists(keys.log("g_1"))
    both = ArchivedLog(server, archive)
    assert await both.read(keys.log("g_1")) == log
    assert await both.read(keys.log("g_1"), 7, 3) == log[7:10]
    assert await both.read(keys.log("g_1"), len(log)) == []
    assert await both.read(keys_of("g_2").log("g_2")) == []


async def test_a_restored_game_is_hot_again_and_can_go_once_more(server: Redis, archive: Archive) -> None:
    log = list(finished("floor"))
    keys = await _store(server, "g_1", log)
    await archive_game(server, archive, keys, "g_1")
    assert await restore_game(server, archive, keys, "g_1") == len(log)
    assert await ValkeyLog(server).read(keys.log("g_1")) == log
    assert await server.zcard(keys.archived) == 0
    assert await restore_game(server, archive, keys, "g_1") == 0
    assert await archive_game(server, archive, keys, "g_1") is not None
    assert await ArchivedLog(server, archive).read(keys.log("g_1")) == log


async def test_a_sweep_takes_what_ended_long_ago_and_nothing_else(server: Redis, archive: Archive) -> None:
    for n in range(5):
        await _store(server, f"g_old{n}", finished("eddie", game=f"g_old{n}"))
    await _store(server, "g_run", playing("floor", 30, game="g_run").log)
    await _store(server, "g_new", finished("floor", game="g_new", seed=5))
    ended = int((await server.xrevrange(keys_of("g_old0").log("g_old0"), count=1))[0][0].split(b"-")[0])
    assert ended > 1
    moved = await sweep(server, archive, PARTITIONS, START)
    assert moved.games == 0
    moved = await sweep(server, archive, PARTITIONS, LATE)
    assert (moved.games, moved.broken) == (6, 0)
    assert sorted([game async for game in archive.games()]) == [
        "g_new", "g_old0", "g_old1", "g_old2", "g_old3", "g_old4",
    ]  # fmt: skip
    assert await server.exists(keys_of("g_run").log("g_run"))


@pytest.mark.logs("game-not-archived")
async def test_a_log_that_does_not_fold_stays_where_it_is(server: Redis, archive: Archive) -> None:
    log = finished("floor")
    keys = await _store(server, "g_1", [*log[:4], *log[5:]])
    assert (await sweep(server, archive, PARTITIONS, LATE)).broken == 1
    assert await server.xlen(keys.log("g_1")) == len(log) - 1


class Liar(Archive):
    """Gives back another game than it was given."""

    async def get(self, game: str) -> list[bytes]:
        return [*(await super().get(game))[:-1], b"other"]


async def test_an_archive_that_gives_back_something_else_does_not_cost_the_hot_copy(
    server: Redis, archive: Archive, tmp_path: Path
) -> None:
    log = list(finished("floor"))
    keys = await _store(server, "g_1", log)
    with pytest.raises(CorruptLog):
        await archive_game(server, Liar(LocalStore(tmp_path), packer()), keys, "g_1")
    assert await ValkeyLog(server).read(keys.log("g_1")) == log
    assert await server.zcard(keys.archived) == 0


async def test_a_damaged_object_is_told_and_not_taken_for_an_empty_log(
    server: Redis, archive: Archive, tmp_path: Path
) -> None:
    keys = await _store(server, "g_1", finished("floor"))
    await archive_game(server, archive, keys, "g_1")
    stored = tmp_path / path_of("g_1")
    stored.write_bytes(stored.read_bytes()[:-9])
    with pytest.raises(CorruptLog):
        await ArchivedLog(server, archive).read(keys.log("g_1"))
    stored.unlink()
    with pytest.raises(CorruptLog):
        await ArchivedLog(server, archive).read(keys.log("g_1"))


@pytest.mark.slow
async def test_an_archiver_killed_again_and_again_loses_no_entry(
    server: Redis, var: Path, tmp_path: Path
) -> None:
    logs = {f"g_{kind}{n}": finished(kind, game=f"g_{kind}{n}", seed=n) for n in range(12) for kind in KINDS}
    for game, log in logs.items():
        await _store(server, game, log)
    settings = Settings(var=var, archive_url=tmp_path.as_uri())
    both, archive = ArchivedLog(server, open_archive(settings)), open_archive(settings)
    rng, kills = random.Random(7), 0
    while (moved := await _archived(server)) < len(logs):
        archiver = _archiver(settings)
        await _until_more(server, moved)
        await asyncio.sleep(rng.uniform(0, 0.05))
        archiver.send_signal(signal.SIGKILL)
        archiver.wait()
        kills += 1
        for game, log in logs.items():
            assert await both.read(keys_of(game).log(game)) == list(log), f"{game} after {kills} kills"
    assert kills > 1
    assert {game for game in logs if await archive.get(game) == list(logs[game])} == set(logs)
    assert [key async for key in server.scan_iter("*:log:*")] == []


def _archiver(settings: Settings) -> "subprocess.Popen[bytes]":
    environment = {
        **os.environ,
        "PATERNOSTER_VAR": str(settings.var),
        "PATERNOSTER_ARCHIVE_URL": settings.archive_url,
        "PATERNOSTER_ARCHIVE_AFTER_H": "-200000",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "services.engine.archiver"], env=environment, stderr=subprocess.DEVNULL
    )


async def _archived(server: Redis) -> int:
    return sum([await server.zcard(Keys(partition).archived) for partition in range(PARTITIONS)])


async def _until_more(server: Redis, before: int, within_s: float = 60) -> None:
    end = time.monotonic() + within_s
    while await _archived(server) == before:
        assert time.monotonic() < end, "the archiver archives nothing"
        await asyncio.sleep(0.002)
