"""The duty that no table stays for ever: closes those that nobody starts, and removes those that are over."""

from collections.abc import Iterable
from dataclasses import dataclass

import structlog

from services.lobby.accounts.accounts import Accounts
from services.lobby.aged import Aged
from services.lobby.ageing import DAY_MS, Lives, expires_at, look_at
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
        """Does what is to be done about a table by now, and puts off looking at it again."""
        try:
            table = await self.tables.read(id)
        except CorruptLog as error:
            log.error("table-corrupt", table=id, error=str(error))
            await self.aged.put_aside(id, now_ms() + DAY_MS)
            return
        if table is None:
            await self.aged.lost(id)
        elif look_at(table, self.lives) > now_ms():
            await self.teller.tell(table, None)
        elif table.phase is Phase.OPEN:
            await self._expire(table)
        elif table.phase is Phase.CLOSED or await self.aged.archived(id):
            await self._remove(table)
        else:
            await self.aged.put_off(table, now_ms() + DAY_MS)

    async def _expire(self, table: Table) -> None:
        over = expires_at(table, self.lives) <= now_ms()
        try:
            now = await self.tables.act(table.id, "", Expire(table.version if over else None))
        except VersionTaken:  # somebody is busy at it: next time
            return
        if now is not None:
            await self.teller.tell(now, None)
            log.info("table-expired" if over else "invitations-expired", table=table.id)

    async def _remove(self, table: Table) -> None:
        """Players keep the mark that a game was theirs."""
        await self.accounts.unseated(_not_playing(table), table.id)
        await self.aged.drop(table)


def _not_playing(table: Table) -> Iterable[str]:
    """Who once sat there, and not in its game."""
    if table.phase is Phase.CLOSED:
        return table.sat
    return [player for player in table.sat if table.seat_of(player) is None]
