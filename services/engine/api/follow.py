"""One receiver's reading of a game: the same items on every transport."""

from collections.abc import AsyncGenerator, Sequence

from msgspec.structs import replace

from services.engine.api.absences import Absences
from services.engine.api.frames import Form, frame
from services.engine.api.hub import Channel, Hub
from services.engine.api.told import Ended, Hello, KeepAlive, Resync
from services.engine.api.view import View, item
from services.engine.api.wire import Items, SeatAbsent
from shared.api.figures import Transport, connected
from shared.api.moment import now_ms, rfc3339
from shared.games.kinds import KINDS
from shared.log.entry import Opening
from shared.log.game import Folded

KEEP_ALIVE_S = 15.0
"""After so much silence a stream says where it stands."""

TRANSPORTS = {Form.EVENT: Transport.EVENT_STREAM, Form.LINE: Transport.LINES}

CHUNK = 32
"""Entries written at once by a stream that catches up; what a slow receiver holds at the most."""


class Position:
    """Where a receiver stands in a game that it follows: all that is kept of it, however slow it is."""

    __slots__ = ("_form", "_hub", "_view", "after", "channel")

    def __init__(self, hub: Hub, channel: Channel, view: View, form: Form, after: int) -> None:
        self.channel = channel
        self.after = after
        self._hub = hub
        self._view = view
        self._form = form

    @property
    def at_end(self) -> bool:
        """The game is over and nothing of it is left to tell."""
        return self.channel.ended and self.after >= self.channel.version

    def greet(self, keep_alive_s: float) -> list[bytes]:
        """The first frames."""
        game, version = self.channel.game, self.channel.version
        told = [frame(Hello(game, version, rfc3339(now_ms()), keep_alive_s), self._form)]
        if self.after > version:
            self.after = version
            told.append(frame(Resync(game, version), self._form))
        return told

    async def more(self) -> list[bytes]:
        """The next frames; empty when there is nothing new."""
        return self._framed(await self._hub.entries(self.channel, self.after, CHUNK))

    def at_hand(self) -> list[bytes] | None:
        """All frames that are left, if they are few and none must be read from the log."""
        found = self.channel.at_hand(self.after)
        return None if found is None or len(found) > CHUNK else self._framed(found)

    def _framed(self, found: Sequence[tuple[int, Folded]]) -> list[bytes]:
        frames = self.channel.frames
        told = [frames.get(version, folded, self._view, self._form) for version, folded in found]
        if found:
            self.after = found[-1][0]
        return told

    def end(self) -> bytes:
        return frame(Ended(self.channel.game, self.channel.version), self._form)

    def keep_alive(self, absent: tuple[SeatAbsent, ...]) -> bytes:
        game = self.channel.game
        told = KeepAlive(rfc3339(now_ms()), {game: self.after}, {game: absent} if absent else {})
        return frame(told, self._form)

    @property
    def seated(self) -> bool:
        return self._view.seat is not None


class Following:
    """A game for one receiver, before it is known how it wants to read it."""

    def __init__(self, hub: Hub, game: str, opening: Opening, view: View, absences: Absences) -> None:
        self.game = game
        self._absences = absences
        self._hub = hub
        self._opening = opening
        self._view = view

    async def page(self, after: int, wait_s: float, limit: int) -> Items:
        """What follows a version; when there is nothing, the first that comes within `wait_s`."""
        before = min(after, 1)
        found = await self._hub.read(self.game, self._opening, after - before, limit + before)
        if len(found) > before:
            return self._page(after, found[before:])
        if found and (_is_last(found[-1][1]) or wait_s <= 0):
            return self._page(after, [], ended=_is_last(found[-1][1]))
        return await self._waited(after, wait_s, limit)

    async def _waited(self, after: int, wait_s: float, limit: int) -> Items:
        async with self._hub.follow(self.game, self._opening, after) as channel:
            if after > channel.version:
                return Items(self.game, channel.version, channel.ended, (), resync=True)
            with connected(Transport.LONG_POLL):
                moved = await channel.wait(after, wait_s)
            if moved:
                return self._page(after, await self._hub.entries(channel, after, limit))
            return replace(self._page(after, [], ended=channel.ended), absent=await self._absent())

    async def _absent(self) -> tuple[SeatAbsent, ...]:
        """Strangers who look on are not told who is there."""
        return () if self._view.seat is None else await self._absences.of(self.game)

    def _page(self, after: int, found: list[tuple[int, Folded]], *, ended: bool = False) -> Items:
        rules = KINDS[self._opening.kind]
        items = tuple(item(rules, version, folded, self._view) for version, folded in found)
        ended = ended or (bool(found) and _is_last(found[-1][1]))
        return Items(self.game, after + len(found), ended, items)

    async def join(self, form: Form, after: int) -> Position:
        """Leave its channel once."""
        channel = await self._hub.join(self.game, self._opening, after)
        return Position(self._hub, channel, self._view, form, after)

    async def frames(self, form: Form, after: int) -> AsyncGenerator[bytes]:
        """The game's stream, until it ends or the receiver goes."""
        position = await self.join(form, after)
        channel = position.channel
        with connected(TRANSPORTS[form]):
            try:
                for told in position.greet(KEEP_ALIVE_S):
                    yield told
                while not channel.closed:
                    for told in await position.more():
                        yield told
                    if position.at_end:
                        yield position.end()
                        return
                    if not await channel.wait(position.after, KEEP_ALIVE_S) and not channel.closed:
                        yield position.keep_alive(await self._absent())
            finally:
                await self._hub.leave(channel)


def _is_last(folded: Folded) -> bool:
    return folded.entry.secret is not None
