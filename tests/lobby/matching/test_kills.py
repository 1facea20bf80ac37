"""Matchers as real processes, killed with -9 and stopped in the middle of their work."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from redis.asyncio import Redis

from services.lobby.accounts.accounts import Accounts
from services.lobby.matching.ticket import State, Ticket, Wish, made
from services.lobby.matching.tickets import Tickets, load_functions
from services.lobby.store import Tables
from shared.api.moment import now_ms
from shared.api.people import People
from shared.log.connect import connect
from shared.log.embedded import running as valkey_running
from shared.log.keys import PARTITIONS, Keys
from shared.seeds import house_sets
from shared.settings import Settings
from tests.lobby.matching.people import ASYNC_PACE
from tests.lobby.processes import running, start

KILLS = int(os.environ.get("PATERNOSTER_MATCHER_KILLS", "3"))
TICKETS = 12 * KILLS
WITHIN_S = 120
STEWARD = "services.lobby.steward"


@pytest.fixture
async def own(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Redis, Path]]:
    var = tmp_path_factory.mktemp("m")
    with valkey_running(var):
        async with connect(Settings(var=var).valkey) as redis:
            await load_functions(redis)
            yield redis, var
            await redis.connection_pool.disconnect()


async def _look(redis: Redis, numbers: range) -> list[str]:
    """Tickets of so many new people for a game of two."""
    options = {"set": msgspec.to_builtins(house_sets()["eddie"])}
    wish = Wish("eddie", options, (2,), ASYNC_PACE, live=False, rated=True)
    accounts, tickets = Accounts(redis, People(redis)), Tickets(redis)
    made_now = [made(f"t_{number:04}", f"a_{number}", wish, now_ms()) for number in numbers]
    for one in made_now:
        await accounts.open(one.account, "Ann", now_ms())
        await tickets.open(one)
    return [one.id for one in made_now]


async def _until_claimed(redis: Redis) -> None:
    """Some match is being started."""
    while not await Tickets(redis).matches():
        await asyncio.sleep(0.001)


async def _next_takes_over(redis: Redis) -> None:
    """Without waiting for the lease of who is dead to end."""
    await redis.delete("steward:matcher")


async def _until_all_are_over(redis: Redis, ids: list[str]) -> list[Ticket]:
    while True:
        found = await Tickets(redis).read_all(ids)
        if all(ticket.state.over for ticket in found):
            return found
        await asyncio.sleep(0.05)


async def _started(redis: Redis) -> Counter[str]:
    """How many started tables each person sits at, out of the logs."""
    tables, seats = Tables(redis, PARTITIONS), Counter[str]()
    async for key in redis.scan_iter(match="*:table:*", count=1000):
        table = await tables.read(key.decode().rpartition(":")[2])
        assert table is not None
        assert table.phase == "started"
        assert await tables.began(table.id)
        seats.update(place.player for place in table.places if place.player)
    return seats


async def _games(redis: Redis) -> int:
    return sum([await redis.zcard(Keys(partition).running) for partition in range(PARTITIONS)])


async def test_matchers_killed_and_stopped_lose_no_ticket_and_start_nothing_twice(
    own: tuple[Redis, Path],
) -> None:
    redis, var = own
    random, ids = Random(3), list[str]()
    with running(var, "services.engine.worker", STEWARD) as processes:
        async with asyncio.timeout(WITHIN_S):
            for kill in range(KILLS):
                ids += await _look(redis, range(kill * 12, (kill + 1) * 12))
                await _until_claimed(redis)
                await asyncio.sleep(random.uniform(0, 0.05))
                victim = processes[-1]
                victim.send_signal(signal.SIGSTOP if kill % 2 else signal.SIGKILL)
                await _next_takes_over(redis)
                processes.append(start(STEWARD, var))
                await _until_all_are_over(redis, ids)
                victim.send_signal(signal.SIGCONT)
            found = await _until_all_are_over(redis, ids)
    assert Counter(ticket.state for ticket in found) == {State.MATCHED: TICKETS}
    assert await _started(redis) == {ticket.account: 1 for ticket in found}
    assert await _games(redis) == TICKETS // 2
