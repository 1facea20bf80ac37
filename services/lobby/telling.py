"""Tells of a table's change whom it concerns."""

from dataclasses import dataclass

from services.lobby.accounts.accounts import Accounts
from services.lobby.news import news_of
from services.lobby.tables import Table
from services.lobby.wire import people_of
from shared.api.inbox import Inbox
from shared.api.moment import now_ms
from shared.api.people import Names, People
from shared.seeds import Texts


@dataclass(frozen=True, slots=True)
class Teller:
    accounts: Accounts
    people: People
    inbox: Inbox
    texts: Texts

    async def tell(self, table: Table, by: str | None) -> dict[str, str]:
        """`by`: whose wish it was. Returns the names of all at the table. May be repeated."""
        names = await self.people.names(people_of(table))
        await self.accounts.seated([place.player for place in table.places], table.id, now_ms())
        await self.inbox.tell(news_of(table, by, Names(names, self.texts)))
        return names
