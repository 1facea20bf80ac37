"""Who sits where in a game that runs: bots that play for players, offers, and what ends a game without its rules."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from shared.games.rules import Event, Outcome
from shared.log.seats import (
    BotSatIn,
    Ending,
    EndOffered,
    GameStopped,
    HintTaken,
    OfferAgreed,
    OfferDeclined,
    PlayerReturned,
    SeatConceded,
    SeatHandedOver,
    TakebackAsked,
    TurnMissed,
)


class Why(StrEnum):
    """Why a bot plays for a player."""

    TIMED_OUT = "timed-out"
    """Until the player's next command."""
    HANDED_OVER = "handed-over"
    """Until the player takes the seat back."""
    CONCEDED = "conceded"
    """To the end."""


class SittingIn(NamedTuple):
    level: str
    why: Why


class Offer(msgspec.Struct, frozen=True):
    """What a seat has asked all the others; the next move makes it void."""

    seat: int
    version: int
    """At which it was made."""
    back_to: int | None = None
    """The version to go back to; `None` offers to end the game."""
    agreed: tuple[int, ...] = ()


class Chairs:
    __slots__ = ("conceded", "ended", "hinted", "hints", "missed", "offer", "people", "players", "sitting_in")

    people: tuple[int, ...]
    """Seats that players hold."""
    sitting_in: dict[int, SittingIn]
    """Seats of players for whom a bot plays now."""
    conceded: list[int]
    """In the order of giving up."""
    missed: dict[int, int]
    """Turns missed in a row, by seat."""
    offer: Offer | None
    ended: Ending | None
    hints: dict[int, int]
    """Hints taken, by seat."""
    hinted: dict[int, int]
    """For which moment of the game (`Game.moved_at`) the last one was, by seat."""

    def __init__(self, holders: Sequence[str | None], players: int) -> None:
        """`holders`: account ids by seat; seats beyond `players` are the game's own."""
        self.people = tuple(seat for seat, player in enumerate(holders) if player is not None)
        self.players = players
        self.sitting_in = {}
        self.conceded = []
        self.missed = {}
        self.offer = None
        self.ended = None
        self.hints = {}
        self.hinted = {}

    @property
    def paused(self) -> bool:
        """Nobody is there, and not because all wanted bots to play: then even bots wait."""
        away = self.sitting_in
        if not away or len(away) < len(self.people):
            return False
        return any(sitting.why is Why.TIMED_OUT for sitting in away.values())

    def asked(self, by: int) -> tuple[int, ...]:
        """Who must agree to what a seat offers: all people but those who gave up or did not come back."""
        return tuple(seat for seat in self.people if seat != by and self._reachable(seat))

    def _reachable(self, seat: int) -> bool:
        sitting = self.sitting_in.get(seat)
        return sitting is None or sitting.why is Why.HANDED_OVER

    def left_after(self, conceding: int) -> tuple[int, ...]:
        """Seats of people and bots that have not given up once this one has."""
        return tuple(seat for seat in range(self.players) if seat != conceding and seat not in self.conceded)

    def moved(self, actor: int) -> None:
        """A move was made; no seat's, when it happened by itself."""
        self.offer = None
        if self.missed and actor not in self.sitting_in:
            self.missed.pop(actor, None)

    def evolve(self, event: Event, version: int) -> None:
        """Obeys one event of the entry with this version; those about clocks change nothing here."""
        match event:
            case BotSatIn(seat, level):
                self.missed[seat] = self.missed.get(seat, 0) + 1
                self.sitting_in[seat] = SittingIn(level, Why.TIMED_OUT)
            case SeatHandedOver(seat, level):
                self.sitting_in[seat] = SittingIn(level, Why.HANDED_OVER)
            case SeatConceded(seat, level):
                self.sitting_in[seat] = SittingIn(level, Why.CONCEDED)
                self.conceded.append(seat)
            case PlayerReturned(seat):
                self.sitting_in.pop(seat, None)
            case TurnMissed(seat):
                self.missed[seat] = self.missed.get(seat, 0) + 1
            case GameStopped(why):
                self.ended = why
            case HintTaken(seat, at):
                self.hints[seat] = self.hints.get(seat, 0) + 1
                self.hinted[seat] = at
            case _:
                self._offer(event, version)

    def _offer(self, event: Event, version: int) -> None:
        match event:
            case TakebackAsked(seat, back_to):
                self.offer = Offer(seat, version, back_to)
            case EndOffered(seat):
                self.offer = Offer(seat, version)
            case OfferAgreed(seat) if self.offer:
                self.offer = msgspec.structs.replace(self.offer, agreed=(*self.offer.agreed, seat))
            case OfferDeclined():
                self.offer = None
            case _:
                pass

    def outcome(self, seats: int) -> Outcome | None:
        """Of a game that ended without its rules: nobody is ranked, unless one seat alone did not give up."""
        if self.ended is None:
            return None
        nothing = (None,) * seats
        left = [seat for seat in range(self.players) if seat not in self.conceded]
        if self.ended is not Ending.CONCEDED or len(left) != 1:
            return Outcome(nothing, nothing)
        places = {seat: place for place, seat in enumerate((*left, *reversed(self.conceded)), 1)}
        return Outcome(tuple(places.get(seat) for seat in range(seats)), nothing)
