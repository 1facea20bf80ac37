"""What the handlers speak to: tables and people put together as answers."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from services.lobby.acquaintance import Acquaintance
from services.lobby.admission import may_meet, may_see
from services.lobby.altering import altered
from services.lobby.asked import AlterTable, JoinByCode
from services.lobby.codes import Codes, plain
from services.lobby.ids import cursor_of, spot_of, table_id
from services.lobby.kinds import Kinds
from services.lobby.opening import opening
from services.lobby.start import act, start
from services.lobby.store import AnyWish, Tables
from services.lobby.tables import Table
from services.lobby.telling import Teller
from services.lobby.terms import Known, Visibility
from services.lobby.wire import NewTable, TableInfo, TableList, checked_entropy, people_of, table_info
from services.lobby.wishes import Alter, Join, Leave
from shared.api.courier import Courier, Unanswered
from shared.api.people import Names, People
from shared.api.problem import ApiError, Code
from shared.games.rules import Rejected
from shared.log.port import VersionTaken
from shared.seeds import DEFAULT_LANGUAGE, Texts


@dataclass(frozen=True, slots=True)
class Lobby:
    tables: Tables
    people: People
    acquaintance: Acquaintance
    codes: Codes
    teller: Teller
    courier: Courier
    kinds: Kinds
    texts: Texts
    house_sets: dict[str, Any]
    language: str = DEFAULT_LANGUAGE
    """Of what it answers."""

    def speaking(self, language: str) -> "Lobby":
        return replace(self, language=language)

    async def open(self, id: str, host: str, new: NewTable) -> TableInfo:
        """Opens a table, or finds it when this very wish has opened it before."""
        opening(new, host, self.house_sets)  # refuses before a code is spent
        code = await self.codes.draw(id) if new.visibility is Visibility.PRIVATE else ""
        try:
            return await self.changed(
                await self.tables.open(id, opening(new, host, self.house_sets, code)), host
            )
        except VersionTaken:
            await self.codes.give_up(code)
            return await self.show(id, host)

    async def show(self, id: str, reader: str | None) -> TableInfo:
        return await self.shown(await self.seen(id, reader), reader)

    async def seen(self, id: str, reader: str | None) -> Table:
        """A table that the reader may see. Raises `no-such-table`."""
        table = found(await self.tables.read(table_id(id)))
        if not may_see(table, reader, await self.acquaintance.for_reading(reader, table)):
            raise ApiError(Code.NO_SUCH_TABLE)
        return table

    async def act(self, id: str, by: str, wish: AnyWish) -> TableInfo:
        return await self.changed(found(await self.tables.act(table_id(id), by, wish)), by)

    async def join(self, id: str, by: str, wish: Join) -> TableInfo:
        async def known(table: Table) -> Join:
            return Join(
                wish.seat,
                wish.entropy,
                wish.code,
                wish.invitation,
                await self.acquaintance.for_seat(by, table),
            )

        return await self.changed(await self.seat(id, by, known), by)

    async def seat(self, id: str, by: str, wish: AnyWish) -> Table:
        """Whoever comes to a challenge starts it. That the engine has not said so yet takes nothing back."""
        try:
            return found(await act(self.tables, self.courier, table_id(id), by, wish))
        except Unanswered:
            return found(await self.tables.read(id))

    async def join_by_code(self, by: str, asked: JoinByCode) -> TableInfo:
        """Raises `no-such-code` also for the code of a table that is not private any more."""
        id = await self.codes.table_of(asked.code)
        if id is None:
            raise ApiError(Code.NO_SUCH_CODE)
        wish = Join(asked.seat, checked_entropy(asked.entropy), code=plain(asked.code))
        return await self.join(id, by, wish)

    async def alter(self, id: str, by: str, asked: AlterTable) -> TableInfo:
        async def wanted(table: Table) -> Alter:
            if by != table.host:
                return Alter(table.players, table.options, table.pace, table.terms)
            private = asked.visibility is Visibility.PRIVATE and not table.terms.code
            code = await self.codes.draw(table.id) if private else table.terms.code
            return altered(table, asked, self.house_sets.get(table.kind), code)

        return await self.act(id, by, wanted)

    async def leave_all(self, by: str) -> None:
        """Gives up every seat at a table that has not started, when an account goes. May be repeated."""
        for told in await self.teller.inbox.tables(by):
            with suppress(Rejected):  # it has started meanwhile, or was left
                table = await self.tables.act(told.id, by, Leave())
                if table is not None:
                    await self.teller.tell(table, by)

    async def start(self, id: str, by: str, wait_s: float | None = None) -> TableInfo:
        table = await start(self.tables, self.courier, table_id(id), by, wait_s)
        return await self.changed(found(table), by)

    async def page(
        self, reader: str | None, wanted: Callable[[Table], bool], limit: int, cursor: str | None
    ) -> TableList:
        """Of the open tables that the reader may see, has not been sent away from and has nobody to avoid at."""
        known = await self.acquaintance.for_list(reader)

        def shows(table: Table) -> bool:
            return _is_for(table, reader, known) and wanted(table)

        tables, after = await self.tables.page(shows, limit, spot_of(cursor) if cursor else None)
        return TableList(await self._infos(tables, reader), cursor_of(after) if after else None)

    async def changed(self, table: Table, by: str) -> TableInfo:
        """Tells whom it concerns; again when the wish is sent again, in case that was cut short."""
        await self.teller.tell(table, by)
        return await self.shown(table, by)

    async def shown(self, table: Table, reader: str | None) -> TableInfo:
        return (await self._infos([table], reader))[0]

    async def _infos(self, tables: Sequence[Table], reader: str | None) -> tuple[TableInfo, ...]:
        names = await self.names(person for table in tables for person in people_of(table))
        return tuple(table_info(table, names, self.tables.lives, reader) for table in tables)

    async def names(self, accounts: Iterable[str | None]) -> Names:
        return Names(await self.people.names(accounts), self.texts, self.language)


def _is_for(table: Table, reader: str | None, known: Known) -> bool:
    return may_see(table, reader, known) and may_meet(table, known) and reader not in table.kicked


def found(table: Table | None) -> Table:
    if table is None:
        raise ApiError(Code.NO_SUCH_TABLE)
    return table
