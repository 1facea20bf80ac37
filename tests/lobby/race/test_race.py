"""Clients race for tables while the lobby is killed: `PATERNOSTER_RACE=full` for 500 of them and 100 tables."""

import os
from pathlib import Path

import pytest
from redis.asyncio import Redis

from shared.settings import Settings
from tests.lobby.race.client import Deed
from tests.lobby.race.course import Size, course
from tests.lobby.race.verdict import faults, seats_of, unkept

SIZES = {
    "small": Size(racers=40, tables=8, lasts_s=6, kill_every_s=2),
    "full": Size(racers=500, tables=100, lasts_s=120, kill_every_s=5),
}


async def test_no_race_seats_two_in_one_seat_or_parts_a_table_from_its_game(
    server: Redis, config: Settings, tmp_path: Path
) -> None:
    async with course(config, tmp_path, SIZES[os.environ.get("PATERNOSTER_RACE", "small")]) as race:
        result = await race.run()
    print(result)
    assert result.faults == []
    assert result.kills
    assert result.started


OPENED = ["opened"]


@pytest.mark.parametrize(
    ("log", "fault"),
    [
        ([OPENED, ["seat-taken", 0, "a"], ["seat-taken", 0, "b"]], "in one seat"),
        ([OPENED, ["seat-taken", 0, "a"], ["seat-taken", 1, "a"]], "in two seats"),
        ([OPENED, ["seat-taken", 0, "a"], ["started"]], "started with 1"),
        ([OPENED, ["seat-taken", 0, "a"], ["kicked", "a"], ["seat-taken", 0, "a"]], "sent away"),
        ([OPENED, ["closed"], ["seat-taken", 0, "a"]], "after its end"),
    ],
)
def test_the_checks_find_what_may_never_be(log: list[list[object]], fault: str) -> None:
    assert [found for found in faults("g_1", log) if fault in found]


@pytest.mark.parametrize(
    ("words", "log", "fault"),
    [
        (["join"], [OPENED], "never sat there"),
        (["join", "leave"], [OPENED, ["seat-taken", 0, "a"]], "holds a seat"),
        (["join"], [OPENED, ["seat-taken", 0, "a"], ["seat-left", 0]], "has no seat"),
        (["start"], [OPENED], "told that it started"),
    ],
)
def test_the_checks_find_answers_that_the_log_does_not_bear_out(
    words: list[str], log: list[list[object]], fault: str
) -> None:
    deeds = [Deed("g_1", word, 200, "") for word in words]
    assert [found for found in unkept(log, "g_1", "a", deeds) if fault in found]
    assert seats_of([OPENED]) == {}
