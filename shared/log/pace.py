"""A table's pace: how long a seat may think, and what happens when it thinks longer."""

from enum import StrEnum

import msgspec

DAY_MS = 24 * 3600 * 1000


class RunOut(StrEnum):
    """What happens when a seat's time has run out."""

    BOT = "bot"
    """A bot sits in until the player's next command."""
    FIRST_MOVE = "first-move"
    """The seat's first legal command is played; the second time in a row a bot sits in."""
    CONCEDE = "concede"
    """The seat has given up."""


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a seat may think, and how long bots seem to. Old games have what the defaults say."""

    turn_ms: int | None = None
    """`None`: for ever. In kinds without turns: how long a seat that could act may do nothing."""
    bot_ms: int = 500
    """The least time a bot takes for a turn, so that people can follow; kinds without turns have their own."""
    bank_ms: int = 0
    """Further time of each seat for the whole game, used when a turn's own is up."""
    increment_ms: int = 0
    """What each own move adds to the bank."""
    run_out: RunOut = RunOut.BOT
    first_ms: int | None = None
    """The time of the very first move, if that is more than a turn's; when it has run out, the game never began."""
    absent_ms: int = 7 * DAY_MS
    """How long the game waits when nobody is there any more, before it ends without a result."""
