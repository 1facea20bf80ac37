"""All that the lobby keeps in Valkey: each store made once, for whoever needs it."""

from dataclasses import dataclass
from typing import Any

from services.lobby.accounts import accounts
from services.lobby.accounts.accounts import Accounts
from services.lobby.aged import Aged
from services.lobby.ageing import Lives, lives_of
from services.lobby.bots.registry import Registry
from services.lobby.leave.leaves import Leaves
from services.lobby.matching import tickets
from services.lobby.matching.tickets import Tickets
from services.lobby.people import ties
from services.lobby.people.ties import Ties
from services.lobby.ratings import histories, keeping
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.ratings import Ratings
from services.lobby.staff import reports
from services.lobby.staff.reports import Reports
from services.lobby.store import Tables
from services.lobby.talk import sayings
from services.lobby.talk.sayings import Sayings
from services.lobby.tournaments.store import Tournaments
from shared.api.bots import BotBook
from shared.api.notices.book import Book
from shared.api.notices.history import History

WITH_FUNCTIONS = (accounts, ties, tickets, keeping, histories, sayings, reports)


@dataclass(frozen=True, slots=True)
class Stores:
    accounts: Accounts
    lives: Lives
    tables: Tables
    aged: Aged
    ties: Ties
    tickets: Tickets
    tournaments: Tournaments
    ratings: Ratings
    lists: Lists
    leaves: Leaves
    sayings: Sayings
    reports: Reports
    book: Book
    history: History
    registry: Registry
    bot_book: BotBook

    async def forget(self, account: str) -> None:
        """What of an account goes with it, beside the account itself. May be repeated, should it break off."""
        for store in (self.tickets, self.book, self.leaves, self.lists, self.reports, self.registry):
            await store.forget(account)
        await self.sayings.forget(account, await self.accounts.tables(account))


async def stores_of(state: Any) -> Stores:
    """Needs the common connections in `state`."""
    redis, partitions, lives = state.redis, state.settings.partitions, lives_of(state.settings)
    for part in WITH_FUNCTIONS:
        await part.load_functions(redis)
    kept = Accounts(redis, state.people)
    return Stores(
        accounts=kept,
        lives=lives,
        tables=Tables(redis, partitions, lives),
        aged=Aged(redis, partitions),
        ties=Ties(redis),
        tickets=Tickets(redis),
        tournaments=Tournaments(redis),
        ratings=Ratings(redis),
        lists=Lists(redis),
        leaves=Leaves(redis, state.inbox, partitions),
        sayings=Sayings(redis),
        reports=Reports(redis),
        book=state.book,
        history=History(redis),
        registry=Registry(redis, kept),
        bot_book=BotBook(redis),
    )
