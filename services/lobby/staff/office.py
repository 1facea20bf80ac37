"""What staff does to accounts and tables: checked, noted, done, in this order."""

from dataclasses import dataclass, replace

from services.lobby.accounts.accounts import Account, Accounts
from services.lobby.accounts.apitokens import ApiTokenShelf
from services.lobby.accounts.asked import visible
from services.lobby.accounts.sessions import Sessions
from services.lobby.matching.tickets import Tickets
from services.lobby.staff.audit import Audit
from services.lobby.store import Tables
from services.lobby.tables import Phase, Table
from services.lobby.telling import Teller
from services.lobby.wishes import Close
from shared.api.courier import Courier
from shared.api.ended import Ended
from shared.api.measures import OWNER_SUSPENDED, SILENCED, SUSPENDED, Measure, text_of
from shared.api.moment import now_ms, rfc3339
from shared.api.people import Names
from shared.api.problem import ApiError, Code
from shared.games.rules import Rejected
from shared.log.commands import STAFF, Sent, StopGame, pack

STOP = f"{STAFF}:stop"
"""The command's id: a game is stopped once. No client can name a command so."""
WAIT_S = 5.0


@dataclass(frozen=True, slots=True)
class BackOffice:
    accounts: Accounts
    sessions: Sessions
    api_tokens: ApiTokenShelf
    ended: Ended
    audit: Audit
    tables: Tables
    tickets: Tickets
    teller: Teller
    courier: Courier
    names: Names
    """Says what accounts are called."""

    def speaking(self, language: str) -> "BackOffice":
        return replace(self, names=self.names._replace(language=language))

    async def account(self, id: str) -> Account:
        """Raises `no-such-account`."""
        account = await self.accounts.read(id)
        if account is None:
            raise ApiError(Code.NO_SUCH_ACCOUNT)
        return account

    async def find(self, id: str | None, handle: str | None, name: str | None) -> list[Account]:
        """By id, by whole handle, by the beginning of a name: all that fit one of these."""
        found: list[Account | None] = []
        if id:
            found.append(await self.accounts.read(id))
        if handle:
            found.append(await self.accounts.by_handle(handle))
        if name:
            found.extend(await self.accounts.by_name(name))
        return list({account.id: account for account in found if account}.values())

    async def rename(self, by: str, id: str, name: str, why: str) -> Account:
        shown = visible(name, "$.name")
        before = await self.account(id)
        await self.audit.note(by, "rename", id, why, before=self.names.said(before.called), after=shown)
        await self.accounts.change(id, name=shown)
        return await self.account(id)

    async def suspend(self, by: str, id: str, until: int | None, why: str) -> Account:
        """Refuses everything to the account and its bots from now on.

        It looks for no games any more; those that it has go on without it, by the rules of absence.
        """
        taken = await self._take(by, id, SUSPENDED, until, why)
        await self.ended.suspend(taken, *await self._signed_in(id))
        await self.tickets.forget(id)
        for bot in await self.accounts.bots_of(id):
            await self.accounts.change(bot, **{OWNER_SUSPENDED: text_of(taken)})
            await self.ended.suspend(taken, *await self._signed_in(bot))
        return await self.account(id)

    async def unsuspend(self, by: str, id: str, why: str) -> Account:
        await self._give_back(by, id, SUSPENDED, why)
        await self.ended.resume(*await self._signed_in(id))
        for bot in await self.accounts.bots_of(id):
            await self.accounts.change(bot, **{OWNER_SUSPENDED: None})
            await self.ended.resume(*await self._signed_in(bot))
        return await self.account(id)

    async def silence(self, by: str, id: str, until: int | None, why: str) -> Account:
        """Takes away speaking at tables."""
        await self._take(by, id, SILENCED, until, why)
        return await self.account(id)

    async def unsilence(self, by: str, id: str, why: str) -> Account:
        await self._give_back(by, id, SILENCED, why)
        return await self.account(id)

    async def grant(self, by: str, id: str, scope: str, why: str) -> Account:
        """The account's devices have the scope with their next access token. Not for guests, who may lose theirs."""
        account = await self.account(id)
        if account.guest:
            raise ApiError(Code.NOT_FOR_GUESTS)
        await self.audit.note(by, "grant", id, why, scope=scope)
        await self.accounts.change(id, staff=" ".join(dict.fromkeys((*account.staff, scope))))
        return await self.account(id)

    async def revoke(self, by: str, id: str, scope: str, why: str) -> Account:
        """Signs all devices out, so that no token that says otherwise is good any more."""
        account = await self.account(id)
        await self.audit.note(by, "revoke", id, why, scope=scope)
        await self.accounts.change(id, staff=" ".join(one for one in account.staff if one != scope))
        await self.sessions.end(id, *await self.sessions.all(id, now_ms()))
        return await self.account(id)

    async def end_table(self, by: str, id: str, why: str) -> Table:
        """An open table closes; a started one's game ends as it is, unfinished. Raises `game-over`, `table-not-open`."""
        table = await self._table(id)
        await self.audit.note(by, "end-table", id, why, state=table.phase.value)
        if table.phase is Phase.OPEN:
            try:
                closed = await self.tables.act(id, by, Close())
            except Rejected:
                table = await self._table(id)
            else:
                await self.teller.tell(closed or table, None)
                return closed or table
        if table.phase is Phase.CLOSED:
            raise ApiError(Code.TABLE_NOT_OPEN, params={"state": table.phase.value})
        stop = Sent(id=STOP, game=id, by=STAFF, seat=None, do=pack(StopGame()))
        reply = await self.courier.send(stop, WAIT_S)
        if reply.answer.reason is not None:
            raise ApiError(reply.answer.reason, params=reply.answer.params)
        return table

    async def _table(self, id: str) -> Table:
        table = await self.tables.read(id)
        if table is None:
            raise ApiError(Code.NO_SUCH_TABLE)
        return table

    async def _take(self, by: str, id: str, field: str, until: int | None, why: str) -> Measure:
        await self.account(id)
        until_text = "" if until is None else rfc3339(until)
        await self.audit.note(by, field, id, why, until=until_text)
        taken = Measure(until, why, now_ms())
        await self.accounts.change(id, **{field: text_of(taken)})
        return taken

    async def _give_back(self, by: str, id: str, field: str, why: str) -> None:
        await self.account(id)
        await self.audit.note(by, f"un{field}", id, why)
        await self.accounts.change(id, **{field: None})

    async def _signed_in(self, id: str) -> list[str]:
        """Its sessions and API tokens."""
        return [*await self.sessions.all(id, now_ms()), *await self.api_tokens.all(id)]
