"""Everything rebuilt from the logs on a real server: how fast, in how much memory, and whether both stay in proportion.

`BENCH_REBUILT_ENTRIES=1000000 make bench` is the full measure; fewer by default, to keep `make bench` short.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from redis import Redis

from services.cli.projections import rebuilt
from services.cli.tools import opened
from shared.log.embedded import running, socket_of
from shared.log.keys import keys_of
from tests.bench.figures import Figure
from tests.engine.finished import finished, playing
from tests.engine.play import SECRET
from tests.engine.tampering import tampered

ENTRIES = int(os.environ.get("BENCH_REBUILT_ENTRIES", "40000"))
PATTERNS = 20
AT_ONCE = 20

Log = list[bytes]


def measure(var: Path) -> list[Figure]:
    """A quarter of the games first, then all of them."""
    with running(var, "no"), Redis(unix_socket_path=str(socket_of(var))) as redis:
        games = _games()
        quarter = _rebuilt(var, _fill(redis, games, ENTRIES // 4))
        whole = _rebuilt(var, _fill(redis, games, ENTRIES - quarter["entries"]) + quarter["entries"])
    return [
        Figure("rebuilt from logs", whole["entries"], "entries"),
        Figure("rebuilding", whole["rate"], "entries/s"),
        Figure(
            "rebuilding, CPU beside a quarter", whole["cpu"] / quarter["cpu"], "per entry", 1.3, at_most=True
        ),
        Figure("rebuilding, memory at most", whole["mb"], "MB", 400, at_most=True),
        Figure("rebuilding, memory beside a quarter", whole["mb"] / quarter["mb"], "ratio", 4, at_most=True),
    ]


def _games() -> Iterator[tuple[str, Log]]:
    """Endless games of floor, every other one still running; of some patterns, each with a chain of its own."""
    ended = [finished("floor", seed=seed) for seed in range(PATTERNS)]
    going = [playing("floor", 40 + seed, seed=seed).log for seed in range(PATTERNS)]
    n = 0
    while True:
        pattern = (ended, going)[n % 2][n // 2 % PATTERNS]
        yield f"g_bench{n:07d}", tampered(f"g_bench{n:07d}", pattern, lambda _: None)
        n += 1


def _fill(redis: "Redis", games: Iterator[tuple[str, Log]], wanted: int) -> int:
    filled = 0
    while filled < wanted:
        pipeline = redis.pipeline(transaction=False)
        for game, log in islice(games, AT_ONCE):
            for version, entry in enumerate(log, 1):
                pipeline.xadd(keys_of(game).log(game), {"e": entry}, id=f"{version}-0")
            pipeline.set(keys_of(game).secret(game), bytes.fromhex(SECRET))
            filled += len(log)
        pipeline.execute()
    return filled


def _rebuilt(var: Path, entries: int) -> dict[str, float]:
    """In a process of its own, whose memory is nothing else's."""
    environment = {**os.environ, "PATERNOSTER_VAR": str(var)}
    program = [sys.executable, "-m", "tests.bench.rebuilding"]
    took, cpu, kb = json.loads(subprocess.check_output(program, env=environment))
    return {"entries": entries, "rate": entries / took, "cpu": cpu / entries, "mb": kb / 1024}


async def _rebuild() -> float:
    async with opened() as tools:
        began = time.perf_counter()
        found = await rebuilt(tools)
        assert not found.troubles, found.troubles[:3]
        return time.perf_counter() - began


if __name__ == "__main__":
    seconds = asyncio.run(_rebuild())
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([seconds, used.ru_utime + used.ru_stime, used.ru_maxrss]))
