"""What may happen to the seats of a game of any kind; stands in the log among the kind's own events."""

from enum import StrEnum

from shared.games.rules import Event


class Ending(StrEnum):
    """Why a game ended that its rules had not ended."""

    AGREED = "agreed"
    """All people who were there wanted so."""
    CONCEDED = "conceded"
    """All but one seat have given up, or all people have."""
    ABANDONED = "abandoned"
    """Nobody came back for too long."""
    NOT_BEGUN = "not-begun"
    """The first move was never made."""
    STAFF = "staff"
    """Who runs the server ended it."""


class BotSatIn(Event, frozen=True, tag="bot-sat-in"):
    """The seat's time ran out: a bot plays for it until the player's next command."""

    seat: int
    level: str


class PlayerReturned(Event, frozen=True, tag="player-returned"):
    """The player of a seat that a bot held is back."""

    seat: int


class SeatHandedOver(Event, frozen=True, tag="seat-handed-over"):
    """The player let a bot play until they take the seat back."""

    seat: int
    level: str


class SeatConceded(Event, frozen=True, tag="seat-conceded"):
    """The player gave up, or the table's policy did it for them: a bot plays to the end, and the seat is placed last."""

    seat: int
    level: str
    timed_out: bool = False


class TurnMissed(Event, frozen=True, tag="turn-missed"):
    """The seat's time ran out; its first legal command follows in the same entry."""

    seat: int


class SeatOnLeave(Event, frozen=True, tag="seat-on-leave"):
    """The player took leave: the seat's clock stands still until then."""

    seat: int
    until: int
    """In ms since 1970, as all times."""


class SeatOffLeave(Event, frozen=True, tag="seat-off-leave"):
    """The player's leave ended before its time."""

    seat: int


class ServiceAway(Event, frozen=True, tag="service-away"):
    """We were away from the entry's time on, so long; every clock stood still."""

    ms: int


class TakebackAsked(Event, frozen=True, tag="takeback-asked"):
    """The seat would like the game to be as it was at a version."""

    seat: int
    version: int


class EndOffered(Event, frozen=True, tag="end-offered"):
    """The seat would like the game to end without a result."""

    seat: int


class OfferAgreed(Event, frozen=True, tag="offer-agreed"):
    seat: int


class OfferDeclined(Event, frozen=True, tag="offer-declined"):
    """By somebody who was asked, or withdrawn by who asked."""

    seat: int


class TakenBack(Event, frozen=True, tag="taken-back"):
    """The game is again as it was at a version; what was drawn since stays drawn."""

    version: int


class GameStopped(Event, frozen=True, tag="game-stopped"):
    """The game ended without its rules."""

    why: Ending


class HintTaken(Event, frozen=True, tag="hint-taken"):
    """The player let the search say what it would do; everybody at the table knows that, and nobody what it said."""

    seat: int
    at: int
    """The version since which the game had been as it was."""


SeatEvent = (
    BotSatIn
    | PlayerReturned
    | SeatHandedOver
    | SeatConceded
    | TurnMissed
    | SeatOnLeave
    | SeatOffLeave
    | ServiceAway
    | TakebackAsked
    | EndOffered
    | OfferAgreed
    | OfferDeclined
    | TakenBack
    | GameStopped
    | HintTaken
)

SEAT_EVENTS: frozenset[type[Event]] = frozenset(SeatEvent.__args__)
"""Their types: whatever else stands in a log is the kind's own."""
