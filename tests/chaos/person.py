"""A person at a seat: looks, chooses, sends, and now and then does what people and bad networks do.

Sends things twice, sends what is no longer legal, sends late, reads again what it has, drops its stream.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from copy import copy
from random import Random

from shared.client import ApiProblem, Changes, Client, GameChange, Http, Moves, Transport
from shared.client.client import command_id
from shared.games.kinds import KINDS
from tests.chaos.heard import Heard
from tests.chaos.history import History, Recording

PATIENCE_S = 150.0
JUDGED = frozenset({409, 422, None})
"""`None`: what a socket refuses has no status."""
END_TOLD_S = 60.0
"""Within so long after a game's end, everybody at it has been told of it as of a thing that concerns them."""
WAIT_S = 5
SYNC_S = 1.0
LOOKS = 0.15
"""How often a person reads the whole game again."""
ODD = 0.12
"""How often a person does something odd instead of, or beside, what is right."""


class Person:
    """An account of its own, with its own connections."""

    def __init__(
        self, address: str, history: History, rng: Random, transport: Transport | None = None
    ) -> None:
        """By chance on any transport, unless one is given."""
        recording = Recording(history)
        self.http = Http(address, patience_s=PATIENCE_S, transport=recording)
        transport = transport or rng.choice(list(Transport))
        self.client = Client(self.http, transport)
        self._heard = Heard(self.client, history, transport)
        self._recording = recording
        self._rng = rng
        self._moved = asyncio.Event()
        self._ended = False

    def another(self) -> "Person":
        """The same account at another game."""
        copied = copy(self)
        copied._moved, copied._ended = asyncio.Event(), False
        return copied

    async def arrive(self) -> str:
        """Makes the account."""
        account = (await self.client.guest("Guest")).account.id
        self._recording.who = self._heard.who = account
        return account

    async def close(self) -> None:
        await self.client.__aexit__()

    async def watch(self, game: str) -> None:
        """Follows a game to its end, by stream or by asking."""
        if self._rng.random() < 0.5:
            await self._stream(game)
        else:
            await self._poll(game)
        self._ended = True
        self._moved.set()

    async def _stream(self, game: str) -> None:
        """Now and then it is dropped, and resumed from the last entry."""
        after, words = 0, self._rng.random() < 0.2
        while True:
            async with aclosing(self._heard.follow(game, after, words=words)) as items:
                async for item in items:
                    after = item.version
                    self._moved.set()
                    if self._rng.random() < 0.01:
                        break
                else:
                    return

    async def _poll(self, game: str) -> None:
        after, ended = 0, False
        while not ended:
            page = await self.client.events(game, after, wait_s=WAIT_S)
            after, ended = page.version, page.ended
            self._moved.set()

    async def play(self, game: str) -> None:
        """Until the game has ended."""
        realtime = KINDS[(await self.client.game(game)).kind].realtime
        watching, told = asyncio.create_task(self.watch(game)), asyncio.create_task(self._told_of_end(game))
        try:
            while not self._ended:
                await self._turn(game, realtime=realtime)
            await watching
            await self.client.game(game)
            await asyncio.wait_for(told, END_TOLD_S)
        except TimeoutError as error:
            raise TimeoutError(f"the end of {game} was not told by {self._heard.transport}") from error
        finally:
            for task in (watching, told):
                task.cancel()

    async def _told_of_end(self, game: str) -> None:
        """Hears what concerns the person, live or asking now and then, until the game's end is among it."""
        async with aclosing(self._changes()) as pages:
            async for page in pages:
                if any(_ends(change, game) for change in page.changes):
                    return

    async def _changes(self) -> AsyncGenerator[Changes]:
        if self._heard.transport is not Transport.LONG_POLL:
            async with aclosing(self.client.changes()) as pages:
                async for page in pages:
                    yield page
        cursor = None
        while True:
            page = await self.client.sync(cursor)
            cursor = page.cursor
            yield page
            await asyncio.sleep(0 if page.more else SYNC_S)

    async def _turn(self, game: str, *, realtime: bool) -> None:
        self._moved.clear()
        if self._rng.random() < LOOKS:
            await self.client.game(game)
        found = await self.client.moves(game)
        if found.moves:
            await asyncio.sleep(self._rng.uniform(0.02, 0.1) if realtime else 0)
            await self._send(game, found, realtime=realtime)
        else:
            await self._wait(WAIT_S)

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._moved.wait()

    async def _send(self, game: str, found: Moves, *, realtime: bool) -> None:
        do = self._rng.choice(found.moves).do
        expect = None if realtime else found.version
        odd = self._rng.random()
        if odd < ODD / 4:
            await self._command(game, do, found.version - 1)
        id = command_id()
        twice = 2 if odd > 1 - ODD else 1
        await asyncio.gather(*(self._command(game, do, expect, id) for _ in range(twice)))
        if ODD / 4 < odd < ODD / 2:
            await self._command(game, do, None)

    async def _command(
        self, game: str, do: dict[str, object], expect: int | None, id: str | None = None
    ) -> None:
        try:
            await self._heard.command(game, do, expect, id or command_id())
        except ApiProblem as problem:
            if problem.status not in JUDGED:
                raise


def _ends(change: object, game: str) -> bool:
    return isinstance(change, GameChange) and change.game.id == game and change.game.state == "ended"
