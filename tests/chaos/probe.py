"""How soon after a fault everything goes on: measured from outside, partition by partition, and by what bots do."""

import asyncio
import time
from contextlib import AsyncExitStack
from random import Random

import msgspec

from shared.client import ApiProblem, Transport, Unreachable
from shared.log.keys import partition_of
from tests.chaos.history import History
from tests.chaos.load import Load, start
from tests.chaos.person import Person
from tests.chaos.stack import PARTITIONS
from tests.chaos.tables import TableSpec

AGAIN_S = 0.1
ATTEMPT_S = 1.0
GIVE_UP_S = 60.0
WARM_S = 180.0
ENTRIES = 2
"""So many entries of each game of bots mean that its bots play again."""


class Recovered(msgspec.Struct, frozen=True):
    """Seconds; `None`: not within a minute."""

    games_s: float | None
    """Until the slowest partition judged a command that was sent afterwards."""
    bots_s: float | None
    """Until every game of bots had gone on."""


class Probe:
    """Games that wait, one in each partition, for commands that are judged and refused: `expect` is never right."""

    def __init__(self, load: Load, address: str, history: History) -> None:
        self._load = load
        self._person = Person(address, history, Random(0), Transport.LONG_POLL)
        self._games: dict[int, str] = {}

    async def prepare(self) -> None:
        await self._person.arrive()
        while len(self._games) < PARTITIONS:
            game = await start(TableSpec("elevators", 2, 1, {}, None, "easy"), [self._person])
            if self._games.setdefault(partition_of(game, PARTITIONS), game) != game:
                self._load.games.append(game)

    async def warm(self) -> None:
        """Waits until everything goes: bots compile their search at the first start of a tree."""
        begun = time.monotonic()
        while time.monotonic() - begun < WARM_S:
            found = await self.recovered(time.monotonic())
            if found.games_s is not None and found.bots_s is not None:
                return
        raise TimeoutError(f"the stack does not play by itself within {WARM_S:g} s")

    async def finish(self) -> None:
        """Plays the waiting games to their end, so that their logs can be checked like all others."""
        async with AsyncExitStack() as leaving:
            leaving.push_async_callback(self._person.close)
            await asyncio.gather(*(self._play(game) for game in self._games.values()))

    async def _play(self, game: str) -> None:
        await self._person.another().play(game)

    async def recovered(self, since: float) -> Recovered:
        """`since`: the monotonic moment from which the time counts."""
        games = asyncio.gather(*(self._judged(game) for game in self._games.values()))
        bots = asyncio.create_task(self._bots(since))
        done = await asyncio.gather(_within(games, since), _within(bots, since))
        return Recovered(*done)

    async def _judged(self, game: str) -> None:
        while not await self._try(game):
            await asyncio.sleep(AGAIN_S)

    async def _try(self, game: str) -> bool:
        try:
            async with asyncio.timeout(ATTEMPT_S):
                await self._person.client.command(game, {"type": "redraw-child", "colour": "b"}, expect=0)
        except ApiProblem as problem:
            return problem.code == "version-conflict"
        except (Unreachable, TimeoutError):
            return False
        return False

    async def _bots(self, since: float) -> None:
        waiting = dict(self._load.bots_heard)
        while waiting:
            await asyncio.sleep(0.05)
            waiting = {
                game: heard for game, heard in waiting.items()
                if game in self._load.bots_heard and sum(at > since for at in heard[-ENTRIES:]) < ENTRIES
            }  # fmt: skip


async def _within(work: "asyncio.Future[object]", since: float) -> float | None:
    try:
        await asyncio.wait_for(work, GIVE_UP_S)
    except TimeoutError:
        return None
    return time.monotonic() - since
