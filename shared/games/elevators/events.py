"""What happens, and what a receiver sees of it where that is less."""

from shared.games.elevators.cards import Colour, Type
from shared.games.rules import Event, Seat


class Began(Event, frozen=True, tag="began"):
    families: tuple[tuple[Colour, ...], ...]
    order: tuple[int, ...]
    """Which group of the set is at which line."""
    neutral: Colour | None = None
    """With three players: the colour in the decks that has no family."""
    out: str | None = None
    """With three players: the card that is out of the match."""


class SeenBegan(Event, frozen=True, tag="began"):
    families: tuple[tuple[Colour, ...], ...]
    order: tuple[int, ...]
    neutral: Colour | None = None


class Dealt(Event, frozen=True, tag="dealt"):
    round: int
    start: Seat
    hands: tuple[tuple[str, ...], ...]
    choosing: tuple[Seat, ...] = ()
    """Seats that hold nothing but lost children and have to redraw one."""


class SeenDealt(Event, frozen=True, tag="dealt"):
    round: int
    start: Seat
    backs: tuple[tuple[Colour, ...], ...]
    choosing: tuple[Seat, ...] = ()
    hand: tuple[str, ...] | None = None


class Redrawn(Event, frozen=True, tag="redrawn"):
    seat: Seat
    colour: Colour
    card: str


class SeenRedrawn(Event, frozen=True, tag="redrawn"):
    """Others learn neither colour nor card: the colour would tell the type of the card that stayed."""

    seat: Seat
    colour: Colour | None = None
    card: str | None = None


class LinedUp(Event, frozen=True, tag="lined-up"):
    people: tuple[str, ...]
    """The first person of each line."""
    decks: tuple[tuple[str, ...], ...]
    """Top first."""


class SeenLinedUp(Event, frozen=True, tag="lined-up"):
    people: tuple[str, ...]
    sizes: tuple[int, ...]
    tops: tuple[Colour | None, ...]


class Played(Event, frozen=True, tag="played"):
    seat: Seat
    card: str
    line: int
    at: int
    """The card's place in its line, counted from the front after `moved` has left its own."""
    moved: str | None = None
    """Whom a lost child took along to the rear."""


class WentToCafe(Event, frozen=True, tag="cafe"):
    """The line's three people of a type leave and lie in front of the seat."""

    seat: Seat
    line: int
    people: Type


class Drew(Event, frozen=True, tag="drew"):
    seat: Seat
    deck: int
    card: str
    top: Colour | None = None
    """The back that the deck shows now."""


class SeenDrew(Event, frozen=True, tag="drew"):
    seat: Seat
    deck: int
    back: Colour
    top: Colour | None = None
    card: str | None = None


class Scored(Event, frozen=True, tag="scored"):
    """End of a round."""

    rides: tuple[tuple[int, ...], ...]
    """Points of each line's riders, front to rear, doublings included, whether they have a family or not."""
    cafes: tuple[int, ...]
    """Cafe points by seat."""
    scores: tuple[int, ...]
    """The whole round's points by seat."""


class Ended(Event, frozen=True, tag="ended"):
    """End of the match: total points and places by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


ElevatorsEvent = Began | Dealt | Redrawn | LinedUp | Played | WentToCafe | Drew | Scored | Ended
SeenEvent = (
    SeenBegan | SeenDealt | SeenRedrawn | SeenLinedUp | Played | WentToCafe | SeenDrew | Scored | Ended
)
