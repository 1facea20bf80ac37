"""Invitations as the handlers speak of them: each belongs to a table and stands in its log."""

from dataclasses import dataclass

from services.lobby.accounts.accounts import Accounts
from services.lobby.ageing import DAY_MS, expires_at
from services.lobby.bots.challenging import Challenges
from services.lobby.ids import invitation_of, table_id
from services.lobby.invitation_wire import InvitationInfo, InvitationList, invitation_info
from services.lobby.lobby import Lobby, found
from services.lobby.tables import Invitation, Table
from services.lobby.wire import TableInfo
from services.lobby.wishes import Decline, Invite, Join, Withdraw
from shared.api.caps import CAPS, Cap
from shared.api.inbox import Inbox
from shared.api.moment import now_ms
from shared.api.people import is_bot
from shared.api.problem import ApiError, Code

LONGEST_MS = 3 * DAY_MS
"""An invitation is good for so long, or as long as its table."""


@dataclass(frozen=True, slots=True)
class Inviter:
    lobby: Lobby
    accounts: Accounts
    inbox: Inbox
    challenges: Challenges

    async def invite(self, table: str, by: str, player: str) -> InvitationInfo:
        """Raises `no-such-account`, `too-many-invitations`, and what judging raises; `bot-does-not-accept` of a bot."""
        if await self.accounts.read(player) is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        most = CAPS[Cap.MY_INVITATIONS]
        if len(await self.inbox.invitations(player)) >= most:
            raise ApiError(Code.TOO_MANY_INVITATIONS, params={"most": most})

        async def wish(table: Table) -> Invite:
            if is_bot(player) and table.invitation_of(player) is None:
                await self.challenges.check(table, by, player)
            until = min(now_ms() + LONGEST_MS, expires_at(table, self.lobby.tables.lives))
            return Invite(player, until, await self.lobby.acquaintance.for_seat(player, table))

        changed = found(await self.lobby.tables.act(table_id(table), by, wish))
        await self.lobby.teller.tell(changed, by)
        if is_bot(player):
            await self.challenges.answer(changed)
            changed = found(await self.lobby.tables.read(changed.id))
        invitation = changed.invitation_of(player)
        if invitation is None:  # answered meanwhile
            invitation = next(one for one in changed.invitations[::-1] if one.player == player)
        return await self._shown(changed, invitation)

    async def of_table(self, id: str, reader: str) -> InvitationList:
        """All there have been, the last one first; for who is at the table. Raises `not-seated`."""
        table = await self.lobby.seen(id, reader)
        if not table.concerns(reader):
            raise ApiError(Code.NOT_SEATED)
        return await self._list((table, one) for one in table.invitations[::-1])

    async def of_player(self, player: str) -> InvitationList:
        """Those that wait for an answer, the last one first."""
        waiting: list[tuple[Table, Invitation]] = []
        for news in (await self.inbox.invitations(player))[: CAPS[Cap.MY_INVITATIONS]]:
            table = await self.lobby.tables.read(news.table)
            invitation = table and table.invitation_of(player)
            if table and invitation and invitation.until > now_ms():
                waiting.append((table, invitation))
        return await self._list(sorted(waiting, key=lambda found: -found[1].at))

    async def withdraw(self, table: str, by: str, id: str) -> InvitationInfo:
        of, number = invitation_of(id)
        if of != table:
            raise ApiError(Code.NO_SUCH_INVITATION)
        return await self._act(of, by, number, Withdraw(number))

    async def decline(self, by: str, id: str, reason: Decline) -> InvitationInfo:
        table, number = invitation_of(id)
        return await self._act(table, by, number, Decline(number, reason.reason, reason.text))

    async def accept(self, by: str, id: str, asked: Join) -> TableInfo:
        """Raises `no-such-invitation` also for another's."""
        table, number = invitation_of(id)
        return await self.lobby.join(table, by, Join(asked.seat, asked.entropy, invitation=number))

    async def _act(self, table: str, by: str, number: int, wish: Withdraw | Decline) -> InvitationInfo:
        changed = await self.lobby.tables.act(table, by, wish)
        if changed is None:
            raise ApiError(Code.NO_SUCH_INVITATION)
        await self.lobby.teller.tell(changed, by)
        return await self._shown(changed, changed.invitations[number - 1])

    async def _shown(self, table: Table, invitation: Invitation) -> InvitationInfo:
        names = await self.lobby.names((invitation.player, invitation.by))
        return invitation_info(table, invitation, names, now_ms())

    async def _list(self, invitations) -> InvitationList:
        given = list(invitations)
        names = await self.lobby.names(id for _, one in given for id in (one.player, one.by))
        now = now_ms()
        return InvitationList(tuple(invitation_info(table, one, names, now) for table, one in given))
