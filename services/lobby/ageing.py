"""How long tables last: an open one that nobody starts, and what is kept of one that is over."""

import msgspec

from services.lobby.tables import Phase, Table
from shared.settings import Settings

HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS


UNTOLD_MS = 10_000
"""So long after a change the steward sees to it that it is told, in case that whoever made it has died."""


class Lives(msgspec.Struct, frozen=True):
    live_ms: int
    async_ms: int
    """For tables whose turns take days."""
    closed_ms: int
    """From the closing on."""


def lives_of(settings: Settings) -> Lives:
    return Lives(
        settings.live_table_h * HOUR_MS, settings.async_table_h * HOUR_MS, settings.closed_table_h * HOUR_MS
    )


LIVES = lives_of(Settings())


def expires_at(table: Table, lives: Lives) -> int:
    slow = table.pace.turn_ms is not None and table.pace.turn_ms >= DAY_MS
    return table.created_at + (lives.async_ms if slow else lives.live_ms)


def look_at(table: Table, lives: Lives) -> int:
    """When its time may be over, in ms; a started table goes after its game, so only seeing can tell."""
    match table.phase:
        case Phase.OPEN:
            return min((expires_at(table, lives), *(one.until for one in table.open_invitations)))
        case Phase.CLOSED:
            return table.changed_at + lives.closed_ms
        case Phase.STARTED:
            return table.changed_at + DAY_MS
