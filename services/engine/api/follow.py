"""One receiver's reading of a game: the same items on every transport."""

from collections.abc import AsyncGenerator, Sequence

from services.engine.api.hub import Channel, Hub
from services.engine.api.view import item
from services.engine.api.wire import Item, Items
from shared.games.kinds import KINDS
from shared.games.rules import Seat
from shared.log.entry import Opening
from shared.log.game import Folded
from shared.seeds import Texts

CHUNK = 100
"""Items read at once by a stream that catches up."""


class Following:
    def __init__(
        self,
        hub: Hub,
        game: str,
        opening: Opening,
        seat: Seat | None,
        telling: "tuple[Texts, str, Sequence[str]] | None",
    ) -> None:
        self.game = game
        self._hub = hub
        self._opening = opening
        self._rules = KINDS[opening.kind]
        self._seat = seat
        self._telling = telling

    async def page(self, after: int, wait_s: float, limit: int) -> Items:
        """What follows a version; when there is nothing, the first that comes within `wait_s`."""
        found = await self._hub.read(self.game, self._opening, after, limit)
        ended = bool(found) and _is_last(found[-1][1])
        if not found and wait_s > 0:
            async with self._hub.follow(self.game, self._opening) as channel:
                await channel.wait(after, wait_s)
                found = await self._hub.entries(channel, after, limit)
                ended = channel.ended and after + len(found) >= channel.version
        elif not found:
            ended = await self._has_ended(after)
        return Items(self.game, after + len(found), ended, tuple(self._item(*pair) for pair in found))

    async def _has_ended(self, after: int) -> bool:
        last = await self._hub.read(self.game, self._opening, max(after - 1, 0), 1)
        return bool(last) and _is_last(last[-1][1])

    async def stream(self, after: int, keep_alive_s: float) -> AsyncGenerator["Item | Channel"]:
        """First the channel, then every item after a version until the game ends; the channel again when it was quiet."""
        async with self._hub.follow(self.game, self._opening) as channel:
            yield channel
            while True:
                for version, folded in await self._hub.entries(channel, after, CHUNK):
                    yield self._item(version, folded)
                    after = version
                if channel.ended and after >= channel.version:
                    return
                if not await channel.wait(after, keep_alive_s) and not channel.ended:
                    yield channel

    def _item(self, version: int, folded: Folded) -> Item:
        return item(self._rules, version, folded, self._seat, self._telling)


def _is_last(folded: Folded) -> bool:
    return folded.entry.secret is not None
