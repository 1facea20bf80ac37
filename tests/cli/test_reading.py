"""verify, inspect, replay, export."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.cli.conftest import Type, stored
from tests.engine.finished import KINDS, finished, playing
from tests.engine.tampering import out_swapped, tampered, with_draws

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_finished_game_is_verified(kind: str, server: Redis, type_in: Type) -> None:
    await stored(server, "g_1", finished(kind))
    done = await type_in("verify", "g_1")
    assert (done.exit_code, done.output.split(";")[0]) == (0, "g_1: fair")


async def test_a_running_game_is_in_order_as_far_as_can_be_told(server: Redis, type_in: Type) -> None:
    await stored(server, "g_1", playing("floor", 9).log)
    done = await type_in("verify", "g_1")
    assert done.exit_code == 0
    assert "still runs" in done.output


async def test_all_games_are_verified_and_each_broken_one_is_named(server: Redis, type_in: Type) -> None:
    for n, kind in enumerate(KINDS):
        await stored(server, f"g_{n}", finished(kind, game=f"g_{n}"))
    assert (await type_in("archive", "g_0")).exit_code == 0
    done = await type_in("verify", "--all")
    assert (done.exit_code, done.output) == (0, f"3 games, {_entries()} entries, 0 broken\n")
    await stored(
        server, "g_bad", tampered("g_bad", finished("floor", game="g_bad"), with_draws(0, out_swapped))
    )
    await stored(
        server, "g_gap", [*finished("floor", game="g_gap")[:4], *finished("floor", game="g_gap")[5:]]
    )
    done = await type_in("verify", "--all")
    assert done.exit_code == 1
    assert "g_bad: entry 1: wrong-draw" in done.output
    assert "g_gap: entry 5: broken-chain" in done.output
    assert "5 games" in done.output
    assert "2 broken" in done.output


def _entries() -> int:
    return sum(len(finished(kind, game=f"g_{n}")) for n, kind in enumerate(KINDS))


async def test_an_export_is_verified_as_a_file_by_us_and_by_the_stand_alone_program(
    server: Redis, type_in: Type, tmp_path: Path
) -> None:
    await stored(server, "g_1", finished("elevators"))
    file = tmp_path / "game.json"
    file.write_text((await type_in("export", "g_1")).output)
    assert (await type_in("verify", str(file))).exit_code == 0
    assert _run(sys.executable, "-I", str(ROOT / "docs" / "verify.py"), str(file)).returncode == 0
    export = json.loads(file.read_text())
    export["entries"][3], export["entries"][4] = export["entries"][4], export["entries"][3]
    file.write_text(json.dumps(export))
    assert (await type_in("verify", str(file))).exit_code == 1


async def test_a_running_game_is_exported_only_with_its_secrets(server: Redis, type_in: Type) -> None:
    await stored(server, "g_1", playing("floor", 9).log)
    refused = await type_in("export", "g_1")
    assert refused.exit_code == 1
    assert "--secrets" in refused.output
    whole = json.loads((await type_in("export", "g_1", "--secrets")).output)
    assert (len(whole["entries"]), whole["ended"]) == (10, False)


@pytest.mark.parametrize("kind", KINDS)
async def test_inspecting_tells_every_entry_and_hidden_cards_only_when_asked(
    kind: str, server: Redis, type_in: Type
) -> None:
    game = playing(kind, 9)
    await stored(server, "g_1", game.log)
    plain = await type_in("inspect", "g_1")
    whole = await type_in("inspect", "g_1", "--secrets")
    assert plain.exit_code == whole.exit_code == 0
    assert [line.split()[0] for line in plain.output.splitlines() if line[:5].strip().isdigit()] == [
        str(version) for version in range(1, 11)
    ]
    assert "a_0" in plain.output
    assert '"hands"' not in plain.output
    assert '"hands"' in whole.output


async def test_inspecting_stops_where_a_log_no_longer_folds_and_says_so(server: Redis, type_in: Type) -> None:
    log = finished("floor")
    await stored(server, "g_1", [*log[:7], *log[8:]])
    told = await type_in("inspect", "g_1")
    assert told.exit_code == 0
    assert "does not fold" in told.output
    assert told.output.splitlines()[-1].strip() == "g_1: entry 8 does not follow entry 7"


async def test_replaying_shows_the_view_at_a_version(server: Redis, type_in: Type) -> None:
    game = playing("floor", 9)
    await stored(server, "g_1", game.log)
    first = json.loads((await type_in("replay", "g_1", "--to", "1")).output)
    last = json.loads((await type_in("replay", "g_1", "--seat", "0")).output)
    assert (first["version"], last["version"]) == (1, 10)
    assert not first["view"].get("hand")
    assert last["view"]["hand"]
    assert (await type_in("replay", "g_1", "--seat", "9")).exit_code == 1


@pytest.mark.parametrize(
    "words", [("verify", "g_no"), ("inspect", "g_no"), ("replay", "g_no"), ("export", "g_no")]
)
async def test_a_game_that_is_not_there_is_told_in_one_line(words: tuple[str, ...], type_in: Type) -> None:
    done = await type_in(*words)
    assert (done.exit_code, done.output) == (1, "Error: there is no game g_no\n")


@pytest.mark.parametrize("words", [("verify",), ("verify", "g_1", "--all")])
async def test_verify_wants_one_thing_to_look_at(words: tuple[str, ...], type_in: Type) -> None:
    assert (await type_in(*words)).exit_code == 2


def _run(*program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        program, env={**os.environ, **environment}, cwd="/", capture_output=True, text=True, timeout=60
    )


def test_the_tools_start_from_a_clone_and_say_when_nothing_runs(tmp_path: Path) -> None:
    done = _run(str(ROOT / "bin" / "paternoster"), "verify", "--all", PATERNOSTER_VAR=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("Error: Valkey or the archive cannot be reached")
