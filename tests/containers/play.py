"""Games that people play over Caddy while something is done to the stack, each proved against its log afterwards."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from services.demo.play import Played, play
from services.demo.proof import faults, read_back
from shared.client import Client, Kind
from shared.client.transports import Transport

PATIENCE_S = 90.0


async def game(address: str, kind: Kind, patience_s: float = PATIENCE_S) -> Played:
    """One game to its end; every accepted command stands once, as it was answered."""
    async with Client.at(address, patience_s=patience_s) as client:
        await client.guest("Robin")
        played = await play(client, kind, min(kind.players), lambda _: None)
        assert played.accepted
        assert faults(played, await read_back(client, played.game)) == []
        return played


async def kinds(address: str) -> Sequence[Kind]:
    async with Client.at(address) as client:
        return await client.kinds()


class Crowd:
    """Plays one game after the other until it is told to end."""

    def __init__(self, address: str, patience_s: float) -> None:
        self.played: list[Played] = []
        self._address = address
        self._patience_s = patience_s
        self._ending = asyncio.Event()

    async def plays(self, kind: Kind) -> None:
        while not self._ending.is_set():
            self.played.append(await game(self._address, kind, self._patience_s))

    def end(self) -> None:
        self._ending.set()


@asynccontextmanager
async def crowd(address: str, patience_s: float = PATIENCE_S, most: int = 3) -> AsyncIterator[Crowd]:
    """A player of each kind against bots; afterwards every game that had begun is at its end and proved."""
    playing = Crowd(address, patience_s)
    async with asyncio.TaskGroup() as group:
        for kind in (await kinds(address))[:most]:
            group.create_task(playing.plays(kind))
        try:
            yield playing
        finally:
            playing.end()
    assert len(playing.played) >= most


async def follows(address: str, transport: Transport) -> int:
    """Watches a game of bots from its first entry to its last without a gap; returns how many there were."""
    async with Client.at(address, transport=transport, patience_s=PATIENCE_S) as client:
        await client.guest("Host")
        table = await client.open_table("floor", 2, bot_ms=0, host_sits=False)
        await client.seat_bots(table)
        await client.start(table.id)
        versions = [item.version async for item in client.follow(table.id)]
    assert versions == list(range(1, len(versions) + 1))
    return len(versions)
