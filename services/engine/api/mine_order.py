"""The order of the home screen, and a cursor in it."""

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from shared.api.inbox import GameNews, Standing
from shared.api.problem import Flaw, malformed

NEVER = 10**15
"""Later than any deadline, in ms since 1970."""


class Group(IntEnum):
    TURN = 0
    RUNNING = 1
    ENDED = 2


GROUPS = {Standing.TURN: Group.TURN, Standing.OPEN: Group.RUNNING, Standing.OVER: Group.ENDED}


class Spot(NamedTuple):
    """Where a game stands; smaller is nearer to the top."""

    group: int
    due: int
    """Only of games that wait for the player; those without a deadline come after those with one."""
    age: int
    """Of games that wait for the player the longest waiting first, of others the last changed first."""
    game: str

    def __str__(self) -> str:
        return "~".join(map(str, self))


CURSOR = re.compile(r"([012])~(\d{1,16})~(-?\d{1,16})~(g_[0-9A-Za-z]{1,64})")


def spot_of(news: GameNews) -> Spot:
    """
    >>> spot_of(GameNews("g_1", 7, 1000, 5000, True, False))
    Spot(group=0, due=5000, age=1000, game='g_1')
    """
    group = GROUPS[news.standing]
    if group is Group.TURN:
        return Spot(int(group), NEVER if news.due is None else news.due, news.at, news.id)
    return Spot(int(group), 0, -news.at, news.id)


def page(games: Iterable[GameNews], limit: int, after: Spot | None) -> tuple[Sequence[str], Spot | None]:
    """The ids of a page, and where the next one begins after."""
    spots = sorted(map(spot_of, games))
    rest = [spot for spot in spots if after is None or spot > after]
    return [spot.game for spot in rest[:limit]], rest[limit - 1] if len(rest) > limit else None


def parse(cursor: str) -> Spot:
    """Raises `malformed`."""
    found = CURSOR.fullmatch(cursor)
    if not found:
        raise malformed(Flaw.FOREIGN_CURSOR, "cursor")
    return Spot(int(found[1]), int(found[2]), int(found[3]), found[4])
