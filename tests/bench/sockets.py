"""Sockets on one API process: what an idle one costs, and how soon a play is on those of the other seats."""

import asyncio
import resource
import statistics
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from redis.asyncio import Redis

from shared.log.embedded import socket_of
from tests.bench.figures import Figure
from tests.bench.games import Played, floor_games
from tests.bench.seats import Seats, seats_of
from tests.bench.stack import SEATS, Served, services, start, token, until_served
from tests.bench.wires import Http, cpu_s, open_http, open_socket, rss_kb

IDLE = 5_000
GAMES = 100
PLAYS_PER_S = 500
SECONDS = 10
HTTP_CONNECTIONS = 32
HTTP_PLAYS = 4_000
WARM_PLAYS = 500
"""Of those that come as fast as they can, before time is taken."""


def measure(var: Path) -> list[Figure]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with services(var) as served:
            return uvloop.run(_measured(var, served))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def _measured(var: Path, served: Served) -> list[Figure]:
    port, pid = served.port, served.api
    await until_served(port)
    every = floor_games(GAMES * 3)
    games, fast, slow = every[:GAMES], every[GAMES : 2 * GAMES], every[2 * GAMES :]
    tokens = [token(seat) for seat in range(SEATS)]
    async with Redis(unix_socket_path=str(socket_of(var))) as redis:
        await start(redis, every)
    latency = await _latency(port, pid, tokens, games)
    saturated = await _saturated(served, tokens, fast)
    ratio = await _http(port, tokens, slow)
    return [
        *latency,
        *saturated,
        *ratio,
        *await _idle(port, pid, tokens, [played.sent[0].game for played in games]),
    ]


async def _latency(port: int, pid: int, tokens: Sequence[str], games: Sequence[Played]) -> list[Figure]:
    taken_s: list[float] = []
    ready: deque[Seats] = deque()
    tables = [await seats_of(port, tokens, played, taken_s, ready.append) for played in games]
    ready.extend(tables)
    began, cpu = time.perf_counter(), cpu_s(pid)
    for n in range(PLAYS_PER_S * SECONDS):
        await asyncio.sleep(max(began + n / PLAYS_PER_S - time.perf_counter(), 0))
        while not ready:
            await asyncio.sleep(0.001)
        ready.popleft().play()
    rate = PLAYS_PER_S * SECONDS / (time.perf_counter() - began)
    await asyncio.sleep(1)
    cpu = cpu_s(pid) - cpu
    wanted = PLAYS_PER_S * SECONDS * (SEATS - 1)
    assert len(taken_s) == wanted, f"{len(taken_s)} entries of {wanted} arrived"
    cuts = statistics.quantiles(taken_s, n=100)
    note = f"{rate:.0f} plays a second, {len(tables) * SEATS} sockets"
    return [
        Figure("a play on the other seats' sockets, p50", cuts[49] * 1000, "ms", 5, at_most=True, note=note),
        Figure("a play on the other seats' sockets, p99", cuts[98] * 1000, "ms", 25, at_most=True),
        Figure("the API's CPU for a play and its three receivers", cpu / wanted * (SEATS - 1) * 1e6, "us"),
    ]


async def _saturated(served: Served, tokens: Sequence[str], games: Sequence[Played]) -> list[Figure]:
    """Every game's next play as soon as all others at the table have the one before."""
    taken_s: list[float] = []
    done, all_done, begun = 0, asyncio.Event(), (0.0, 0.0)

    def over(table: Seats) -> None:
        nonlocal done, begun
        done += 1
        if done == WARM_PLAYS:
            taken_s.clear()
            begun = time.perf_counter(), served.cpu_s()
        if table.played <= len(table.commands):
            table.play()
        elif table is longest:
            all_done.set()

    tables = [await seats_of(served.port, tokens, played, taken_s, over) for played in games]
    longest = max(tables, key=lambda table: len(table.commands))
    for table in tables:
        table.play()
    await all_done.wait()
    took, used = time.perf_counter() - begun[0], served.cpu_s() - begun[1]
    plays, cuts = done - WARM_PLAYS, statistics.quantiles(taken_s, n=100)
    note = f"{len(tables)} games, closed loop, durable, clients on the same cores"
    return [
        Figure("plays by WebSocket, saturated", plays / took, "a second", 2_500, note=note),
        Figure("CPU of API, worker and Valkey", used / plays * 1000, "s / 1,000", 0.45, at_most=True),
        Figure("a saturated play on the other seats' sockets, p50", cuts[49] * 1000, "ms"),
        Figure("a saturated play on the other seats' sockets, p99", cuts[98] * 1000, "ms"),
    ]


async def _http(port: int, tokens: Sequence[str], games: Sequence[Played]) -> list[Figure]:
    connections = [await open_http(port, tokens[n % SEATS]) for n in range(HTTP_CONNECTIONS)]
    bodies = [b'{"id":"k3J9x2-1","do":{"type":"play-card","card":"a4"}}'] * (HTTP_PLAYS // HTTP_CONNECTIONS)
    bare = await _rate([_bare(http, bodies) for http in connections], len(bodies) * len(connections))
    by_game = [await _table(port, tokens) for _ in games[:HTTP_CONNECTIONS]]
    each = HTTP_PLAYS // len(by_game) // 2
    plays = [_plays(table, game, each) for table, game in zip(by_game, games, strict=False)]
    played = await _rate(plays, each * len(plays))
    return [
        Figure("bare POST of the same app", bare, "a second", note=f"{HTTP_CONNECTIONS} connections"),
        Figure("plays by HTTP", played, "a second", note="durable, 1 worker"),
        Figure("plays beside the bare POST", played / bare, "ratio"),
    ]


async def _table(port: int, tokens: Sequence[str]) -> list[Http]:
    return [await open_http(port, token) for token in tokens]


async def _rate(doing: Sequence[Any], count: int) -> float:
    began = time.perf_counter()
    await asyncio.gather(*doing)
    return count / (time.perf_counter() - began)


async def _bare(http: Http, bodies: Sequence[bytes]) -> None:
    for body in bodies:
        assert await http.post("/bare", body) == 200


async def _plays(table: Sequence[Http], played: Played, count: int) -> None:
    path = f"/v1/games/{played.sent[0].game}/commands"
    for sent in played.sent[1 : count + 1]:
        body = msgspec.json.encode({"id": sent.id, "do": msgspec.msgpack.decode(sent.do)})
        assert await table[sent.seat or 0].post(path, body) == 200


async def _idle(port: int, pid: int, tokens: Sequence[str], games: Sequence[str]) -> list[Figure]:
    for socket in [await open_socket(port, tokens[0]) for _ in range(50)]:
        socket.close()
    before = rss_kb(pid)
    sockets = [await open_socket(port, tokens[n % SEATS]) for n in range(IDLE)]
    greeted = rss_kb(pid)
    for n, socket in enumerate(sockets):
        await socket.told(type="subscribe", game=games[n % len(games)], after=1_000)
    following = rss_kb(pid)
    for socket in sockets:
        socket.close()
    note = f"{IDLE:,} on one process, {before / 1024:.0f} MB without"
    return [
        Figure("an idle socket", (greeted - before) / IDLE, "KB", 30, at_most=True, note=note),
        Figure("an idle socket that follows a game", (following - before) / IDLE, "KB", 30, at_most=True),
    ]
