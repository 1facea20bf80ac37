"""rebuild and repair."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from services.lobby.events import Opened
from services.lobby.store import Tables
from shared.log.commands import FIELD, decode_feed, encode
from shared.log.entry import Pace
from tests.cli.conftest import Type, counted, keys, stored
from tests.engine.finished import finished, playing
from tests.engine.play import PARTITIONS, Bench, choices


async def _all_due(server: Redis) -> dict[bytes, float]:
    return dict(await server.zrange(keys("g_run").due, 0, -1, withscores=True))


async def test_what_the_logs_tell_is_what_is_there(
    running: Bench, server: Redis, type_in: Type, tmp_path: Path
) -> None:
    await Tables(server, PARTITIONS).open("g_table", (Opened("floor", 3, {}, Pace(), "a_1", "5e" * 32),))
    await stored(server, "g_old", finished("eddie", game="g_old"))
    await counted(server, tmp_path, "g_old")
    await type_in("archive", "g_old")
    done = await type_in("rebuild")
    assert (done.exit_code, done.output) == (0, "2 games, 1 tables: 0 different, 0 broken\n")


async def test_what_was_lost_is_told_and_written_only_when_asked(
    running: Bench, server: Redis, type_in: Type, tmp_path: Path
) -> None:
    await Tables(server, PARTITIONS).open("g_table", (Opened("floor", 3, {}, Pace(), "a_1", "5e" * 32),))
    await stored(server, "g_old", finished("eddie", game="g_old"))
    await counted(server, tmp_path, "g_old")
    await type_in("archive", "g_old")
    due = await _all_due(server)
    assert due
    lost = (keys("g_run").running, keys("g_run").due, keys("g_table").tables, keys("g_old").archived)
    await server.delete(*lost)
    await server.zadd(keys("g_gone").running, {"g_gone": 1})
    told = await type_in("rebuild")
    assert told.exit_code == 1
    assert "g_gone: is 1, should be None" in told.output
    assert "5 different" in told.output
    assert await server.exists(*lost) == (1 if keys("g_gone").running in lost else 0)
    assert (await type_in("rebuild", "--write")).exit_code == 0
    assert await _all_due(server) == due
    assert (await type_in("rebuild")).exit_code == 0


async def test_a_secret_that_is_gone_cannot_be_rebuilt_and_is_told(
    running: Bench, server: Redis, type_in: Type
) -> None:
    await server.delete(keys("g_run").secret("g_run"))
    told = await type_in("rebuild", "--write")
    assert told.exit_code == 1
    assert "g_run: its secret is missing" in told.output


async def _parked(running: Bench) -> bytes:
    """Parks the game by taking its secret away, and returns that."""
    secret = await running.server.getdel(keys("g_run").secret("g_run"))
    running.worker._games.drop(["g_run"])
    sent = running.command("x1", 0, _move(await running.fold())[1], by="a_0")
    await running.server.xadd(keys("g_run").commands, {FIELD: encode(sent)})
    await running.worker.cycle()
    assert await running.server.hexists(keys("g_run").parked, "g_run")
    assert isinstance(secret, bytes)
    return secret


def _move(game: Any) -> tuple[int, Any]:
    return choices(game)[0]


async def _audit(server: Redis) -> list[dict[str, str]]:
    found: Any = await server.xrange(keys("g_run").audit)
    return [{name.decode(): value.decode() for name, value in fields.items()} for _, fields in found]


WHO = ("--by", "Ann", "--reason", "restored the secret")


@pytest.mark.logs("game-parked")
async def test_a_parked_game_goes_on_after_the_fix_and_the_audit_says_who_let_it(
    running: Bench, server: Redis, type_in: Type
) -> None:
    secret = await _parked(running)
    refused = await type_in("repair", "g_run", "--unpark", *WHO)
    assert refused.exit_code == 1
    assert "secret" in refused.output
    assert await _audit(server) == []
    await server.set(keys("g_run").secret("g_run"), secret)
    assert "--unpark lets it go on" in (await type_in("repair", "g_run")).output
    assert (await type_in("repair", "g_run", "--unpark", *WHO)).exit_code == 0
    (note,) = await _audit(server)
    assert (note["did"], note["game"], note["by"], note["reason"]) == ("unpark", "g_run", "Ann", WHO[3])
    seat, do = _move(await running.fold())
    (answer,) = await running.send(running.command("x2", seat, do, by=f"a_{seat}"))
    assert (answer.reason, answer.version) == (None, 2)


@pytest.mark.logs("game-parked")
async def test_a_game_that_is_given_up_keeps_its_log_and_nobody_waits_for_it(
    running: Bench, server: Redis, type_in: Type
) -> None:
    secret = await _parked(running)
    await server.set(keys("g_run").secret("g_run"), secret)
    before = await running.payloads()
    assert (await type_in("repair", "g_run", "--end", *WHO)).exit_code == 0
    assert await running.payloads() == before
    assert await server.zscore(keys("g_run").running, "g_run") is None
    assert await _all_due(server) == {}
    (note,) = await _audit(server)
    assert (note["did"], note["secret"]) == ("end", secret.hex())
    newest: Any = await server.xrevrange(keys("g_run").feed, count=1)
    item = decode_feed(newest[0][1][b"e"])
    assert (item.game, item.ended, item.awaited, item.due) == ("g_run", True, (), {})
    assert item.version == len(before) + 1
    assert (await type_in("rebuild")).exit_code == 0


@pytest.mark.logs("game-parked")
async def test_players_hear_of_a_game_that_is_given_up_though_its_log_does_not_fold(
    running: Bench, server: Redis, type_in: Type
) -> None:
    await _parked(running)
    await server.xadd(keys("g_run").log("g_run"), {FIELD: b"\x00"}, id="2-0")
    assert (await type_in("repair", "g_run", "--end", *WHO)).exit_code == 0
    newest: Any = await server.xrevrange(keys("g_run").feed, count=1)
    item = decode_feed(newest[0][1][b"e"])
    assert (item.game, item.version, item.ended) == ("g_run", 3, True)
    assert item.players == ("a_0", "a_1", "a_2")


@pytest.mark.parametrize(
    "words",
    [("--unpark", "--end", *WHO), ("--unpark",), ("--end", "--by", "Ann"), ("--end", "--reason", "x")],
)
@pytest.mark.logs("game-parked")
async def test_nothing_is_repaired_without_saying_what_who_and_why(
    words: tuple[str, ...], running: Bench, server: Redis, type_in: Type
) -> None:
    await _parked(running)
    assert (await type_in("repair", "g_run", *words)).exit_code == 2
    assert await _audit(server) == []


async def test_a_game_that_is_not_parked_is_left_alone(running: Bench, type_in: Type) -> None:
    done = await type_in("repair", "g_run", "--end", *WHO)
    assert (done.exit_code, done.output) == (1, "Error: g_run is not parked\n")


async def test_a_log_that_does_not_fold_is_among_the_troubles(server: Redis, type_in: Type) -> None:
    log = playing("floor", 9, game="g_gap").log
    await stored(server, "g_gap", [*log[:4], *log[5:]])
    told = await asyncio.wait_for(type_in("rebuild"), 30)
    assert told.exit_code == 1
    assert "g_gap: entry 5 does not follow entry 4" in told.output
