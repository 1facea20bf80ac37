"""Where a board or a history goes on, as clients carry it around."""

import re

from services.lobby.ratings import boards, histories
from shared.api.problem import Flaw, malformed

CURSOR = re.compile(r"(\d{1,15})~(\w{1,64})", re.ASCII)


def of(spot: boards.Spot | histories.Spot) -> str:
    """
    >>> of(boards.Spot(1200, "a_1"))
    '1200~a_1'
    """
    number, name = spot
    return f"{number}~{name}"


def board_spot(cursor: str) -> boards.Spot:
    """Raises `malformed`."""
    return boards.Spot(*_parsed(cursor))


def history_spot(cursor: str) -> histories.Spot:
    """Raises `malformed`."""
    return histories.Spot(*_parsed(cursor))


def _parsed(cursor: str) -> tuple[int, str]:
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return int(found[1]), found[2]
