"""A worker from filled command streams, durable, beside pipelined XADD on the same server."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from redis import Redis

from shared.log.commands import encode
from shared.log.embedded import running, socket_of
from shared.log.keys import PARTITIONS, Keys, keys_of
from tests.bench.figures import Figure
from tests.bench.games import floor_games, interleaved
from tests.bench.wires import cpu_s

GAMES = 300
PIPELINE = 256


def measure(var: Path) -> list[Figure]:
    with running(var, "always"), Redis(unix_socket_path=str(socket_of(var))) as redis:
        games = floor_games(GAMES)
        commands = [(keys_of(sent.game, PARTITIONS).commands, encode(sent)) for sent in interleaved(games)]
        floor = _fill(redis, commands)
        rate, cpu = _work(redis, var, len(commands))
        whole = sum(redis.xlen(keys_of(g.sent[0].game, PARTITIONS).log(g.sent[0].game)) for g in games)
        assert whole == len(commands), f"{whole} entries of {len(commands)} commands"
        usage = _largest_log(redis, games[0].sent[0].game)
    return [
        Figure("pipelined XADD, appendfsync always", floor, "a second", note=f"{PIPELINE} a pipeline"),
        Figure("worker, accepted commands, appendfsync always", rate, "a second", 4000),
        Figure("worker beside XADD", rate / floor, "ratio"),
        Figure("worker's CPU", cpu, "us/command"),
        Figure("a whole floor game's log in Valkey", usage, "bytes", 8192, at_most=True),
    ]


def _fill(redis: "Redis", commands: list[tuple[str, bytes]]) -> float:
    """Queues everything; how many a second."""
    began = time.perf_counter()
    for at in range(0, len(commands), PIPELINE):
        pipeline = redis.pipeline(transaction=False)
        for stream, sent in commands[at : at + PIPELINE]:
            pipeline.xadd(stream, {"e": sent})
        pipeline.execute()
    return len(commands) / (time.perf_counter() - began)


def _work(redis: "Redis", var: Path, count: int) -> tuple[float, float]:
    """Commands a second from the first that a worker settles to the last, and its CPU for each."""
    environment = {**os.environ, "PATERNOSTER_VAR": str(var)}
    worker = subprocess.Popen(
        [sys.executable, "-m", "services.engine.worker"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        while (left := _left(redis)) == count:
            time.sleep(0.01)
        began, cpu = time.perf_counter(), cpu_s(worker.pid)
        first = left
        while _left(redis):
            time.sleep(0.02)
        took, cpu = time.perf_counter() - began, cpu_s(worker.pid) - cpu
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
    return first / took, cpu / first * 1e6


def _left(redis: "Redis") -> int:
    pipeline = redis.pipeline(transaction=False)
    for partition in range(PARTITIONS):
        pipeline.xlen(Keys(partition).commands)
    return sum(pipeline.execute())


def _largest_log(redis: "Redis", game: str) -> int:
    return int(redis.memory_usage(keys_of(game, PARTITIONS).log(game), samples=0) or 0)
