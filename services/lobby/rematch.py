"""Playing again: who asks first opens the next table, whoever asks after them finds it.

The table that was played at says in its log which one is the next; so two who ask at once agree on one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from services.lobby.accounts.accounts import Accounts
from services.lobby.ageing import DAY_MS, expires_at
from services.lobby.bots.challenging import Challenges
from services.lobby.events import BotSeated, Invited, Opened, SeatTaken, TableEvent
from services.lobby.ids import TABLE_ID
from services.lobby.lobby import Lobby
from services.lobby.opening import new_secret
from services.lobby.tables import Phase, Table, opened
from services.lobby.terms import Visibility
from services.lobby.wire import TableInfo
from services.lobby.wishes import Join, Rematch
from shared.api.moment import now_ms
from shared.api.problem import ApiError, Code
from shared.log.port import VersionTaken

LONGEST_MS = DAY_MS
"""The others' seats are kept for them so long, or as long as the table."""


@dataclass(frozen=True, slots=True)
class Rematches:
    lobby: Lobby
    accounts: Accounts
    challenges: Challenges

    async def ask(self, game: str, by: str, id: str) -> TableInfo:
        """A seat at the next table, which is opened under this id if there is none yet."""
        before = await self._played(game, by)
        after = await self._next(before)
        failed = after is not None and after.phase is Phase.CLOSED
        if before.rematch is None or failed:
            before = await self.lobby.tables.act(game, by, Rematch(id, failed=before.rematch)) or before
            await self.lobby.teller.tell(before, by)
        if after is None or failed:
            after = await self._opened(before, by)
        await self.challenges.answer(after)
        if after.concerns(by):
            return await self.lobby.changed(after, by)
        return await self.lobby.join(after.id, by, Join(code=after.terms.code))

    async def _played(self, game: str, by: str) -> Table:
        """The table of a game that is over. Raises `no-such-game`, `not-seated` or `game-not-over`."""
        table = await self.lobby.tables.read(game) if TABLE_ID.fullmatch(game) else None
        if table is None or table.phase is not Phase.STARTED:
            raise ApiError(Code.NO_SUCH_GAME)
        if table.seat_of(by) is None:
            raise ApiError(Code.NOT_SEATED)
        if not await self.lobby.tables.ended(game):
            raise ApiError(Code.GAME_NOT_OVER)
        return table

    async def _next(self, before: Table) -> Table | None:
        return await self.lobby.tables.read(before.rematch) if before.rematch else None

    async def _opened(self, before: Table, by: str) -> Table:
        """The next table; opened now, unless somebody was quicker."""
        if before.rematch is None:
            raise AssertionError("a rematch was just appended")
        if (there := await self._next(before)) is not None:
            return there
        code = await self.lobby.codes.draw(before.rematch)
        events = await self._opening(before, by, code)
        try:
            return await self.lobby.tables.open(before.rematch, events)
        except VersionTaken:
            await self.lobby.codes.give_up(code)
            return await self._opened(before, by)

    async def _opening(self, before: Table, by: str, code: str) -> tuple[TableEvent, ...]:
        """As before, everybody one seat on; those who have not asked yet are invited, and nobody else can come."""
        terms = replace(before.terms, visibility=Visibility.PRIVATE, code=code)
        first = Opened(
            before.kind, before.players, before.options, before.pace, by, new_secret(), terms, before.id
        )
        drafted = opened(before.id, first, now_ms())
        until = min(now_ms() + LONGEST_MS, expires_at(drafted, self.lobby.tables.lives))
        invited = {player for player in before.people if await self._may_come(player, by)}
        return (first, *_seated(before, by), *_invited(before, by, invited, until))

    async def _may_come(self, player: str, by: str) -> bool:
        if player == by or await self.accounts.read(player) is None:
            return False
        return player not in await self.lobby.acquaintance.ties.blocked(by)


def _seated(before: Table, by: str) -> Iterator[TableEvent]:
    for seat, place in enumerate(before.places):
        if place.player == by:
            yield SeatTaken(_rotated(before, seat), by)
        elif place.bot is not None:
            yield BotSeated(_rotated(before, seat), place.bot)


def _invited(before: Table, by: str, players: set[str], until: int) -> Iterator[TableEvent]:
    coming = [(seat, place.player) for seat, place in enumerate(before.places) if place.player in players]
    for number, (seat, player) in enumerate(coming, 1):
        if player is not None:
            yield Invited(number, player, by, until, _rotated(before, seat))


def _rotated(table: Table, seat: int) -> int:
    return (seat + 1) % table.players
