"""The load: several games at once for as long as it is told to, then each to its end."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random

import msgspec
import structlog

from shared.client import Table
from tests.chaos.history import History
from tests.chaos.person import Person
from tests.chaos.tables import TableSpec, tables

log = structlog.get_logger()

GAMES = 6
"""At once, with people."""
BOT_GAMES = 2
"""At once, of bots alone: how soon these go on tells how soon bots do."""


class Load:
    def __init__(self, address: str, history: History, seed: int, *, games: int = GAMES) -> None:
        self.started: Counter[str] = Counter()
        self.games: list[str] = []
        self.troubles: list[str] = []
        """What no client should have been told, or what broke here."""
        self.bots_heard: dict[str, list[float]] = {}
        """Of the running games of bots: when each entry was heard of."""
        self._address = address
        self._history = history
        self._rng = Random(seed)
        self._tables: Iterator[TableSpec] = tables(Random(seed))
        self._ending = asyncio.Event()
        self._slots = [
            asyncio.create_task(self._slot(bots_only=at >= games)) for at in range(games + BOT_GAMES)
        ]

    def end(self) -> None:
        """No new games from now on."""
        self._ending.set()

    async def ended(self, within_s: float) -> bool:
        """Whether all games have come to their end."""
        _, running = await asyncio.wait(self._slots, timeout=within_s)
        for slot in running:
            slot.cancel()
        await asyncio.gather(*self._slots, return_exceptions=True)
        return not running

    async def _slot(self, *, bots_only: bool) -> None:
        while not self._ending.is_set():
            spec = next(self._tables)
            if bots_only:
                spec = msgspec.structs.replace(spec, people=0, pace=None)
            try:
                await self._game(spec)
            except Exception as trouble:
                self.troubles.append(f"trouble: {spec.kind} of {spec.players}: {_told(trouble)}")
                await asyncio.sleep(1)

    async def _game(self, spec: TableSpec) -> None:
        async with AsyncExitStack() as leaving:
            people = [await self._person(leaving) for _ in range(max(1, spec.people))]
            game = await start(spec, people)
            self.games.append(game)
            self.started[spec.kind] += 1
            async with asyncio.TaskGroup() as playing:
                if not spec.people:
                    playing.create_task(self._listen(people[0], game))
                for person in people[: spec.people]:
                    playing.create_task(person.play(game))
                if self._rng.random() < 0.3:
                    playing.create_task(self._spectate(leaving, game))

    async def _person(self, leaving: AsyncExitStack) -> Person:
        person = self._stranger(leaving)
        await person.arrive()
        return person

    def _stranger(self, leaving: AsyncExitStack) -> Person:
        person = Person(self._address, self._history, Random(self._rng.random()))
        leaving.push_async_callback(person.close)
        return person

    async def _spectate(self, leaving: AsyncExitStack, game: str) -> None:
        await self._stranger(leaving).watch(game)

    async def _listen(self, person: Person, game: str) -> None:
        heard = self.bots_heard[game] = []
        try:
            async for _ in person.client.follow(game):
                heard.append(time.monotonic())
        finally:
            del self.bots_heard[game]


async def start(spec: TableSpec, people: list[Person]) -> str:
    """A table with the people at it and bots beside them, started; returns the game."""
    host, *others = people
    table = await host.client.open_table(
        spec.kind, spec.players, options=spec.options, pace=spec.pace, bot_ms=0, host_sits=spec.people > 0
    )
    for person in others:
        table = await person.http.send("POST", f"/v1/tables/{table.id}/join", {}, Table)
    await host.client.seat_bots(table, spec.level)
    await host.client.start(table.id)
    return table.id


def _told(trouble: BaseException) -> str:
    """The first cause, with where it was raised."""
    while isinstance(trouble, BaseExceptionGroup):
        trouble = trouble.exceptions[0]
    return f"{type(trouble).__name__}: {trouble}"[:300]
