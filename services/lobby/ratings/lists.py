"""The lists that ratings are kept in: one per kind, and where the number of players makes another game of it, per that."""

from collections.abc import Mapping

import msgspec

from shared.games.kinds import KINDS

BY_PLAYERS = frozenset({"floor"})
"""Kinds that are a different game with every number of players."""
BOTS = "bots-"
"""Begins the lists of games that only bots have played."""


def list_of(kind: str, players: int) -> str:
    """
    >>> list_of("eddie", 3), list_of("floor", 3)
    ('eddie', 'floor-3')
    """
    return f"{kind}-{players}" if kind in BY_PLAYERS else kind


def bots_of(list_id: str) -> str:
    """The bots' own list beside a list of people.

    >>> bots_of(list_of("floor", 2))
    'bots-floor-2'
    """
    return BOTS + list_id


class ListInfo(msgspec.Struct, frozen=True):
    """What a list rates."""

    id: str
    kind: str
    players: int | None
    """`null` where games of all sizes count in one list."""
    bots: bool
    """Levels of bots meet here, not people."""


def _lists() -> Mapping[str, ListInfo]:
    found: dict[str, ListInfo] = {}
    for kind, rules in KINDS.items():
        for players in rules.players:
            id = list_of(kind, players)
            size = players if kind in BY_PLAYERS else None
            found[id] = ListInfo(id, kind, size, bots=False)
    return found | {
        bots_of(id): ListInfo(bots_of(id), one.kind, one.players, True) for id, one in found.items()
    }


LISTS = _lists()
"""By id."""
