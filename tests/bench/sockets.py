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
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import redis as sync
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
WARM_PLAYS = 500
"""Of those that come as fast as they can, before time is taken."""
TOKEN_KEY = "bench" * 8


def measure(var: Path) -> list[Figure]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with running(var, "always"), _services(var) as served:
            return uvloop.run(_measured(var, served))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Served(NamedTuple):
    port: int
    api: int
    """Process ids."""
    worker: int
    valkey: int

    def cpu_s(self) -> float:
        return sum(map(cpu_s, (self.api, self.worker, self.valkey)))


@contextmanager
def _services(var: Path) -> Generator[Served]:
    """One API process and one worker."""
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
        yield Served(port, started[0].pid, started[1].pid, _pid_of_valkey(var))
    finally:
        for process in started:
            process.send_signal(signal.SIGTERM)
        for process in started:
            process.wait()
        log.close()


def _pid_of_valkey(var: Path) -> int:
    with sync.Redis(unix_socket_path=str(socket_of(var))) as redis:
        return int(dict(redis.info("server"))["process_id"])  # pyright: ignore[reportCallIssue,reportArgumentType]


async def _measured(var: Path, served: Served) -> list[Figure]:
    port, pid = served.port, served.api
    await _until_served(port)
    every = floor_games(GAMES * 3)
    games, fast, slow = every[:GAMES], every[GAMES : 2 * GAMES], every[2 * GAMES :]
    tokens = [_token(seat) for seat in range(SEATS)]
    async with Redis(unix_socket_path=str(socket_of(var))) as redis:
        await _start(redis, every)
    latency = await _latency(port, pid, tokens, games)
    saturated = await _saturated(served, tokens, fast)
    ratio = await _http(port, tokens, slow)
    return [
        *latency,
        *saturated,
        *ratio,
        *await _idle(port, pid, tokens, [played.sent[0].game for played in games]),
    ]


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
        self,
        played: Played,
        sockets: Sequence[Socket],
        taken_s: list[float],
        over: "Callable[[Seats], None]",
    ) -> None:
        self._over = over
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
            self._over(self)

    def _hearer(self, seat: int) -> Any:
        def heard(frame: bytes) -> None:
            now = time.perf_counter()
            message = msgspec.json.decode(frame)
            if message["type"] == "entry":
                by, at = self._sent[message["item"]["version"]]
                if by != seat:
                    self._taken_s.append(now - at)
                    self._seen(message["item"]["version"])
            elif message["type"] not in ("accepted", "keep-alive", "ended"):
                raise AssertionError(message)

        return heard


async def _seats(
    port: int, tokens: Sequence[str], played: Played, taken_s: list[float], over: Callable[[Seats], None]
) -> Seats:
    sockets = [await open_socket(port, token) for token in tokens]
    for socket in sockets:
        told = await socket.told(type="subscribe", game=played.sent[0].game, after=1)
        assert told["type"] == "hello", told
    return Seats(played, sockets, taken_s, over)


async def _latency(port: int, pid: int, tokens: Sequence[str], games: Sequence[Played]) -> list[Figure]:
    taken_s: list[float] = []
    ready: deque[Seats] = deque()
    tables = [await _seats(port, tokens, played, taken_s, ready.append) for played in games]
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
        Figure("a play on the other seats' sockets, p50", cuts[49] * 1000, "ms", 4, at_most=True, note=note),
        Figure("a play on the other seats' sockets, p99", cuts[98] * 1000, "ms", 20, at_most=True),
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

    tables = [await _seats(served.port, tokens, played, taken_s, over) for played in games]
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
