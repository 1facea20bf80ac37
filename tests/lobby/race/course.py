"""The race itself: real processes, real HTTP, and a lobby that is killed again and again."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
from redis.asyncio import Redis

from services.lobby.accounts.accounts import Accounts
from shared.api.auth import Tokens
from shared.api.moment import now_ms
from shared.api.people import People
from shared.log.connect import connect
from shared.settings import Settings
from tests.chaos.stack import Process
from tests.e2e.stack import ROOT, free_port
from tests.lobby.race.client import Field, Racer
from tests.lobby.race.verdict import faults, games_apart, logs, sent_away, unkept

PARTITIONS = 8
SEED = 7


@dataclass
class Size:
    racers: int
    tables: int
    lasts_s: float
    kill_every_s: float


@dataclass
class Result:
    requests: dict[str, int]
    kills: int
    tables: int = 0
    started: int = 0
    faults: list[str] = field(default_factory=list[str])


@dataclass
class Course:
    config: Settings
    size: Size
    redis: Redis
    lobby: Process
    address: str

    async def run(self) -> Result:
        rng = Random(SEED)
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=self.address, limits=limits, timeout=20) as http:
            await self._ready()
            racers = [await self._racer(http, number, rng) for number in range(self.size.racers)]
            raced = Field([])
            opened = (racers[number % len(racers)].opens(raced) for number in range(self.size.tables))
            raced.tables.extend(await asyncio.gather(*opened))
            kills = await self._race(racers, raced)
            await self._settled(racers[0], raced)
        return await self._judged(racers, raced, kills)

    async def _race(self, racers: list[Racer], raced: Field) -> int:
        over, ids, kills = asyncio.Event(), [racer.id for racer in racers], 0
        running = [asyncio.create_task(racer.race(raced, ids, over)) for racer in racers]
        until = asyncio.get_running_loop().time() + self.size.lasts_s
        while asyncio.get_running_loop().time() < until:
            await asyncio.sleep(self.size.kill_every_s)
            await self.lobby.kill()
            kills += 1
            await self._ready()
        over.set()
        await asyncio.gather(*running)
        return kills

    async def _settled(self, racer: Racer, raced: Field) -> None:
        """Until the engine has judged all that was queued."""
        async with asyncio.timeout(60):
            while any([await self.redis.xlen(f"{{p{part:02d}}}:commands") for part in range(PARTITIONS)]):
                await asyncio.sleep(0.2)

    async def _judged(self, racers: list[Racer], raced: Field, kills: int) -> Result:
        tables = await logs(self.redis)
        found = [fault for id, log in tables.items() for fault in faults(id, log)]
        for racer in racers:
            for id in {deed.table for deed in racer.deeds}:
                found += [
                    *unkept(tables[id], id, racer.id, racer.deeds),
                    *sent_away(tables[id], id, racer.deeds),
                ]
        found += await games_apart(self.redis, tables, PARTITIONS)
        started = sum(any(tag == "started" for tag, *_ in log) for log in tables.values())
        return Result(dict(raced.sent), kills, len(tables), started, found)

    async def _racer(self, http: httpx.AsyncClient, number: int, rng: Random) -> Racer:
        id = f"a_{number:026}"
        await Accounts(self.redis, People(self.redis)).open(id, f"Racer {number}", now_ms())
        token, _ = Tokens(self.config.signing_key()).mint(id, now_ms() // 1000, session=f"s_{number}")
        return Racer(http, id, token, Random(rng.random()))

    async def _ready(self) -> None:
        async with httpx.AsyncClient(base_url=self.address) as http, asyncio.timeout(60):
            while not await _answers(http):
                await asyncio.sleep(0.2)


async def _answers(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/health/ready")).is_success
    except httpx.TransportError:
        return False


@asynccontextmanager
async def course(config: Settings, folder: Path, size: Size) -> AsyncIterator[Course]:
    """Lobby and worker as processes on a Valkey that is there."""
    port = free_port()
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PATERNOSTER_")}
    environment = {
        **inherited, "PATERNOSTER_VAR": str(config.var), "PATERNOSTER_PORT": str(port),
        "PATERNOSTER_PARTITIONS": str(PARTITIONS), "PATERNOSTER_LIMIT_PERCENT": "0",
    }  # fmt: skip
    config.signing_key()
    processes = [
        Process(name, (sys.executable, "-m", module), environment, ROOT, folder / f"{name}.log")
        for name, module in (("lobby", "services.lobby"), ("worker", "services.engine.worker"))
    ]
    async with connect(config.valkey) as redis:
        try:
            yield Course(config, size, redis, processes[0], f"http://127.0.0.1:{port}")
        finally:
            for process in processes:
                await process.close()
            await redis.connection_pool.disconnect()
