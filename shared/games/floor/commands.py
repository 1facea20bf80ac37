"""Everything a seat may wish."""

from typing import Annotated

import msgspec

from shared.games.rules import Command

Card = Annotated[str, msgspec.Meta(min_length=2, max_length=3)]


class PlayCard(Command, frozen=True, tag="play-card"):
    card: Card
    operator: bool = False
    """Puts the seat's operator on the floor along with the card."""


class SetAside(Command, frozen=True, tag="set-aside"):
    """Puts a card face down out of the round, when no card of the hand may be played."""

    card: Card


class RevealAutoma(Command, frozen=True, tag="reveal-automa"):
    """The whole of the Automa's turn."""


FloorCommand = PlayCard | SetAside | RevealAutoma
