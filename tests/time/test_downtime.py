"""Nobody loses time for a worker that is stopped and a Valkey that is killed in the middle of turns: with real processes.

The outage lasts longer than the turns, so that a single clock that went on would have run out.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.log.commands import LOBBY, Sent, encode, pack
from shared.log.connect import connect
from shared.log.embedded import running
from shared.log.game import Game, fold
from shared.log.keys import keys_of
from shared.log.pace import DAY_MS, Pace
from shared.log.seats import ServiceAway
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.play import PARTITIONS, start_game

LIVE = Pace(turn_ms=3_000)
BANKED = Pace(turn_ms=500, bank_ms=2_500)
ASYNC = Pace(turn_ms=DAY_MS)
GAMES = {"g_live": LIVE, "g_banked": BANKED, "g_async": ASYNC}
OUTAGE_S = 5.0
"""Longer than the live turns, and than a worker with this lease may be unheard of."""
LEASE_MS = 500


class Plant:
    """A Valkey and a worker of its own, to be hurt."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.servers = AsyncExitStack()
        self.redis: Redis = connect(Settings(var=var).valkey)

    async def open(self) -> None:
        self.valkey = self.servers.enter_context(running(self.var))
        environment = {
            **os.environ,
            "PATERNOSTER_VAR": str(self.var),
            "PATERNOSTER_PARTITIONS": str(PARTITIONS),
            "PATERNOSTER_LEASE_MS": str(LEASE_MS),
        }
        self.worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "services.engine.worker",
            env=environment,
            stderr=asyncio.subprocess.DEVNULL,
        )

    async def close(self) -> None:
        self.worker.kill()
        await self.worker.wait()
        await self.redis.connection_pool.disconnect()
        await self.servers.aclose()

    async def start(self, game: str, pace: Pace) -> None:
        start = msgspec.structs.replace(start_game("floor", people=3), pace=pace)
        sent = Sent("start", game, LOBBY, None, pack(start))
        await self.redis.xadd(keys_of(game, PARTITIONS).commands, {"e": encode(sent)})

    async def games(self, version: int) -> dict[str, Game]:
        """Once each is at least at that version."""
        log = ValkeyLog(self.redis)
        async with asyncio.timeout(60):
            while True:
                try:
                    found = {
                        game: fold(game, await log.read(keys_of(game, PARTITIONS).log(game)))
                        for game in GAMES
                    }
                except (RedisError, OSError):
                    found = {}
                if found and all(game.version >= version for game in found.values()):
                    return found
                await asyncio.sleep(0.05)

    async def stop_the_worker(self) -> None:
        self.worker.send_signal(signal.SIGSTOP)
        await asyncio.sleep(OUTAGE_S)
        self.worker.send_signal(signal.SIGCONT)

    async def kill_valkey(self) -> None:
        self.valkey.kill()
        self.valkey.wait()
        await asyncio.sleep(OUTAGE_S)
        self.valkey = self.servers.enter_context(running(self.var))


@pytest.fixture
async def plant(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Plant]:
    plant = Plant(tmp_path_factory.mktemp("d"))
    await plant.open()
    yield plant
    await plant.close()


@pytest.mark.parametrize("harm", [Plant.stop_the_worker, Plant.kill_valkey], ids=["worker", "valkey"])
async def test_nobody_loses_time_for_what_was_away_in_the_middle_of_turns(plant: Plant, harm: object) -> None:
    for game, pace in GAMES.items():
        await plant.start(game, pace)
    before = await plant.games(1)
    await harm(plant)  # pyright: ignore[reportCallIssue, reportGeneralTypeIssues]
    after = await plant.games(2)
    for game in GAMES:
        log = await ValkeyLog(plant.redis).read(keys_of(game, PARTITIONS).log(game))
        told = Game(game)
        second = [told.apply(payload).events for payload in log[:2]][1]
        assert [type(event) for event in second] == [ServiceAway], game
        (seat,) = before[game].awaited()
        shifted = told.due()[seat] - before[game].due()[seat]
        assert shifted >= OUTAGE_S * 1000 - 3 * LEASE_MS
        assert shifted == told.clocks.back_at - told.updated_at
    assert all(game.version <= 3 for game in after.values())
