"""Tables of three bots on the whole stack: how long turns wait beyond the time that bots take, also when Celery dies."""

import asyncio
import os
import signal
import statistics
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from redis.asyncio import Redis

from shared.client import Client
from shared.log.commands import BOT
from shared.log.embedded import socket_of
from shared.log.entry import decode_entry
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.bench.figures import Figure
from tests.e2e.stack import Stack, running

TABLES = 50
KINDS = ("floor", "elevators")
"""Those with turns, in turn."""
BOT_MS = 500
"""The API's own value."""
SECONDS = 30
WARM_S = 60
"""The first bots of a tree compile their search."""


def measure() -> list[Figure]:
    with running() as stack:
        return asyncio.run(_measured(stack))


async def _measured(stack: Stack) -> list[Figure]:
    async with Redis(unix_socket_path=str(socket_of(stack.var))) as redis:
        log = ValkeyLog(redis)
        await _warm(stack, log)
        games = await _start(stack, TABLES)
        await asyncio.sleep(SECONDS)
        waits = [wait for game in games for wait in _waits(await _moments(log, game))]
        gap = await _killed(stack, log, games)
    cuts = statistics.quantiles(waits, n=100)
    note = f"{TABLES} tables of 3 normal bots, {len(waits) / SECONDS:.0f} turns a second"
    return [
        Figure("a bot's turn beyond its thinking time, p50", cuts[49], "ms", note=note),
        Figure("a bot's turn beyond its thinking time, p99", cuts[98], "ms"),
        Figure("a bot's turn beyond its thinking time, longest", max(waits), "ms", 2_000, at_most=True),
        Figure("until every table goes on after Celery's kill -9", gap, "s", 5, at_most=True),
    ]


async def _start(stack: Stack, tables: int) -> list[str]:
    games: list[str] = []
    async with Client.at(stack.address) as host:
        await host.guest("Host")
        for at in range(tables):
            table = await host.open_table(KINDS[at % len(KINDS)], 3, bot_ms=BOT_MS, host_sits=False)
            games.append((await host.start((await host.seat_bots(table, "normal")).id)).id)
    return games


async def _warm(stack: Stack, log: ValkeyLog) -> None:
    games, until = await _start(stack, len(KINDS)), time.monotonic() + WARM_S
    while min([len(await _moments(log, game)) for game in games]) < 8:
        if time.monotonic() > until:
            raise TimeoutError("bots do not play")
        await asyncio.sleep(0.2)


async def _moments(log: ValkeyLog, game: str) -> list[tuple[int, bool]]:
    """When each entry came, in ms, and whether a bot made it."""
    entries = [decode_entry(payload) for payload in await log.read(keys_of(game).log(game))]
    return [(entry.at, entry.command.startswith(f"{BOT}:")) for entry in entries]


def _waits(moments: list[tuple[int, bool]]) -> Iterator[float]:
    """By turn; a bot takes `BOT_MS` and up to 1.3 times as much, of which only the least is taken off."""
    for (before, _), (at, by_bot) in pairwise(moments):
        if by_bot:
            yield at - before - BOT_MS


async def _killed(stack: Stack, log: ValkeyLog, games: list[str]) -> float:
    """Seconds from the death of all of Celery's processes until the last running game has moved on."""
    running_games = {game: len(await _moments(log, game)) for game in games}
    main = stack.states()["celery"].pid
    since = time.monotonic()
    for pid in (main, *_children(main)):
        os.kill(pid, signal.SIGKILL)
    while running_games:
        await asyncio.sleep(0.05)
        for game, length in [*running_games.items()]:
            payloads = await log.read(keys_of(game).log(game))
            if len(payloads) > length + 1 or decode_entry(payloads[-1]).secret is not None:
                del running_games[game]
    return time.monotonic() - since


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
