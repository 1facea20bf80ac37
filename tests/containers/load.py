"""Many games that people play at a steady pace, by HTTP and by sockets, each play timed.

Nobody but people sits there, so whatever a play waits for is the server's, and no play may be refused.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

from services.demo.play import PACE, Played
from services.demo.proof import faults, read_back
from shared.client import Client
from shared.client.transports import Transport

KIND, SEATS = "floor", 3
PAUSE_S = 0.4
"""Between a game's plays."""
BEGUN_S = GOES_ON_S = 60
SOCKETS_PATIENCE_S = 30
"""A socket ends with the process that holds it; its client must be let make another one."""


class Play(NamedTuple):
    at: float
    """By the monotonic clock, when it was sent."""
    waited_s: float


class Load:
    def __init__(self, games: int) -> None:
        self._games = games
        self.plays: list[Play] = []
        self.begun = 0
        self._ending = asyncio.Event()

    def end(self) -> None:
        self._ending.set()

    def longest_s(self, since: float = 0.0, until: float = float("inf")) -> float:
        """For how long a play that was sent within this time waited for its answer."""
        return max((play.waited_s for play in self.plays if since <= play.at < until), default=0.0)

    async def goes_on(self) -> None:
        """Until every game has had time for further plays that were sent from now on."""
        now, games = time.monotonic(), self._games
        async with asyncio.timeout(GOES_ON_S):
            while len([play for play in self.plays[-4 * games :] if play.at > now]) < 2 * games:
                await asyncio.sleep(0.1)

    async def keeps_playing(self, people: Sequence[Client]) -> None:
        """One game after the other; each is held against its log, as far as it came."""
        while not self._ending.is_set():
            game, seats = await _begin(people)
            self.begun += 1
            played = [Played(game, seat) for seat in range(SEATS)]
            while await self._play(game, seats, played) and not self._ending.is_set():
                await asyncio.sleep(PAUSE_S)
            for seat, one in zip(seats, played, strict=True):
                assert faults(one, await read_back(seat, game)) == []

    async def _play(self, game: str, seats: Sequence[Client], played: Sequence[Played]) -> bool:
        """Whoever's turn it is plays anything; `False` once the game has ended."""
        stands = await seats[0].game(game)
        if stands.ended:
            return False
        seat = stands.awaited[0]
        found = await seats[seat].moves(game)
        at = time.monotonic()
        accepted = await seats[seat].command(game, secrets.choice(found.moves).do, expect=found.version)
        self.plays.append(Play(at, time.monotonic() - at))
        played[seat].accepted.append(accepted)
        return True


async def _begin(people: Sequence[Client]) -> tuple[str, list[Client]]:
    """The game, and who sits where."""
    host, *others = people
    table = await host.open_table(KIND, SEATS, pace=PACE)
    for person in others:
        await person.join(table.id)
    started = await host.start(table.id)
    ids = [(await person.me()).id for person in people]
    return table.id, [people[ids.index(held.player.id)] for held in started.seats if held.player]


@asynccontextmanager
async def load(address: str, games: int, patience_s: float) -> AsyncIterator[Load]:
    """Plays that many games, an even number, all the time; afterwards every play has been answered and stands in its log.

    `patience_s` is for requests: with 0, the first answer counts.
    """
    playing = Load(games)
    async with AsyncExitStack() as clients, asyncio.TaskGroup() as group:
        for transport, patience in ((Transport.EVENTS, patience_s), (Transport.SOCKET, SOCKETS_PATIENCE_S)):
            people = [
                await clients.enter_async_context(
                    Client.at(address, transport=transport, patience_s=patience)
                )
                for _ in range(SEATS)
            ]
            for person in people:
                await person.guest("Robin")
            for _ in range(games // 2):
                group.create_task(playing.keeps_playing(people))
        async with asyncio.timeout(BEGUN_S):
            while playing.begun < games:
                await asyncio.sleep(0.1)
        try:
            yield playing
        finally:
            playing.end()
