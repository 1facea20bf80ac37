"""What a search starts from: where things stand, and the cards that are not seen."""

from typing import NamedTuple

import numpy as np

from services.bots.search.worth import Match

NOWHERE = -1
"""The place of cards that are somewhere but do not count any more."""


class Position(NamedTuple):
    root: np.ndarray
    """The model's state with all that is seen."""
    cards: np.ndarray
    """By slot, in one possible world."""
    allowed: np.ndarray
    """By slot, a mask of the cards that may be there."""
    places: np.ndarray
    """By slot, where in the state its card belongs."""
    match: Match
