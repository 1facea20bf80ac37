"""The duty that no table stays for ever: closes those that nobody starts, and removes those that are over."""

from collections.abc import Iterable
from dataclasses import dataclass

import structlog

from services.lobby.accounts.accounts import Accounts
from services.lobby.aged import Aged
from services.lobby.ageing import DAY_MS, Lives, look_at
from services.lobby.store import Tables
from services.lobby.tables import Phase, Table
from services.lobby.telling import Teller
from services.lobby.wishes import Expire
from shared.api.moment import now_ms
from shared.log.port import CorruptLog, VersionTaken

log = structlog.get_logger(__name__)

EVERY_S = 15.0


@dataclass(slots=True)
class Expiry:
    """Whatever it does is decided by the table's log as it then is, so that doing it twice does nothing."""

    tables: Tables
    aged: Aged
    accounts: Accounts
    teller: Teller
    lives: Lives
    adopted: bool = False

    async def step(self) -> None:
        if not self.adopted:
            await self.aged.adopt()
            self.adopted = True
        for id in await self.aged.ripe(now_ms()):
            await self.see(id)

    async def see(self, id: str) -> None:
        """Does what is to be done about a table by now, or puts it off."""
        try:
            table = await self.tables.read(id)
        except CorruptLog as error:
            log.error("table-corrupt", table=id, error=str(error))
            await self.aged.later(id, now_ms() + DAY_MS)
            return
        if table is None:
            await self.aged.lost(id)
        elif look_at(table, self.lives) > now_ms():
            await self.aged.later(id, look_at(table, self.lives))
        elif table.phase is Phase.OPEN:
            await self._close(table)
        elif table.phase is Phase.CLOSED or await self.aged.archived(id):
            await self._remove(table)
        else:
            await self.aged.later(id, now_ms() + DAY_MS)

    async def _close(self, table: Table) -> None:
        try:
            closed = await self.tables.act(table.id, "", Expire(table.version))
        except VersionTaken:  # somebody is busy at it: next time
            return
        if closed is not None and closed.phase is Phase.CLOSED:
            await self.teller.tell(closed, None)
            log.info("table-expired", table=table.id)

    async def _remove(self, table: Table) -> None:
        """Players keep the mark that a game was theirs."""
        await self.accounts.unseated(_not_playing(table), table.id)
        await self.aged.drop(table)


def _not_playing(table: Table) -> Iterable[str]:
    """Who once sat there, and not in its game."""
    if table.phase is Phase.CLOSED:
        return table.sat
    return [player for player in table.sat if table.seat_of(player) is None]
