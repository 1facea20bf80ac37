"""What games cost that nobody plays just now: the worker's memory, and the others' plays beside them."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import uvloop
from redis.asyncio import Redis

from shared.log.embedded import socket_of
from tests.bench.figures import Figure
from tests.bench.games import Played, floor_games
from tests.bench.seats import Seats, seats_of
from tests.bench.stack import SEATS, Served, services, start, token, until_served
from tests.bench.wires import rss_kb

LIVE = (10, 100, 1_000)
PLAYS_PER_S = 150
SECONDS = 5
WARM_S = 1


def measure(var: Path) -> list[Figure]:
    with services(var) as served:
        return uvloop.run(_measured(var, served))


async def _measured(var: Path, served: Served) -> list[Figure]:
    """Ever more games have begun; ten new ones are played each time, all on one API process and one worker."""
    await until_served(served.port)
    games = floor_games(LIVE[-1] + 10 * len(LIVE))
    rest, played = games[: LIVE[-1]], games[LIVE[-1] :]
    costs_us: list[float] = []
    empty_kb = rss_kb(served.worker)
    async with Redis(unix_socket_path=str(socket_of(var))) as redis:
        begun = 0
        for n, live in enumerate(LIVE):
            busy = played[10 * n : 10 * n + 10]
            await start(redis, [*rest[begun : live - 10], *busy])
            begun = live - 10
            costs_us.append(await _cost_us(served, busy))
    worker_kb = rss_kb(served.worker)
    each = (worker_kb - empty_kb) / LIVE[-1]
    growth = ", ".join(f"{cost:.0f} us with {live:,}" for live, cost in zip(LIVE, costs_us, strict=True))
    return [
        Figure("worker with 1,000 live games", worker_kb / 1024, "MB", 200, at_most=True),
        Figure("a live game in the worker", each, "KB"),
        Figure(
            "a play with 1,000 live games beside one with 10",
            costs_us[-1] / costs_us[0], "ratio", 1.15, at_most=True, note=growth,
        ),
    ]  # fmt: skip


async def _cost_us(served: Served, games: Sequence[Played]) -> float:
    """CPU of API, worker and Valkey for one play, at a steady rate."""
    ready: deque[Seats] = deque()
    tokens = [token(seat) for seat in range(SEATS)]
    tables = [await seats_of(served.port, tokens, played, [], ready.append) for played in games]
    ready.extend(tables)
    await _played(ready, WARM_S)
    began = served.cpu_s()
    plays = await _played(ready, SECONDS)
    return (served.cpu_s() - began) / plays * 1e6


async def _played(ready: "deque[Seats]", seconds: float) -> int:
    began, plays = time.perf_counter(), int(PLAYS_PER_S * seconds)
    for n in range(plays):
        await asyncio.sleep(max(began + n / PLAYS_PER_S - time.perf_counter(), 0))
        while not ready:
            await asyncio.sleep(0.001)
        ready.popleft().play()
    return plays
