"""Everything that is stored about one account, in one document."""

from services.lobby.accounts.accounts import Account
from services.lobby.accounts.answered import (
    AccountExport,
    AccountInfo,
    MessageGiven,
    ReportGiven,
    TieInfo,
    session_infos,
    token_info,
)
from services.lobby.accounts.apitokens import ApiTokenShelf
from services.lobby.accounts.sessions import Sessions
from services.lobby.bots.owning import Owning
from services.lobby.leave.wire import exported_leave
from services.lobby.matching.wire import ticket_info
from services.lobby.people.tie import Standing, Tie
from services.lobby.ratings.records import Records
from services.lobby.staff.reports import Report
from services.lobby.stores import Stores
from services.lobby.tables import Phase
from services.lobby.talk.sayings import Said
from shared.api.moment import rfc3339
from shared.api.notices.history import MOST_TOLD
from shared.api.notices.wire import exported


def _report(report: Report) -> ReportGiven:
    return ReportGiven(report.player, report.reason, report.text, report.table, rfc3339(report.at))


def _message(said: tuple[str, Said]) -> MessageGiven:
    table, (number, saying, _) = said
    return MessageGiven(table, rfc3339(number), saying.emote, saying.text)


def _tie(account: str, other: str, tie: Tie) -> TieInfo | None:
    """As the account may know it."""
    standing, blocked_at = tie.standing(account), tie.blocked_by.get(account)
    if standing is Standing.NONE and blocked_at is None:
        return None
    return TieInfo(other, standing, blocked_at is not None, rfc3339(blocked_at or tie.at))


class Exporter:
    def __init__(self, stores: Stores, sessions: Sessions, api_tokens: ApiTokenShelf, owning: Owning) -> None:
        self._stores = stores
        self._sessions = sessions
        self._api_tokens = api_tokens
        self._owning = owning

    async def export(
        self, account: Account, info: AccountInfo, records: Records, current: str | None, now_ms: int
    ) -> AccountExport:
        sessions = await self._sessions.all(account.id, now_ms)
        tokens = await self._api_tokens.all(account.id)
        ties = await self._stores.ties.all(account.id)
        told, _ = await self._stores.history.page(account.id, MOST_TOLD)
        said = await self._stores.sayings.of(account.id, await self._stores.accounts.tables(account.id))
        return AccountExport(
            exported_at=rfc3339(now_ms),
            account=info,
            identities=account.identities,
            sessions=session_infos(sessions, current),
            api_tokens=tuple(token_info(id, stored) for id, stored in tokens.items()),
            others=tuple(filter(None, (_tie(account.id, other, tie) for other, tie in ties.items()))),
            tickets=tuple(map(ticket_info, await self._stores.tickets.of(account.id))),
            notifications=exported(await self._stores.book.read(account.id), told),
            leave=exported_leave(await self._stores.leaves.read(account.id)),
            messages=tuple(map(_message, said)),
            reports=tuple(_report(report) for _, report in await self._stores.reports.of(account.id)),
            games=tuple([id async for id in self._games(account.id)]),
            ratings=await records.ratings_of(account.id),
            history=await records.all_games(account.id),
            bots=await self._owning.exports(account.id),
        )

    async def _games(self, account: str):
        """Those of its tables that were started with the account at a seat; of old ones only games are remembered."""
        for id in await self._stores.accounts.tables(account):
            table = await self._stores.tables.read(id)
            if table is None or (table.phase is Phase.STARTED and table.seat_of(account) is not None):
                yield id
