"""What a seat may wish for."""

from typing import Annotated

import msgspec

from shared.games.eddie.cards import CardText, Lift
from shared.games.rules import Command


class LayCard(Command, frozen=True, tag="lay-card"):
    card: CardText
    lift: Lift
    tile: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """The number of the tile that the player saw; a card meant for an earlier one is refused."""


class Draw(Command, frozen=True, tag="draw"):
    """Fill the hand from the own pile (`manual` only)."""


class Call(Command, frozen=True, tag="call"):
    """The top of that lift is somebody else's mistake (`callable` only)."""

    lift: Lift


EddieCommand = LayCard | Draw | Call
