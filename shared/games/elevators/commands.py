"""What a seat may wish."""

from typing import Annotated

import msgspec

from shared.games.elevators.cards import Card, Colour
from shared.games.rules import Command

Index = Annotated[int, msgspec.Meta(ge=0, le=2)]


class PlayPerson(Command, frozen=True, tag="play-person"):
    """A person joins a line, then the seat draws from a deck."""

    card: Card
    line: Index
    moved: Card | None = None
    """Whom a lost child takes along; needed when it has a choice."""
    deck: Index | None = None
    """Needed exactly while a deck has cards."""


class RedrawChild(Command, frozen=True, tag="redraw-child"):
    """Both cards dealt are lost children: the one of this colour is replaced."""

    colour: Colour


ElevatorsCommand = PlayPerson | RedrawChild
