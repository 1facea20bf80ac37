"""What happens by itself, and when somebody is being waited for."""

from collections.abc import Iterator
from enum import StrEnum

from shared.games.eddie.legal import anyone_can_play, can_play, drawers
from shared.games.eddie.state import State
from shared.games.rules import Seat, Timer

GRACE_MS = 3000


class Key(StrEnum):
    """The first part of a timer's key."""

    TILE = "tile"
    """`tile:0`: the first tile is turned."""
    DRAW = "draw"
    """`draw:<laid>`: nobody can play, so those who could draw have to."""
    LAST = "last"
    """`last:<seat>:<laid>`: that seat's mistaken last card was not called."""


def key_of(timer: str) -> tuple[Key, Seat]:
    """A timer's key and, of `last`, the seat.

    >>> key_of("last:2:71")
    (<Key.LAST: 'last'>, 2)
    """
    first, number, *_ = timer.split(":")
    return Key(first), Seat(int(number))


def timers(state: State) -> tuple[Timer, ...]:
    if state.ended:
        return ()
    if not state.turned:
        return (Timer("tile:0", state.options.countdown * 1000),)
    return (*_draw(state), *_last(state))


def _draw(state: State) -> Iterator[Timer]:
    if drawers(state) and not anyone_can_play(state):
        yield Timer(f"draw:{state.laid}", GRACE_MS)


def _last(state: State) -> Iterator[Timer]:
    for seat, laid in enumerate(state.claims):
        if laid is not None:
            yield Timer(f"last:{seat}:{laid}", GRACE_MS)


def clock(state: State, seat: Seat) -> int | None:
    """The cards laid so far while the seat holds one that fits: every laid card gives it fresh time."""
    return None if state.ended or not can_play(state, seat) else state.laid
