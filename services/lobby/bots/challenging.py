"""A challenge is a private table with an invitation: it starts when the bot comes, and closes when it does not.

Bots with a webhook do not read invitations: what they say that they accept is accepted for them.
"""

import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from msgspec.structs import replace as changed

from services.lobby.ageing import DAY_MS
from services.lobby.bots.accepting import Reason, refusal, wanted
from services.lobby.bots.directory import Directory
from services.lobby.bots.wire import Challenge, NewChallenge
from services.lobby.events import BotSeated, Invited, Opened, SeatTaken, TableEvent
from services.lobby.invitation_wire import invitation_info
from services.lobby.lobby import Lobby, found
from services.lobby.opening import opening
from services.lobby.paces import Async
from services.lobby.tables import Table, opened
from services.lobby.terms import Visibility
from services.lobby.wire import NewTable
from services.lobby.wishes import Decline, DeclineReason, Join
from shared.api.bots import Standing
from shared.api.caps import CAPS, Cap
from shared.api.moment import now_ms
from shared.api.people import is_bot
from shared.api.problem import ApiError, Code
from shared.games.rules import Rejected
from shared.log.port import VersionTaken

LIVE_MS = 2 * 60_000
ASYNC_MS = DAY_MS
"""How long a challenge waits for an answer."""
ENTROPY_BYTES = 16

SAID = {Reason.BUSY: DeclineReason.BUSY, Reason.AWAY: DeclineReason.LATER}
"""What a bot with a webhook says for not coming; otherwise that it wants another game."""


@dataclass(frozen=True, slots=True)
class Challenges:
    lobby: Lobby
    directory: Directory

    def speaking(self, language: str) -> "Challenges":
        return replace(self, lobby=self.lobby.speaking(language), directory=self.directory.speaking(language))

    async def challenge(self, id: str, by: str, bot: str, new: NewChallenge) -> Challenge:
        """Raises `bot-does-not-accept`, `cannot-invite`, `too-many-invitations`, and what an opening raises."""
        await self.directory.account(bot)
        table = await self.lobby.tables.read(id) or await self._opened(id, by, bot, new)
        await self.lobby.teller.tell(table, by)
        await self.answer(table)
        table = await self.lobby.tables.read(id) or table
        names = await self.lobby.names((bot, by))
        (invitation,) = table.invitations
        shown = invitation_info(table, invitation, names, now_ms())
        return Challenge(await self.lobby.shown(table, by), shown)

    async def _opened(self, id: str, by: str, bot: str, new: NewChallenge) -> Table:
        first, *others = await self._events(by, bot, new)
        await self.check(opened(id, first, now_ms()), by, bot)
        try:
            return await self.lobby.tables.open(id, (first, *others))
        except VersionTaken:  # the same wish, sent twice at once
            return found(await self.lobby.tables.read(id))

    async def check(self, table: Table, by: str, bot: str) -> None:
        """Whether a bot may be asked to a table by somebody."""
        if by == bot:
            raise ApiError(Code.NOT_YOURSELF)
        await self.directory.check(bot, wanted(table, by))
        if by in await self.lobby.acquaintance.ties.blocked(bot):
            raise ApiError(Code.CANNOT_INVITE)
        most = CAPS[Cap.MY_INVITATIONS]
        if len(await self.directory.inbox.invitations(bot)) >= most:
            raise ApiError(Code.TOO_MANY_INVITATIONS, params={"most": most})

    async def _events(self, by: str, bot: str, new: NewChallenge) -> tuple[Opened, *tuple[TableEvent, ...]]:
        wish = NewTable(
            kind=new.kind, players=new.players, options=new.options, pace=new.pace, bot_ms=new.bot_ms,
            entropy=new.entropy, visibility=Visibility.PRIVATE, rated=new.rated, rated_with_bots=new.rated,
        )  # fmt: skip
        first = opening(wish, by, self.lobby.house_sets)[0]
        owner = await self.directory.accounts.owner_of(by) if is_bot(by) else None
        levels = (BotSeated(seat, new.level.value) for seat in range(2, new.players))
        until = now_ms() + (ASYNC_MS if isinstance(new.pace, Async) else LIVE_MS)
        return (
            changed(first, terms=changed(first.terms, starts_full=True)),
            SeatTaken(0, by, new.entropy, owner),
            *levels,
            Invited(1, bot, by, until, 1),
        )

    async def answer(self, table: Table) -> None:
        """Answers the invitations of bots with a webhook, which nobody else does. May be repeated."""
        asked = [one for one in table.open_invitations if is_bot(one.player)]
        standings = await self._standings(one.player for one in asked)
        for one in asked:
            if standings[one.player].hook:
                with suppress(Rejected, ApiError):  # the table is not what it was
                    await self._answer(table, one.number, one.player, one.by)

    async def _standings(self, bots: Iterable[str]) -> dict[str, Standing]:
        return await self.directory.book.standings(list(bots), now_ms())

    async def _answer(self, table: Table, number: int, bot: str, by: str) -> None:
        capacity = await self.directory.capacity(await self.directory.account(bot))
        reason = refusal(await self.directory.accepts(bot), wanted(table, by), capacity)
        if reason is None:
            entropy = secrets.token_hex(ENTROPY_BYTES)
            await self.lobby.join(table.id, bot, Join(entropy=entropy, invitation=number))
        else:
            declined = Decline(number, SAID.get(reason, DeclineReason.OTHER_GAME))
            await self.lobby.act(table.id, bot, declined)
