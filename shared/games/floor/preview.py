"""What a legal command would do, as far as its seat may know."""

from enum import StrEnum
from typing import assert_never

import msgspec

from shared.games.floor import scoring
from shared.games.floor.cards import rank
from shared.games.floor.commands import FloorCommand, PlayCard, RevealAutoma, SetAside
from shared.games.floor.state import Play, State, Trick, floor
from shared.games.rules import Seat


class Place(StrEnum):
    FLOOR = "floor"
    DISCARD = "discard"
    ASIDE = "aside"
    UNKNOWN = "unknown"


class Preview(msgspec.Struct, frozen=True):
    lands: Place
    """Where the card would lie after the trick."""
    beats: bool | None
    """Whether it beats all cards so far; `None` for a card not yet known."""
    last: bool
    """Nobody plays to this trick afterwards, so that `beats` means winning it."""
    values: tuple[int, ...]
    """What a marker would earn at each floor, if no further card came."""
    scores: tuple[int, ...]
    """What each seat would score in this round, if no further card came."""


def preview(state: State, seat: Seat, command: FloorCommand) -> Preview:
    match command:
        case PlayCard():
            lands = Place.FLOOR if rank(command.card) == floor(state) else Place.DISCARD
            return _after(state, Play(seat, command.card, command.operator), lands)
        case SetAside():
            return _after(state, Play(seat, None), Place.ASIDE)
        case RevealAutoma():
            return _after(state, Play(seat, None), Place.UNKNOWN)
        case _:
            assert_never(command)


def _after(state: State, play: Play, lands: Place) -> Preview:
    plays = (*state.plays, play)
    beats = play.card is not None and scoring.winner(plays) == play.seat
    worth = scoring.values((*state.tricks, Trick(floor(state), play.seat, plays)))
    return Preview(
        lands,
        None if lands == Place.UNKNOWN else beats,
        len(plays) == state.seats,
        worth,
        scoring.scores(state.markers, worth),
    )
