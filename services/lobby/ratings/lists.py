"""The lists that ratings are kept in: one per kind, and where the number of players makes another game of it, per that."""

from collections.abc import Mapping

import msgspec

from shared.api.people import is_bot
from shared.games.kinds import KINDS

BY_PLAYERS = frozenset({"floor"})
"""Kinds that are a different game with every number of players."""
BOTS = "bots-"
"""Begins the lists of programs: bots' accounts, and the levels of bots that we bring."""


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
    """Programs meet here: bots' accounts and the levels of built-in ones. People do not stand on its board."""


def is_account(who: str) -> bool:
    """Whether somebody in a list is an account, and no level of built-in bots."""
    return who.startswith("a_")


def stands(list_id: str, who: str) -> bool:
    """Whether somebody may be shown in a list; people whom bots met there are not.

    >>> [stands("bots-eddie", who) for who in ("hard", "a_bot01", "a_01")], stands("eddie", "a_01")
    ([True, True, False], True)
    """
    return not list_id.startswith(BOTS) or not is_account(who) or is_bot(who)


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
