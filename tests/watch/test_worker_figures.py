"""What a worker counts of the commands that it judges."""

import pytest
from prometheus_client import REGISTRY

from shared.log.commands import FIELD, Sent, encode, pack
from shared.log.keys import keys_of
from tests.engine.play import PARTITIONS, Bench, start_game
from tests.engine.test_judging import _own

KEYS = keys_of("g_1", PARTITIONS)


def _counted(outcome: str, kind: str = "floor") -> float:
    labels = {"kind": kind, "outcome": outcome}
    return REGISTRY.get_sample_value("paternoster_commands_total", labels) or 0


def _value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"paternoster_{name}", labels) or 0


async def test_each_outcome_of_a_command_is_counted(bench: Bench) -> None:
    before = [_counted(outcome) for outcome in ("accepted", "not-your-turn", "repeated")]
    game = await bench.start(start_game("floor", people=3))
    seat, do = _own(game)
    other = (seat + 1) % 3
    await bench.send(bench.command("x", other, do, by=f"a_{other}"))
    await bench.send(bench.command("y", seat, do, by=f"a_{seat}"))
    await bench.send(bench.command("y", seat, do, by=f"a_{seat}"))
    now = [_counted(outcome) for outcome in ("accepted", "not-your-turn", "repeated")]
    assert [after - at for after, at in zip(now, before, strict=True)] == [2, 1, 1]


async def test_commits_are_timed_and_games_begun_are_counted(bench: Bench) -> None:
    names = ("commit_seconds_count", "batch_commands_count")
    before = [_value(name) for name in names], _value("games_started_total", kind="floor")
    await bench.start(start_game("floor"))
    assert [_value(name) for name in names] == [count + 1 for count in before[0]]
    assert _value("games_started_total", kind="floor") == before[1] + 1


@pytest.mark.logs("not-a-command")
async def test_bytes_that_are_no_command_are_counted_without_a_kind(bench: Bench) -> None:
    before = _counted("unreadable", "other")
    await bench.server.xadd(KEYS.commands, {"e": b"\xc1"})
    await bench.worker.cycle()
    assert _counted("unreadable", "other") == before + 1


async def test_partitions_owned_and_gained_are_told(bench: Bench) -> None:
    gained = _value("partitions_gained_total")
    assert _value("partitions_owned") == PARTITIONS
    await bench.worker.renew()
    assert _value("partitions_gained_total") == gained


async def test_a_command_for_a_parked_game_is_counted_as_parked(bench: Bench) -> None:
    before = _counted("parked", "other")
    await bench.server.hset(KEYS.parked, "g_1", "CorruptLog at version 1")
    sent = Sent("x", "g_1", "a_0", 0, pack(start_game("floor")))
    await bench.server.xadd(KEYS.commands, {FIELD: encode(sent)})
    await bench.worker.cycle()
    assert _counted("parked", "other") == before + 1
