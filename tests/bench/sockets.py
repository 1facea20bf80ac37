"""Sockets on one API process: what an idle one costs, and how soon a play is on those of the other seats."""

import asyncio
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from redis.asyncio import Redis

from shared.api.auth import Tokens
from shared.log.commands import LOBBY, Sent, encode, pack
from shared.log.embedded import running, socket_of
from shared.log.keys import keys_of
from tests.bench.figures import Figure
from tests.bench.games import Played, floor_games
from tests.bench.wires import Http, Socket, cpu_s, free_port, open_http, open_socket, rss_kb
from tests.engine.play import start_game

IDLE = 5_000
GAMES = 100
SEATS = 3
PLAYS_PER_S = 300
SECONDS = 10
HTTP_CONNECTIONS = 32
HTTP_PLAYS = 4_000
TOKEN_KEY = "bench" * 8


def measure(var: Path) -> list[Figure]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with running(var, "always"), _services(var) as (port, pid):
            return uvloop.run(_measured(var, port, pid))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def _services(var: Path) -> Generator[tuple[int, int]]:
    """One API process and one worker; the API's port and process id."""
    port = free_port()
    environment = {
        **os.environ, "PATERNOSTER_VAR": str(var), "PATERNOSTER_PORT": str(port),
        "PATERNOSTER_LIMIT_PERCENT": "0", "PATERNOSTER_TOKEN_KEY": TOKEN_KEY,
    }  # fmt: skip
    modules = ("tests.bench.served", "services.engine.worker")
    log = (var / "bench.log").open("wb")
    started = [
        subprocess.Popen([sys.executable, "-m", module], env=environment, stderr=log) for module in modules
    ]
    try:
        yield port, started[0].pid
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
        for process in started:
            process.wait()
        log.close()


async def _measured(var: Path, port: int, pid: int) -> list[Figure]:
    await _until_served(port)
    games = floor_games(GAMES)
    tokens = [_token(seat) for seat in range(SEATS)]
    async with Redis(unix_socket_path=str(socket_of(var))) as redis:
        await _start(redis, games)
    latency = await _latency(port, pid, tokens, games)
    ratio = await _http(port, tokens, floor_games(GAMES * 2)[GAMES:], var)
    return [*latency, *ratio, *await _idle(port, pid, tokens, [played.sent[0].game for played in games])]


async def _until_served(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("the API does not listen")


def _token(seat: int) -> str:
    return Tokens(TOKEN_KEY.encode()).mint(f"a_{seat}", int(time.time()), session=f"s_{seat}")[0]


async def _start(redis: Redis, games: Sequence[Played]) -> None:
    """The same games with people on the seats; deals do not depend on who sits there."""
    start = pack(start_game("floor", people=SEATS))
    for played in games:
        game = played.sent[0].game
        keys = keys_of(game)
        await redis.xadd(keys.commands, {"e": encode(Sent(":start", game, LOBBY, None, start))})
        while not await redis.exists(keys.log(game)):
            await asyncio.sleep(0.01)


def _commands(played: Played) -> list[tuple[int, bytes, str]]:
    """Seat, frame or body, and id of everything after the start."""
    found: list[tuple[int, bytes, str]] = []
    for sent in played.sent[1:]:
        do: Any = msgspec.msgpack.decode(sent.do)
        message = {"type": "command", "game": sent.game, "id": sent.id, "do": do}
        found.append((sent.seat or 0, msgspec.json.encode(message), sent.id))
    return found


class Seats:
    """The sockets of one game's seats. A play is over when all others have it."""

    def __init__(
        self, played: Played, sockets: Sequence[Socket], taken_s: list[float], ready: "deque[Seats]"
    ) -> None:
        self._ready = ready
        ready.append(self)
        self.commands = _commands(played)
        self._sockets = sockets
        self._taken_s = taken_s
        self._sent: dict[int, tuple[int, float]] = {}
        self.played = 1
        self._heard = 0
        for seat, socket in enumerate(sockets):
            socket.heard = self._hearer(seat)

    def play(self) -> None:
        version = self.played = self.played + 1
        self._heard = 0
        seat, frame, _ = self.commands[version - 2]
        self._sent[version] = seat, time.perf_counter()
        self._sockets[seat].say(frame)

    def _seen(self, version: int) -> None:
        self._heard += 1
        if version == self.played and self._heard == SEATS - 1:
            self._ready.append(self)

    def _hearer(self, seat: int) -> Any:
        def heard(frame: bytes) -> None:
            now = time.perf_counter()
            message = msgspec.json.decode(frame)
            if message["type"] == "entry":
                by, at = self._sent[message["item"]["version"]]
                if by != seat:
                    self._taken_s.append(now - at)
                    self._seen(message["item"]["version"])
            elif message["type"] not in ("accepted", "keep-alive"):
                raise AssertionError(message)

        return heard


async def _seats(
    port: int, tokens: Sequence[str], played: Played, taken_s: list[float], ready: deque[Seats]
) -> Seats:
    sockets = [await open_socket(port, token) for token in tokens]
    for socket in sockets:
        told = await socket.told(type="subscribe", game=played.sent[0].game, after=1)
        assert told["type"] == "hello", told
    return Seats(played, sockets, taken_s, ready)


async def _latency(port: int, pid: int, tokens: Sequence[str], games: Sequence[Played]) -> list[Figure]:
    taken_s: list[float] = []
    ready: deque[Seats] = deque()
    tables = [await _seats(port, tokens, played, taken_s, ready) for played in games]
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
        Figure("a play on the other seats' sockets, p50", cuts[49] * 1000, "ms", 4, at_most=True, note=note),
        Figure("a play on the other seats' sockets, p99", cuts[98] * 1000, "ms", 20, at_most=True),
        Figure("the API's CPU for a play and its three receivers", cpu / wanted * (SEATS - 1) * 1e6, "us"),
    ]


async def _http(port: int, tokens: Sequence[str], games: Sequence[Played], var: Path) -> list[Figure]:
    async with Redis(unix_socket_path=str(socket_of(var))) as redis:
        await _start(redis, games)
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
