"""Everything that happens, and what receivers see where that is less.

Hands are by seat and hold people's and bots' cards only; the Automa's cards are fields of their own, because
nobody may see those.
"""

from shared.games.rules import Event

Hands = tuple[tuple[str, ...], ...]
Markers = tuple[tuple[int, int], ...]
"""The floors of each seat's two markers."""


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins; `later` waits for the turnaround."""

    dealer: int
    markers: Markers
    hands: Hands
    later: Hands
    automa: tuple[str, ...] = ()
    automa_later: tuple[str, ...] = ()


class Played(Event, frozen=True, tag="played"):
    seat: int
    card: str
    operator: bool = False


class CardSetAside(Event, frozen=True, tag="set-aside"):
    seat: int
    card: str


class AutomaRevealed(Event, frozen=True, tag="revealed"):
    """What the Automa turned up, in order; all but an operator and the card played go under its deck."""

    seat: int
    cards: tuple[str, ...]
    played: str | None


class TrickWon(Event, frozen=True, tag="won"):
    seat: int


class Turned(Event, frozen=True, tag="turned"):
    """The turnaround: further cards for each hand, and for the bottom of the Automa's deck."""

    hands: Hands
    automa: tuple[str, ...] = ()


class Scored(Event, frozen=True, tag="scored"):
    """A round is over, and what lay face down is shown."""

    scores: tuple[int, ...]
    values: tuple[int, ...]
    """What a marker earned, by floor."""
    aside: Hands
    automa: tuple[str, ...] = ()
    """What was left of the Automa's deck."""


class Ended(Event, frozen=True, tag="ended"):
    """End of the match: total points and places by seat, without the Automa's. Matches of rules version 1 lack it."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


class SeenDealt(Event, frozen=True, tag="dealt"):
    dealer: int
    markers: Markers
    cards: int
    """Dealt to every seat, the Automa's operator apart."""
    hand: tuple[str, ...] | None = None


class SeenSetAside(Event, frozen=True, tag="set-aside"):
    seat: int
    card: str | None = None


class SeenTurned(Event, frozen=True, tag="turned"):
    cards: int
    hand: tuple[str, ...] | None = None


FloorEvent = Dealt | Played | CardSetAside | AutomaRevealed | TrickWon | Turned | Scored | Ended
SeenEvent = SeenDealt | Played | SeenSetAside | AutomaRevealed | TrickWon | SeenTurned | Scored | Ended
