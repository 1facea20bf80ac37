"""What the handlers speak to: tables and people put together as answers."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from services.lobby.kinds import Kinds
from services.lobby.opening import opening
from services.lobby.start import start
from services.lobby.store import Spot, Tables
from services.lobby.tables import Table
from services.lobby.telling import Teller
from services.lobby.wire import NewTable, TableInfo, TableList, people_of, table_info
from services.lobby.wishes import Leave, Wish
from shared.api.courier import Courier
from shared.api.people import Names, People
from shared.api.problem import ApiError, Code, Flaw, malformed
from shared.games.rules import Rejected
from shared.log.port import VersionTaken
from shared.seeds import DEFAULT_LANGUAGE, Texts


@dataclass(frozen=True, slots=True)
class Lobby:
    tables: Tables
    people: People
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
        events = opening(new, host, self.house_sets)
        try:
            return await self._changed(await self.tables.open(id, events), host)
        except VersionTaken:
            return await self.show(id)

    async def show(self, id: str) -> TableInfo:
        return await self._shown(_found(await self.tables.read(_table_id(id))))

    async def act(self, id: str, by: str, wish: Wish) -> TableInfo:
        return await self._changed(_found(await self.tables.act(_table_id(id), by, wish)), by)

    async def leave_all(self, by: str) -> None:
        """Gives up every seat at a table that has not started, when an account goes. May be repeated."""
        for told in await self.teller.inbox.tables(by):
            with suppress(Rejected):  # it has started meanwhile, or was left
                table = await self.tables.act(told.id, by, Leave())
                if table is not None:
                    await self.teller.tell(table, by)

    async def start(self, id: str, by: str, wait_s: float | None = None) -> TableInfo:
        table = await start(self.tables, self.courier, _table_id(id), by, wait_s)
        return await self._changed(_found(table), by)

    async def page(self, kind: str | None, limit: int, cursor: str | None) -> TableList:
        tables, after = await self.tables.page(kind, limit, spot_of(cursor) if cursor else None)
        return TableList(await self._infos(tables), cursor_of(after) if after else None)

    async def _changed(self, table: Table, by: str) -> TableInfo:
        """Tells whom it concerns; again when the wish is sent again, in case that was cut short."""
        await self.teller.tell(table, by)
        return await self._shown(table)

    async def _shown(self, table: Table) -> TableInfo:
        return (await self._infos([table]))[0]

    async def _infos(self, tables: Sequence[Table]) -> tuple[TableInfo, ...]:
        people = await self.people.names(person for table in tables for person in people_of(table))
        names = Names(people, self.texts, self.language)
        return tuple(table_info(table, names, self.tables.lives) for table in tables)


def _found(table: Table | None) -> Table:
    if table is None:
        raise ApiError(Code.NO_SUCH_TABLE)
    return table


TABLE_ID = re.compile(r"g_[0-9A-HJKMNP-TV-Z]{26}")


def _table_id(id: str) -> str:
    """Spares Valkey what cannot be one."""
    if not TABLE_ID.fullmatch(id):
        raise ApiError(Code.NO_SUCH_TABLE)
    return id


CURSOR = re.compile(r"(\d{1,15})~(g_[0-9A-HJKMNP-TV-Z]{26})")


def cursor_of(spot: Spot) -> str:
    return f"{spot.opened_at}~{spot.table}"


def spot_of(cursor: str) -> Spot:
    """Raises `malformed`."""
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return Spot(int(found[1]), found[2])
