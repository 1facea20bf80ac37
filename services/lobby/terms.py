"""What a table decides beside its game: who sees it, who may sit down, and how the game counts."""

from enum import StrEnum

import msgspec

from shared.log.entry import Absence


class Visibility(StrEnum):
    PUBLIC = "public"
    FRIENDS = "friends"
    """The host's friends."""
    PRIVATE = "private"
    """Who knows its code or is invited."""


class Terms(msgspec.Struct, frozen=True, array_like=True):
    """Stands in tables' logs, so fields are only added at the end."""

    visibility: Visibility = Visibility.PUBLIC
    code: str = ""
    """Of a private table: whoever knows it may sit down."""
    rated: bool = True
    """Wanted so; with a bot at a seat it is not."""
    absence: Absence = Absence.LAST
    rating_min: int | None = None
    rating_max: int | None = None
    ask_ready: bool = False
    """It does not start before everybody has said to be ready."""
    chat: bool = True
    hints: bool | None = None
    """Whether players may ask for hints; `None`: where only bots play against one person."""
    rated_with_bots: bool = False
    """It counts, in the programs' list, also where bots' accounts play with people."""
    starts_full: bool = False
    """A challenge: it starts when its last seat is taken, and closes when nobody is asked any more."""


class Known(msgspec.Struct, frozen=True):
    """What must be known of somebody who wants to see a table or to sit down."""

    friends: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    """Whom they blocked or who blocked them."""
    rating: int | None = None
    """In the table's list; `None` where nobody asks for it."""
    owner: str | None = None
    """Of a bot: who made it."""


STRANGER = Known()
