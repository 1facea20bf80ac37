"""What of an event lies open to a receiver, by the rulebooks: told apart from the code that redacts, which is held to it."""

from typing import Any

from shared.games.elevators import events as elevators
from shared.games.floor import events as floor
from shared.games.rules import Event, Seat

PUBLIC = (
    floor.Played,
    floor.AutomaRevealed,
    floor.TrickWon,
    floor.Scored,
    floor.Ended,
    elevators.Played,
    elevators.WentToCafe,
    elevators.Scored,
    elevators.Ended,
)


def open_to(receiver: Seat | None, event: Event) -> Any:
    """The cards that the receiver sees; whatever else lies open is the same in any deal."""
    match event:
        case floor.Dealt(hands=hands) | floor.Turned(hands=hands) | elevators.Dealt(hands=hands):
            return hands[receiver] if receiver is not None and receiver < len(hands) else ()
        case floor.CardSetAside(seat=seat) | elevators.Drew(seat=seat) | elevators.Redrawn(seat=seat):
            return (event.card,) if seat == receiver else ()
        case elevators.LinedUp(people=people):
            return people
        case _ if isinstance(event, PUBLIC):
            return event
        case _:
            return ()
