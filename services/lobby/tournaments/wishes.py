"""What may be wished for of a tournament."""

import msgspec


class Enter(msgspec.Struct, frozen=True):
    pass


class Withdraw(msgspec.Struct, frozen=True):
    pass


class Begin(msgspec.Struct, frozen=True):
    """The organizer's: now, with whoever is there."""

    games: tuple[str, ...]
    """Ids for the first round's games, more than enough."""
    apart: frozenset[frozenset[str]] = frozenset()


class Cancel(msgspec.Struct, frozen=True):
    pass


class GoOn(msgspec.Struct, frozen=True):
    """The steward's: whatever is due at this moment."""

    now: int
    games: tuple[str, ...]
    apart: frozenset[frozenset[str]] = frozenset()
    """Each two people of whom one has blocked the other; not kept."""
    gone: frozenset[str] = frozenset()
    """Players, and perhaps the organizer, whose accounts have been deleted."""


class Note(msgspec.Struct, frozen=True):
    """The steward's: games that are over, and their places by seat."""

    results: tuple[tuple[str, tuple[int, ...] | None], ...]


Wish = Enter | Withdraw | Begin | Cancel | GoOn | Note
