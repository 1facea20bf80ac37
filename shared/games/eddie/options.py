"""What a table decides, the component set, and what either of them may not be."""

from enum import StrEnum
from typing import Annotated

import msgspec

from shared.games.eddie.cards import GO, GOS, NUMBERS, STOP, STOPS, CardText
from shared.games.rules import Problem, Setup

NUMBER_CARDS = 62

Tile = tuple[CardText, CardText, CardText, CardText]
"""Faces of the top, right, bottom and left lift."""


class Refill(StrEnum):
    AUTO = "auto"
    MANUAL = "manual"


class Mistakes(StrEnum):
    REFUSED = "refused"
    CALLABLE = "callable"


class EddieSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one printed copy."""

    tiles: Annotated[tuple[Tile, ...], msgspec.Meta(min_length=8, max_length=8)]
    numbers: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=NUMBER_CARDS)], ...],
        msgspec.Meta(min_length=len(NUMBERS), max_length=len(NUMBERS)),
    ]
    """How many cards there are of 0, 1, ... 8."""


class EddieOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    refill: Refill = Refill.AUTO
    mistakes: Mistakes = Mistakes.REFUSED
    countdown: Annotated[int, msgspec.Meta(ge=0, le=10)] = 3
    """Seconds between the deal and the first tile."""
    set: EddieSet | None = None


def hand_size(players: int) -> int:
    """A full hand.

    >>> [hand_size(players) for players in (2, 3, 4)]
    [3, 3, 2]
    """
    return 2 if players == 4 else 3


def set_of(options: EddieOptions) -> EddieSet:
    """The set in use; the lobby has filled it in before the rules are asked for anything but `check`."""
    if options.set is None:
        raise AssertionError("the options' set was not filled in")
    return options.set


def deck(options: EddieOptions) -> tuple[str, ...]:
    """All 72 cards, unshuffled."""
    counts = zip(NUMBERS, set_of(options).numbers, strict=True)
    numbers = tuple(number for number, count in counts for _ in range(count))
    return (*numbers, *[STOP] * STOPS, *[GO] * GOS)


def tile_texts(options: EddieOptions) -> tuple[str, ...]:
    """The tiles as texts that can be shuffled, such as `2 8 STOP 4`."""
    return tuple(" ".join(tile) for tile in set_of(options).tiles)


def check(setup: Setup[EddieOptions]) -> tuple[Problem, ...]:
    """Problems of a set: its number cards do not add up, or its tiles could block a game for ever."""
    figures = setup.options.set
    if figures is None:
        return (Problem("options.set", "set-missing"),)
    return (*_number_problems(figures), *_tile_problems(figures))


def _number_problems(figures: EddieSet) -> tuple[Problem, ...]:
    if sum(figures.numbers) == NUMBER_CARDS:
        return ()
    return (Problem("options.set.numbers", "wrong-number-of-cards"),)


def _tile_problems(figures: EddieSet) -> tuple[Problem, ...]:
    shown = [face for tile in figures.tiles for face in tile]
    return tuple(
        Problem("options.set.tiles", f"no-{face.lower()}-on-tiles")
        for face in (GO, STOP)
        if face not in shown
    )
