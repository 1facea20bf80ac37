"""What a table may choose."""

from enum import StrEnum

import msgspec

from shared.games.rules import Problem, Setup


class Deck(StrEnum):
    SIX_SUIT = "six-suit"
    STANDARD = "standard"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deck: Deck = Deck.SIX_SUIT
    friendly: bool = False
    """All twelve cards are dealt at once (Friendly Neighbor Variant)."""
    operator: bool = False
    """One operator for each seat and match, the Automa's in its deck (Operator Variant)."""


def check(setup: Setup[Options]) -> tuple[Problem, ...]:
    """Only the number of players can be wrong: every combination of the options may be played."""
    if 2 <= setup.players <= 4:
        return ()
    return (Problem("players", "player-count", (2, 3, 4)),)


def house_seats(setup: Setup[Options]) -> tuple[str, ...]:
    """The Automa takes the third seat when two play (2-Player Automa)."""
    return ("automa",) if setup.players == 2 else ()
