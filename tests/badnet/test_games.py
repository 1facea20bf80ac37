"""Games of each kind on each transport, through cuts, stalls and delays: no gap, no duplicate, no move lost or doubled.

`PATERNOSTER_GAMES=200` plays that many of each instead of one; `PATERNOSTER_SEED` is the first one's seed.
"""

import asyncio
import os
from contextlib import AsyncExitStack
from itertools import product
from random import Random

import pytest
from redis.asyncio import Redis

from shared.client import Transport
from shared.games.kinds import KINDS
from shared.log.game import fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.badnet.player import Player
from tests.badnet.storm import SPOILS
from tests.badnet.verdict import violations
from tests.chaos.proxy import Proxy
from tests.chaos.truth import Truth

GAMES = int(os.environ.get("PATERNOSTER_GAMES", "1"))
SEED = int(os.environ.get("PATERNOSTER_SEED", "1"))
AT_ONCE = int(os.environ.get("PATERNOSTER_AT_ONCE", "48"))
SEATS = {"elevators": 2, "floor": 3, "eddie": 2}
OPTIONS = {"eddie": {"countdown": 0}}


async def played(proxy: Proxy, log: ValkeyLog, kind: str, transport: Transport, seed: int) -> list[str]:
    """One game from its table to its end; what was wrong with it."""

    async def read(game: str) -> list[bytes]:
        return await log.read(keys_of(game).log(game))

    async def may(game: str, account: str) -> bool:
        folded = fold(game, await read(game))
        seat = folded.seat_of(account)
        return folded.outcome is None and bool(folded.rules.legal(folded.state, seat))

    async with AsyncExitStack() as stack:
        address = f"http://127.0.0.1:{proxy.port}"
        seeds = [seed * 10 + seat for seat in range(SEATS[kind])]
        players = [Player(address, transport, may, Random(of_seat)) for of_seat in seeds]
        for player in players:
            await stack.enter_async_context(player.client)
            await player.arrive()
        game = await seated(players, kind)
        await asyncio.gather(*(player.play(game, realtime=KINDS[kind].realtime) for player in players))
    truth = Truth(game, await read(game))
    return [f"{game} {found}" for found in violations(truth, players)]


async def seated(players: list[Player], kind: str) -> str:
    host, *others = players
    table = await host.client.open_table(kind, len(players), options=OPTIONS.get(kind))
    for other in others:
        await other.client.join(table.id)
    return (await host.client.start(table.id)).id


LATE = "socket.send() raised exception."
"""asyncio's word for several entries written at once to a connection that has just been reset: they are told on the next."""

STARVED = "commit-refused"
"""A machine that is busy with other things loses its leases, which must not matter either."""


@pytest.mark.logs(LATE, STARVED)
async def test_games_are_told_whole_and_every_move_counts_once(bad_network: Proxy, server: Redis) -> None:
    """All kinds on all transports at once: what takes long here is waiting."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one(kind: str, transport: Transport, seed: int) -> list[str]:
        async with places:
            found = await played(bad_network, ValkeyLog(server), kind, transport, seed)
        return [f"{kind} on {transport}: {violation}" for violation in found]

    every = product(KINDS, Transport, range(SEED, SEED + GAMES))
    found = await asyncio.gather(*(one(*game) for game in every))
    assert [violation for of_game in found for violation in of_game] == []
    assert set(bad_network.spoilt) == set(SPOILS)
