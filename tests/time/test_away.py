"""Nobody loses time that we were away: real workers on a real server, and a clock that jumped instead of waiting.

A game is begun under a stream id of the past, and the note of the last work is as old: to a worker it looks as if nobody had
been at work since.
"""

import asyncio

import msgspec
import pytest
from redis.asyncio import Redis

from shared.games.rules import TimeOut
from shared.log.commands import LOBBY, TIMER, Sent, StartGame, encode, pack
from shared.log.game import Game, fold
from shared.log.keys import Keys, keys_of
from shared.log.pace import DAY_MS, Pace
from shared.log.seats import BotSatIn, ServiceAway
from shared.settings import Settings
from tests.engine.play import PARTITIONS, Bench, choices, new_worker, start_game
from tests.time.sitting import MINUTE

KEYS = keys_of("g_1", PARTITIONS)
AWAY = 10 * MINUTE


async def now(server: Redis) -> int:
    seconds, micros = await server.time()
    return seconds * 1000 + micros // 1000


async def jump(server: Redis, at: int) -> None:
    """As if nobody had been at work since then."""
    for partition in range(PARTITIONS):
        await server.hset(Keys(partition).seen, "at", at)


def paced(pace: Pace, kind: str = "floor") -> StartGame:
    return msgspec.structs.replace(start_game(kind, people=3), pace=pace)


async def begun(bench: Bench, at: int, pace: Pace, kind: str = "floor") -> Game:
    """A game that began then."""
    start = Sent("start", "g_1", LOBBY, None, pack(paced(pace, kind)))
    await bench.server.xadd(KEYS.commands, {"e": encode(start)}, id=f"{at}-1")
    await bench.worker.cycle()
    return await bench.fold()


async def back(config: Settings, bench: Bench, reading: Redis) -> Bench:
    """The next worker, after its first look."""
    await bench.server.delete("workers", *(Keys(partition).lease for partition in range(PARTITIONS)))
    heir = Bench(bench.server, new_worker(config, bench.server, reading))
    await heir.worker.renew()
    await heir.worker.cycle()
    return heir


@pytest.mark.parametrize(
    "pace",
    [Pace(turn_ms=30_000), Pace(turn_ms=10_000, bank_ms=30_000, increment_ms=1_000), Pace(turn_ms=DAY_MS)],
    ids=["live", "bank", "async"],
)
async def test_ten_minutes_without_a_worker_cost_nobody_anything(
    config: Settings, bench: Bench, reading: Redis, pace: Pace
) -> None:
    present = await now(bench.server)
    before = await begun(bench, present - AWAY - 5_000, pace)
    await jump(bench.server, present - AWAY)
    heir = await back(config, bench, reading)
    after = await heir.fold()
    (seat,), later = before.awaited(), await now(bench.server)
    assert AWAY <= after.due()[seat] - before.due()[seat] <= AWAY + later - present
    assert not after.chairs.sitting_in
    assert await heir.server.zrange(KEYS.due, 0, -1, withscores=True) == [
        (f"g_1 {key}".encode(), due) for key, due in after.timers.items()
    ]


async def test_it_is_given_back_once_however_many_workers_come_and_go(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    present = await now(bench.server)
    await begun(bench, present - AWAY - 5_000, Pace(turn_ms=30_000))
    await jump(bench.server, present - AWAY)
    first = await back(config, bench, reading)
    due = (await first.fold()).due()
    second = await back(config, first, reading)
    assert (await second.fold()).due() == due
    assert (await second.fold()).version == 2


async def test_a_worker_that_dies_amid_giving_back_leaves_the_rest_to_the_next(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    present = await now(bench.server)
    await begun(bench, present - AWAY - 5_000, Pace(turn_ms=30_000))
    await jump(bench.server, present - AWAY)
    await back(config, bench, reading)
    await bench.server.hset(KEYS.seen, "open", 1)
    heir = await back(config, bench, reading)
    assert (await heir.fold()).version == 2
    assert await heir.server.hget(KEYS.seen, "open") == b"0"


async def test_a_command_that_waited_meanwhile_is_judged_and_the_next_seat_has_its_whole_turn(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    present = await now(bench.server)
    game = await begun(bench, present - AWAY - 5_000, Pace(turn_ms=30_000))
    await jump(bench.server, present - AWAY)
    seat, do = choices(game)[0]
    sent = bench.command("mine", seat, do, by=f"a_{seat}", expect=1)
    await bench.server.xadd(KEYS.commands, {"e": encode(sent)}, id=f"{present - AWAY // 2}-1")
    heir = await back(config, bench, reading)
    after = await heir.fold()
    assert after.accepted["mine"] == 3
    assert min(after.due().values()) >= present + 30_000


async def test_a_game_that_was_started_meanwhile_begins_when_we_are_back(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    present = await now(bench.server)
    await bench.worker.cycle()
    await jump(bench.server, present - AWAY)
    start = Sent("start", "g_1", LOBBY, None, pack(paced(Pace(turn_ms=30_000))))
    await bench.server.xadd(KEYS.commands, {"e": encode(start)}, id=f"{present - AWAY // 2}-1")
    heir = await back(config, bench, reading)
    while not (game := await heir.fold()).version:
        await heir.worker.cycle()
    assert min(game.due().values()) >= present + 30_000


async def test_a_worker_that_slept_judges_no_time_out_before_the_time_is_given_back(bench: Bench) -> None:
    present = await now(bench.server)
    game = await begun(bench, present - AWAY - 5_000, Pace(turn_ms=30_000))
    await jump(bench.server, present - AWAY)
    (key,) = game.timers
    late = Sent("late", "g_1", TIMER, None, pack(TimeOut(key)))
    await bench.server.xadd(KEYS.commands, {"e": encode(late)})
    await bench.worker.cycle()
    assert len(await bench.payloads()) == 1
    await bench.worker.cycle()
    assert (await bench.answer("late")).reason == "timer-not-due"
    assert not (await bench.fold()).chairs.sitting_in


async def test_a_short_hiccup_writes_nothing(config: Settings, bench: Bench, reading: Redis) -> None:
    present = await now(bench.server)
    await begun(bench, present - 5_000, Pace(turn_ms=30_000))
    await jump(bench.server, present - 1_000)
    heir = await back(config, bench, reading)
    assert (await heir.fold()).version == 1


async def test_a_time_out_that_was_due_after_the_time_away_comes_once(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    present = await now(bench.server)
    await begun(bench, present - AWAY - 5_000, Pace(turn_ms=5_500))
    await jump(bench.server, present - AWAY)
    heir = await back(config, bench, reading)
    async with asyncio.timeout(20):
        while (game := await heir.fold()).version < 3:
            await heir.worker.renew()
            await heir.worker.cycle()
    await heir.worker.cycle()
    payloads = await heir.payloads()
    folded = Game("g_1")
    told = [type(event) for payload in payloads for event in folded.apply(payload).events]
    assert [told.count(ServiceAway), told.count(BotSatIn)] == [1, 1]
    assert knowledge_of(payloads) == game.timers


def knowledge_of(payloads: list[bytes]) -> dict[str, int]:
    return fold("g_1", payloads).timers


async def test_games_without_a_clock_are_left_alone(config: Settings, bench: Bench, reading: Redis) -> None:
    present = await now(bench.server)
    await begun(bench, present - AWAY - 5_000, Pace())
    await jump(bench.server, present - AWAY)
    heir = await back(config, bench, reading)
    assert (await heir.fold()).version == 1


async def test_the_timers_of_a_kind_s_rules_stand_still_too(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    present = await now(bench.server)
    before = await begun(bench, present - AWAY - 1_000, Pace(), "eddie")
    await jump(bench.server, present - AWAY)
    heir = await back(config, bench, reading)
    after = await heir.fold()
    assert after.timers["tile:0"] - before.timers["tile:0"] >= AWAY
