"""Leases, fences and takeovers, on a real server; the last test kills real workers."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from shared.games.kinds import KINDS
from shared.log.commands import LOBBY, Sent, decode_answer, encode, pack
from shared.log.game import Game
from shared.log.keys import Keys, keys_of
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.play import PARTITIONS, Bench, choices, new_worker, start_game

KEYS = keys_of("g_1", PARTITIONS)


async def _lease_ends(server: Redis) -> None:
    """As if the owner had not been heard of for too long."""
    await server.delete(*(Keys(partition).lease for partition in range(PARTITIONS)), "workers")


async def test_a_worker_alone_owns_everything_and_two_share(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    other = new_worker(config, bench.server, reading)
    await other.renew()
    await bench.worker.renew()
    await bench.worker.cycle()
    await other.renew()
    assert sorted([*bench.worker.partitions, *other.partitions]) == list(range(PARTITIONS))
    assert len(other.partitions) == 2


async def test_a_worker_that_died_is_gone_with_its_leases(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    other = new_worker(config, bench.server, reading)
    for worker in (other, bench.worker):
        await worker.renew()
    await bench.worker.cycle()
    await other.renew()
    seconds, micros = await bench.server.time()
    await bench.server.zadd("workers", {other.name: seconds * 1000 + micros // 1000 - 2001})
    await bench.server.delete(*(Keys(partition).lease for partition in other.partitions))
    await bench.worker.renew()
    assert len(bench.worker.partitions) == PARTITIONS


async def test_who_takes_over_first_finishes_what_was_pending_in_order(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    game = await bench.start(start_game("floor"))
    seat, do = choices(game)[0]
    other_do = choices(game)[1][1]
    for id, command in (("first", do), ("second", other_do)):
        await bench.server.xadd(KEYS.commands, {"e": encode(bench.command(id, seat, command))})
    await _lease_ends(bench.server)
    heir = new_worker(config, bench.server, reading)
    await heir.renew()
    await heir.cycle()
    assert (await bench.answer("first")).version == 2
    assert (await bench.answer("second")).reason == "not-your-turn"


@pytest.mark.logs("commit-refused")
async def test_a_worker_that_was_asleep_past_its_lease_writes_nothing(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    game = await bench.start(start_game("floor"))
    seat, do = choices(game)[0]
    await _lease_ends(bench.server)
    heir = new_worker(config, bench.server, reading)
    await heir.renew()
    await bench.server.xadd(KEYS.commands, {"e": encode(bench.command("x", seat, do))})
    assert await bench.worker.cycle() == 0
    assert len(await bench.payloads()) == 1
    assert bench.worker.partitions.isdisjoint({KEYS.partition})
    assert await heir.cycle() == 1
    assert len(await bench.payloads()) == 2


async def test_a_partition_that_comes_back_is_read_afresh(
    config: Settings, bench: Bench, reading: Redis
) -> None:
    await bench.start(start_game("floor"))
    await _lease_ends(bench.server)
    heir = new_worker(config, bench.server, reading)
    await heir.renew()
    game = await bench.fold()
    await Bench(bench.server, heir).send(bench.command("x", *choices(game)[0]))
    await heir.leave()
    await bench.worker.renew()
    game = await bench.fold()
    (answer,) = await bench.send(bench.command("y", *choices(game)[0]))
    assert answer.version == 3


@pytest.mark.logs("game-parked")
async def test_a_log_that_does_not_fold_parks_its_game_and_all_others_go_on(bench: Bench) -> None:
    game = await bench.start(start_game("floor"))
    await bench.server.xadd(KEYS.log("g_1"), {"e": b"\x00"}, id="2-0")
    await _lease_ends(bench.server)
    await bench.worker.renew()
    await bench.worker.renew()
    await bench.server.xadd(KEYS.commands, {"e": encode(bench.command("x", *choices(game)[0]))})
    healthy = Bench(bench.server, bench.worker, game="g_2")
    (answer,) = await healthy.send(Sent("start", "g_2", LOBBY, None, pack(start_game("eddie"))))
    while await bench.server.xlen(KEYS.commands):
        await bench.worker.cycle()
    assert answer.reason is None
    assert b"CorruptLog" in (await bench.server.hget(KEYS.parked, "g_1") or b"")
    assert await bench.server.xlen(KEYS.log("g_1")) == 2


@pytest.mark.logs("game-parked")
async def test_rules_that_break_park_their_game(bench: Bench) -> None:
    game = await bench.start(start_game("floor"))

    def broken(*_: object) -> tuple[()]:
        raise ZeroDivisionError

    object.__setattr__(KINDS["floor"], "decide", broken)
    try:
        await bench.server.xadd(KEYS.commands, {"e": encode(bench.command("x", *choices(game)[0]))})
        await bench.worker.cycle()
    finally:
        object.__setattr__(KINDS["floor"], "decide", _decide)
    assert await bench.server.hget(KEYS.parked, "g_1") == b"ZeroDivisionError at version 2"
    assert len(await bench.payloads()) == 1


_decide = KINDS["floor"].decide


@pytest.fixture
async def killed_workers(config: Settings, server: Redis) -> AsyncIterator[list[int]]:
    """Two workers as processes, one of which is killed every 0.7 s and started again; how many were killed."""
    kills: list[int] = []
    environment = {
        **os.environ,
        "PATERNOSTER_VAR": str(config.var),
        "PATERNOSTER_PARTITIONS": str(PARTITIONS),
    }
    environment["PATERNOSTER_LEASE_MS"] = "500"

    async def one() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.engine.worker", env=environment, stderr=asyncio.subprocess.DEVNULL
        )

    workers = [await one(), await one()]

    async def nemesis() -> None:
        while True:
            await asyncio.sleep(0.7)
            victim = workers.pop(0)
            victim.send_signal(signal.SIGKILL)
            await victim.wait()
            kills.append(1)
            workers.append(await one())

    task = asyncio.create_task(nemesis())
    yield kills
    task.cancel()
    for worker in workers:
        worker.kill()
        await worker.wait()


@pytest.mark.slow
async def test_workers_killed_again_and_again_lose_nothing_and_play_nothing_twice(
    server: Redis, killed_workers: list[int]
) -> None:
    rng = random.Random(5)
    games = [Game(f"g_{n}") for n in range(6)]
    log = ValkeyLog(server)
    for game in games:
        keys = keys_of(game.id, PARTITIONS)
        await server.xadd(
            keys.commands, {"e": encode(Sent("start", game.id, LOBBY, None, pack(start_game("floor"))))}
        )
    accepted: dict[tuple[str, str], int] = {}

    async def play(game: Game) -> None:
        keys = keys_of(game.id, PARTITIONS)
        while game.outcome is None:
            for payload in await log.read(keys.log(game.id), game.version):
                game.apply(payload)
            found = choices(game) if game.version else []
            if not found:
                await asyncio.sleep(0.005)
                continue
            seat, do = rng.choice(found)
            sent = Sent(f"bot:{game.version}", game.id, "bot", seat, pack(do))
            for _ in range(rng.randint(1, 3)):
                await server.xadd(keys.commands, {"e": encode(sent)})
            while not (stored := await server.get(keys.answer(game.id, sent.id))):
                await asyncio.sleep(0.002)
            answer = decode_answer(stored)
            assert answer.reason is None
            accepted[game.id, sent.id] = answer.version
            await asyncio.sleep(0.01)

    await asyncio.wait_for(asyncio.gather(*map(play, games)), 120)
    for game in games:
        assert [accepted[game.id, f"bot:{version}"] for version in range(1, game.version)] == list(
            range(2, game.version + 1)
        )
        assert len(await log.read(keys_of(game.id, PARTITIONS).log(game.id))) == game.version
    assert len(killed_workers) >= 2
