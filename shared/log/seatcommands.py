"""What a player may wish of a seat in a game of any kind, beside the kind's own commands."""

from typing import Annotated, Literal

import msgspec

from shared.games.rules import Command

Offer = Annotated[int, msgspec.Meta(ge=1)]
"""The version at which something was offered."""


class HandOver(Command, frozen=True, tag="hand-over"):
    """Lets a bot play until `take-seat-back`, or until the player's next move."""

    level: Literal["easy", "normal", "hard"] = "normal"


class TakeSeatBack(Command, frozen=True, tag="take-seat-back"):
    """Ends whatever a bot does for the player."""


class Resign(Command, frozen=True, tag="resign"):
    """Gives up for good: a bot plays to the end, and the seat is placed last."""


class AskTakeback(Command, frozen=True, tag="ask-takeback"):
    """Asks everybody who is there to go back to before the player's last move."""


class OfferEnd(Command, frozen=True, tag="offer-end"):
    """Asks everybody who is there to end the game without a result."""


class Agree(Command, frozen=True, tag="agree"):
    """To what was asked at a version."""

    to: Offer


class Decline(Command, frozen=True, tag="decline"):
    """What was asked at a version, also what one has asked oneself."""

    to: Offer


class TakeHint(Command, frozen=True, tag="take-hint"):
    """Lets the search help. The API's own command, which has the answer worked out when it is accepted."""


SeatCommand = HandOver | TakeSeatBack | Resign | AskTakeback | OfferEnd | Agree | Decline

"""What clients may send."""

SEAT_COMMANDS: frozenset[type[Command]] = frozenset((*SeatCommand.__args__, TakeHint))
