"""Cards as text, and what may lie on what. Faces printed on a tile act like cards."""

from enum import StrEnum
from typing import Literal

STOP = "STOP"
GO = "GO"
NUMBERS = tuple("012345678")
CARDS = (*NUMBERS, STOP, GO)
STOPS = GOS = 5

CardText = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "STOP", "GO"]
"""A card or printed face as it arrives from outside; inside it is plain text."""


class Lift(StrEnum):
    """The four lifts in the order in which tiles name them."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


LIFTS = tuple(Lift)
PLACE = {lift: place for place, lift in enumerate(LIFTS)}


def fits(card: str, top: str) -> bool:
    """Whether a card may be laid on that top.

    >>> [card for card in CARDS if fits(card, "3")]
    ['2', '4', 'STOP']
    >>> [card for card in CARDS if fits(card, "8")], [card for card in CARDS if fits(card, "STOP")]
    (['7', 'STOP'], ['GO'])
    >>> [card for card in CARDS if not fits(card, "GO")]
    ['GO']
    """
    if top == STOP:
        return card == GO
    if top == GO or card == STOP:
        return card != GO
    return card != GO and abs(int(card) - int(top)) == 1
