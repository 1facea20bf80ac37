"""Ids and cursors as the API has them; what cannot be one is refused before Valkey is asked."""

import re

from services.lobby.store import Spot
from shared.api.problem import ApiError, Code, Flaw, malformed

ULID = "[0-9A-HJKMNP-TV-Z]{26}"
TABLE_ID = re.compile(f"g_{ULID}")
INVITATION_ID = re.compile(rf"i_({ULID})_(\d{{1,4}})")
CURSOR = re.compile(rf"(\d{{1,15}})~(g_{ULID})")


def table_id(id: str) -> str:
    """Raises `no-such-table`."""
    if not TABLE_ID.fullmatch(id):
        raise ApiError(Code.NO_SUCH_TABLE)
    return id


def invitation_id(table: str, number: int) -> str:
    """
    >>> invitation_id("g_01JD2Q0V9Y3M8E5X7K4T6R1ZAB", 3)
    'i_01JD2Q0V9Y3M8E5X7K4T6R1ZAB_3'
    """
    return f"i_{table.removeprefix('g_')}_{number}"


def invitation_of(id: str) -> tuple[str, int]:
    """The table and the number in it. Raises `no-such-invitation`."""
    found = INVITATION_ID.fullmatch(id)
    if not found:
        raise ApiError(Code.NO_SUCH_INVITATION)
    return f"g_{found[1]}", int(found[2])


def cursor_of(spot: Spot) -> str:
    return f"{spot.opened_at}~{spot.table}"


def spot_of(cursor: str) -> Spot:
    """Raises `malformed`."""
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return Spot(int(found[1]), found[2])
