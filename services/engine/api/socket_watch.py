"""The games that one socket follows: a position in each, and one task while there is something to send."""

import asyncio
from collections.abc import Awaitable, Callable

from services.engine.api.follow import Following, Position
from services.engine.api.frames import Form
from services.engine.api.hub import Hub
from services.engine.api.socket_line import Gone, Line
from services.engine.api.socket_visitor import Visitor

OnFailure = Callable[[Exception, str], Awaitable[None]]


class Watch:
    __slots__ = ("__weakref__", "_failed", "_hub", "_line", "_moved", "_positions", "_pumping", "_visitor")

    def __init__(self, hub: Hub, line: Line, visitor: Visitor, failed: OnFailure) -> None:
        """`failed` is told when a game cannot be read on, and which."""
        self._hub = hub
        self._line = line
        self._visitor = visitor
        self._failed = failed
        self._positions: dict[str, Position] = {}
        self._moved: dict[str, None] = {}
        self._pumping: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, game: str) -> bool:
        return game in self._positions

    def versions(self) -> dict[str, int]:
        """The last version sent of each game."""
        return {game: position.after for game, position in self._positions.items()}

    def seated(self) -> tuple[str, ...]:
        """The games in which the receiver holds a seat."""
        return tuple(game for game, position in self._positions.items() if position.seated)

    async def follow(self, following: Following, after: int, keep_alive_s: float) -> None:
        await self.drop(following.game)
        position = await following.join(self._line.form or Form.TEXT, after)
        self._positions[following.game] = position
        self._visitor.look_at(following.game)
        for told in position.greet(keep_alive_s):
            await self._line.put(told)
        position.channel.watchers.add(self)
        self.moved(following.game)

    async def drop(self, game: str) -> None:
        if position := self._positions.pop(game, None):
            self._visitor.look_away(game)
            position.channel.watchers.discard(self)
            await self._hub.leave(position.channel)

    async def close(self) -> None:
        if self._pumping:
            self._pumping.cancel()
        for game in tuple(self._positions):
            await self.drop(game)

    def moved(self, game: str) -> None:
        if self._pumping is None:
            if self._forwarded(game):
                return
            self._pumping = asyncio.create_task(self._pump())
        self._moved[game] = None

    def _forwarded(self, game: str) -> bool:
        """Whether all that is new could be sent without waiting, neither for the log nor for the client."""
        position = self._positions.get(game)
        if position is None or position.channel.ended or not self._line.ready():
            return False
        before = position.after
        try:
            frames = position.at_hand()
            for told in frames or ():
                self._line.put_now(told)
        except Exception:  # others hear of this game, too; `_forward` meets it again and sees to it
            position.after = before
            return False
        return frames is not None

    async def _pump(self) -> None:
        """A chunk of each game in turn, until all is sent."""
        try:
            while self._moved:
                game = next(iter(self._moved))
                del self._moved[game]
                if position := self._positions.get(game):
                    await self._forward(game, position)
        except Gone:
            pass
        finally:
            self._pumping = None

    async def _forward(self, game: str, position: Position) -> None:
        try:
            frames = await position.more()
        except Exception as error:  # told to the client, who may follow again
            await self.drop(game)
            await self._failed(error, game)
            return
        for told in frames:
            if self._positions.get(game) is not position:
                return
            await self._line.put(told)
        await self._go_on(game, position)

    async def _go_on(self, game: str, position: Position) -> None:
        if self._positions.get(game) is not position:
            return
        if position.at_end:
            await self.drop(game)
            await self._line.put(position.end())
        elif position.after < position.channel.version:
            self._moved[game] = None
