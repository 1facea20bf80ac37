"""archive, restore, and a backup that is rehearsed: everything lost, laid back, started, verified."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.log.connect import connect
from shared.log.embedded import running as server_on
from shared.settings import Settings
from tests.cli.conftest import Type, keys, stored
from tests.engine.finished import KINDS, finished, playing
from tests.engine.play import PARTITIONS, Bench, choices, new_worker


async def test_a_game_goes_into_the_archive_and_comes_back(server: Redis, type_in: Type) -> None:
    await stored(server, "g_1", finished("floor"))
    assert (await type_in("archive", "g_1")).exit_code == 0
    assert not await server.exists(keys("g_1").log("g_1"))
    assert (await type_in("verify", "g_1")).exit_code == 0
    done = await type_in("restore", "g_1")
    assert (done.exit_code, done.output) == (0, f"g_1: {len(finished('floor'))} entries\n")
    assert (await type_in("verify", "g_1")).output.startswith("g_1: fair")
    assert "already" in (await type_in("restore", "g_1")).output


async def test_only_what_ended_long_ago_is_archived(server: Redis, type_in: Type) -> None:
    await stored(server, "g_run", playing("floor", 9, game="g_run").log)
    await stored(server, "g_1", finished("floor"))
    assert (await type_in("archive", "--older-than-h", "24")).output.startswith("0 games")
    assert (await type_in("archive", "--older-than-h", "-900000")).output.startswith("1 games")
    assert (await type_in("archive", "g_run")).exit_code == 1
    assert (await type_in("restore", "g_run")).exit_code == 1


async def _dump(server: Redis) -> dict[bytes, Any]:
    """Everything in Valkey but what lives for seconds."""
    names = sorted([name async for name in server.scan_iter() if not name.endswith((b":lease", b"workers"))])
    return {name: (await server.type(name), await server.dump(name)) for name in names}


async def test_a_backup_taken_while_games_run_brings_everything_back(
    running: Bench,
    server: Redis,
    config: Settings,
    type_in: Type,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PATERNOSTER_ARCHIVE_URL")
    for kind in KINDS:
        await stored(server, f"g_{kind}", finished(kind, game=f"g_{kind}"))
    assert (await type_in("archive", "g_floor")).exit_code == 0
    assert (await type_in("rebuild", "--write")).exit_code == 0  # nobody counts games here
    before = await _dump(server)
    told = await type_in("backup", str(tmp_path / "backup"))
    assert (told.exit_code, "1 archived games" in told.output) == (0, True)
    assert (await type_in("backup", str(tmp_path / "backup"))).exit_code == 1
    seat, do = choices(await running.fold())[0]
    await running.send(running.command("later", seat, do, by=f"a_{seat}"))

    empty = tmp_path / "e"
    monkeypatch.setenv("PATERNOSTER_VAR", str(empty))
    laid = await type_in("restore-backup", str(tmp_path / "backup"))
    assert laid.exit_code == 0, laid.output
    assert (await type_in("restore-backup", str(tmp_path / "backup"))).exit_code == 1
    with server_on(empty):
        async with connect(Settings(var=empty).valkey) as other:
            assert await _dump(other) == before
            assert (await type_in("verify", "--all")).output.endswith(" 0 broken\n")
            assert (await type_in("rebuild")).exit_code == 0
            await _goes_on(other, empty)
            await other.connection_pool.disconnect()
    shutil.rmtree(config.var / "archive")


async def _goes_on(other: Redis, var: Path) -> None:
    """The functions came with the data, and the running game takes its next command."""
    async with connect(Settings(var=var).valkey, blocking=True) as reading:
        worker = new_worker(Settings(var=var), other, reading)
        while worker.partitions != set(range(PARTITIONS)):
            await worker.renew()
            await asyncio.sleep(0.05)
        bench = Bench(other, worker, "g_run")
        seat, do = choices(await bench.fold())[0]
        (answer,) = await bench.send(bench.command("again", seat, do, by=f"a_{seat}"))
        assert (answer.reason, answer.version) == (None, 2)
        await reading.connection_pool.disconnect()


async def test_a_damaged_backup_is_refused(
    server: Redis, type_in: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stored(server, "g_1", finished("floor"))
    await type_in("backup", str(tmp_path / "backup"))
    snapshot = tmp_path / "backup" / "valkey.rdb"
    await asyncio.to_thread(_damage, snapshot)
    monkeypatch.setenv("PATERNOSTER_VAR", str(tmp_path / "e"))
    refused = await type_in("restore-backup", str(tmp_path / "backup"))
    assert refused.exit_code == 1
    assert "not as it was written" in refused.output


def _damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
