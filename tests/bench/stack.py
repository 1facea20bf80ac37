"""One API process, one worker and one Valkey of their own, with games on them."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import redis as sync
from redis.asyncio import Redis

from shared.api.auth import Tokens
from shared.log.commands import LOBBY, Sent, encode, pack
from shared.log.embedded import running, socket_of
from shared.log.keys import keys_of
from tests.bench.games import Played
from tests.bench.wires import cpu_s, free_port
from tests.engine.play import start_game

SEATS = 3
TOKEN_KEY = "bench" * 8


class Served(NamedTuple):
    port: int
    api: int
    """Process ids."""
    worker: int
    valkey: int

    def cpu_s(self) -> float:
        return sum(map(cpu_s, (self.api, self.worker, self.valkey)))


@contextmanager
def services(var: Path) -> Generator[Served]:
    with running(var, "always"), _processes(var) as served:
        yield served


@contextmanager
def _processes(var: Path) -> Generator[Served]:
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


async def until_served(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("the API does not listen")


def token(seat: int) -> str:
    return Tokens(TOKEN_KEY.encode()).mint(f"a_{seat}", int(time.time()), session=f"s_{seat}")[0]


async def start(redis: Redis, games: Sequence[Played]) -> None:
    """The same games with people on the seats; deals do not depend on who sits there."""
    opening = pack(start_game("floor", people=SEATS))
    for played in games:
        game = played.sent[0].game
        keys = keys_of(game)
        await redis.xadd(keys.commands, {"e": encode(Sent(":start", game, LOBBY, None, opening))})
        while not await redis.exists(keys.log(game)):
            await asyncio.sleep(0.01)
