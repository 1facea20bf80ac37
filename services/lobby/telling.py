"""Tells of a table's change whom it concerns."""

from dataclasses import dataclass

from services.lobby.accounts.accounts import Accounts
from services.lobby.aged import Aged
from services.lobby.ageing import Lives, look_at
from services.lobby.news import invitations_of, news_of
from services.lobby.tables import Table
from shared.api.inbox import Inbox
from shared.api.moment import now_ms


@dataclass(frozen=True, slots=True)
class Teller:
    accounts: Accounts
    inbox: Inbox
    aged: Aged
    lives: Lives

    async def tell(self, table: Table, by: str | None) -> None:
        """`by`: whose wish it was. May be repeated."""
        await self.accounts.seated([place.player for place in table.places], table.id, now_ms())
        await self.inbox.tell(news_of(table, by))
        await self.inbox.tell(invitations_of(table))
        await self.aged.put_off(table, look_at(table, self.lives))
