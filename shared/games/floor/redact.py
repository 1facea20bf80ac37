"""An event as its receivers see it."""

from typing import assert_never

from shared.games.floor.events import (
    AutomaRevealed,
    CardSetAside,
    Dealt,
    Ended,
    FloorEvent,
    Hands,
    Played,
    Scored,
    SeenDealt,
    SeenEvent,
    SeenSetAside,
    SeenTurned,
    TrickWon,
    Turned,
)
from shared.games.rules import Seat


def redact(event: FloorEvent, seat: Seat | None) -> SeenEvent:
    match event:
        case Dealt():
            return SeenDealt(event.dealer, event.markers, len(event.hands[0]), _own(event.hands, seat))
        case Turned():
            return SeenTurned(len(event.hands[0]), _own(event.hands, seat))
        case CardSetAside():
            return SeenSetAside(event.seat, event.card if seat == event.seat else None)
        case Played() | AutomaRevealed() | TrickWon() | Scored() | Ended():
            return event
        case _:
            assert_never(event)


def _own(hands: Hands, seat: Seat | None) -> tuple[str, ...] | None:
    """No spectator has a hand, and no Automa: whoever sits for it does not know its deck."""
    return None if seat is None or seat >= len(hands) else hands[seat]
