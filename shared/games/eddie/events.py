"""What happens, and what others may see of it. A `...Seen` event stands in for the one with its tag."""

from shared.games.eddie.cards import Lift
from shared.games.rules import Event, Seat


class Dealt(Event, frozen=True, tag="dealt"):
    hands: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    """By seat, top first."""


class DealtSeen(Event, frozen=True, tag="dealt"):
    hand: tuple[str, ...] | None
    hand_sizes: tuple[int, ...]
    pile_sizes: tuple[int, ...]


class TilesMixed(Event, frozen=True, tag="tiles-mixed"):
    order: tuple[str, ...]
    """Top first, each as its four faces: `2 8 STOP 4`."""


class TilesMixedSeen(Event, frozen=True, tag="tiles-mixed"):
    count: int


class TileTurned(Event, frozen=True, tag="tile-turned"):
    """The tile before it and all cards on that left the game."""

    number: int
    """How many tiles were turned so far, this one included: what `LayCard.tile` refers to."""
    faces: tuple[str, ...]
    """Top, right, bottom, left."""


class Laid(Event, frozen=True, tag="laid"):
    seat: Seat
    card: str
    lift: Lift
    wrong: bool = False
    """It does not fit; not told to anybody, noticing it is the game."""


class LaidSeen(Event, frozen=True, tag="laid"):
    seat: Seat
    card: str
    lift: Lift


class Drew(Event, frozen=True, tag="drew"):
    seat: Seat
    cards: tuple[str, ...]


class DrewSeen(Event, frozen=True, tag="drew"):
    seat: Seat
    count: int
    cards: tuple[str, ...] | None = None


class Called(Event, frozen=True, tag="called"):
    """The card went back into the hand of `layer`."""

    seat: Seat
    lift: Lift
    layer: Seat
    card: str


class Ended(Event, frozen=True, tag="ended"):
    winner: Seat | None
    """`None` when a whole round of tiles fitted nobody: then the fewest cards win."""


EddieEvent = Dealt | TilesMixed | TileTurned | Laid | Drew | Called | Ended
EddieSeen = DealtSeen | TilesMixedSeen | TileTurned | LaidSeen | DrewSeen | Called | Ended
