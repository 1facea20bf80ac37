"""A seat's player behind the bad network, who writes down all that it was told."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from random import Random

from shared.client import Accepted, ApiProblem, Client, GameView, Item, Moves, Transport, command_id

JUDGED = frozenset({409, 422, None})
ANSWER_S = 2.0
PATIENCE_S = 120.0
LOOK_S = 2.0


May = Callable[[str, str], Awaitable[bool]]
"""Whether the account may do something in the game: who asks the log itself need not ask the API after every item."""


class Player:
    def __init__(self, address: str, transport: Transport, may: May, rng: Random) -> None:
        self.client = Client.at(address, transport=transport, answer_s=ANSWER_S, patience_s=PATIENCE_S)
        self.account = ""
        self.items: list[Item] = []
        self.accepted: dict[str, Accepted] = {}
        self.refused: dict[str, str] = {}
        self.last: GameView | None = None
        self._may = may
        self._rng = rng
        self._moved = asyncio.Event()

    async def arrive(self) -> None:
        self.account = (await self.client.guest("Guest")).account.id

    async def play(self, game: str, *, realtime: bool) -> None:
        """To the end."""
        watching = asyncio.create_task(self._watch(game))
        try:
            while not watching.done():
                await self._turn(game, realtime=realtime)
            await watching
            self.last = await self.client.game(game)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self, game: str) -> None:
        async with aclosing(self.client.follow(game)) as items:
            async for item in items:
                self.items.append(item)
                self._moved.set()
        self._moved.set()

    async def _turn(self, game: str, *, realtime: bool) -> None:
        self._moved.clear()
        if await self._may(game, self.account):
            found = await self.client.moves(game)
            if found.moves:
                await self._send(game, found, realtime=realtime)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await self._moved.wait()

    async def _send(self, game: str, found: Moves, *, realtime: bool) -> None:
        id, do = command_id(), self._rng.choice(found.moves).do
        expect = None if realtime else found.version
        try:
            self.accepted[id] = await self.client.command(game, do, expect=expect, id=id)
        except ApiProblem as problem:
            if problem.status not in JUDGED:
                raise
            self.refused[id] = problem.code
