"""Judges what players wish of their seats, in games of every kind: who plays them, offers, giving up, leave."""

from typing import assert_never

from shared.api.caps import CAPS, Cap
from shared.games.rules import Event, Rejected, Seat
from shared.log.chairs import Offer, Why
from shared.log.commands import OnLeave
from shared.log.game import Game
from shared.log.pace import DAY_MS
from shared.log.seatcommands import (
    Agree,
    AskTakeback,
    Decline,
    HandOver,
    OfferEnd,
    Resign,
    SeatCommand,
    TakeHint,
    TakeSeatBack,
)
from shared.log.seats import (
    Ending,
    EndOffered,
    GameStopped,
    HintTaken,
    OfferAgreed,
    OfferDeclined,
    PlayerReturned,
    SeatConceded,
    SeatHandedOver,
    SeatOffLeave,
    SeatOnLeave,
    TakebackAsked,
    TakenBack,
)

MOST_HINTS = CAPS[Cap.HINTS]
SITS_IN = "normal"
"""The level of a bot that sits in for a player who did not choose one."""


def seated(game: Game, seat: Seat, command: SeatCommand | TakeHint) -> tuple[Event, ...]:
    """What comes of a wish; raises `Rejected`."""
    if seat in game.chairs.conceded:
        raise Rejected("seat-conceded", seat=seat)
    match command:
        case HandOver(level):
            return _hand_over(game, seat, level)
        case TakeSeatBack():
            return _take_back_seat(game, seat)
        case Resign():
            return conceded(game, seat, timed_out=False)
        case AskTakeback():
            return _ask_takeback(game, seat)
        case OfferEnd():
            return _offer_end(game, seat)
        case Agree(to):
            return _agree(game, seat, _standing(game, to))
        case Decline(to):
            return _decline(game, seat, _standing(game, to))
        case TakeHint():
            return _take_hint(game, seat)
        case _:
            assert_never(command)


def _hand_over(game: Game, seat: Seat, level: str) -> tuple[Event, ...]:
    sitting = game.chairs.sitting_in.get(seat)
    if sitting == (level, Why.HANDED_OVER):
        raise Rejected("already-handed-over", seat=seat)
    return (SeatHandedOver(seat, level),)


def _take_back_seat(game: Game, seat: Seat) -> tuple[Event, ...]:
    """A turn whose time ran out is the bot's, unless the player moves: else its clock could be had anew for ever."""
    sitting = game.chairs.sitting_in.get(seat)
    if sitting is None:
        raise Rejected("seat-not-away", seat=seat)
    if sitting.why is Why.TIMED_OUT and game.clock(seat) is not None:
        raise Rejected("turn-timed-out", seat=seat)
    return (PlayerReturned(seat),)


def conceded(game: Game, seat: int, *, timed_out: bool) -> tuple[Event, ...]:
    """A bot plays on, as long as there is somebody to play for."""
    given_up = SeatConceded(seat, SITS_IN, timed_out)
    left = game.chairs.left_after(seat)
    if len(left) < 2 or not set(left) & set(game.chairs.people):
        return (given_up, GameStopped(Ending.CONCEDED))
    offer = game.chairs.offer
    return (given_up,) if offer is None or offer.seat == seat else (given_up, *_settled(game, seat, offer))


def _ask_takeback(game: Game, seat: Seat) -> tuple[Event, ...]:
    _nothing_offered(game)
    if seat not in game.moves:
        raise Rejected("nothing-to-take-back")
    mine = [earlier.version for earlier in game.earlier if earlier.actor == seat]
    if not mine:
        raise Rejected("takeback-after-reveal")
    asked = TakebackAsked(seat, mine[-1])
    return (asked,) if game.chairs.asked(seat) else (asked, TakenBack(mine[-1]))


def _offer_end(game: Game, seat: Seat) -> tuple[Event, ...]:
    _nothing_offered(game)
    offered = EndOffered(seat)
    return (offered,) if game.chairs.asked(seat) else (offered, GameStopped(Ending.AGREED))


def _nothing_offered(game: Game) -> None:
    if (offer := game.chairs.offer) is not None:
        raise Rejected("offer-stands", version=offer.version)


def _standing(game: Game, version: int) -> Offer:
    offer = game.chairs.offer
    if offer is None or offer.version != version:
        raise Rejected("no-such-offer", version=version)
    return offer


def _agree(game: Game, seat: Seat, offer: Offer) -> tuple[Event, ...]:
    if seat == offer.seat or seat in offer.agreed:
        raise Rejected("already-agreed", version=offer.version)
    return (OfferAgreed(seat), *_settled(game, seat, offer))


def _settled(game: Game, seat: int, offer: Offer) -> tuple[Event, ...]:
    """What an offer leads to, unless somebody else than this seat has still to answer."""
    if {*game.chairs.asked(offer.seat)} - {seat, *offer.agreed}:
        return ()
    return (GameStopped(Ending.AGREED) if offer.back_to is None else TakenBack(offer.back_to),)


def _decline(game: Game, seat: Seat, offer: Offer) -> tuple[Event, ...]:
    return (OfferDeclined(seat),)


def _take_hint(game: Game, seat: Seat) -> tuple[Event, ...]:
    """One for each moment of the game, however often it is asked for."""
    if not game.opening.hints:
        raise Rejected("hints-off")
    if game.clock(seat) is None or seat in game.chairs.sitting_in:
        raise Rejected("not-your-turn")
    if game.chairs.hinted.get(seat) == game.moved_at:
        raise Rejected("hint-stands")
    if game.chairs.hints.get(seat, 0) >= MOST_HINTS:
        raise Rejected("hints-used-up", most=MOST_HINTS)
    return (HintTaken(seat, game.moved_at),)


def on_leave(game: Game, leave: OnLeave, now: int) -> tuple[Event, ...]:
    """Only turns that last days stand still; a leave that is over or given up ends the one that was told before."""
    seat, until = game.seat_of(leave.player), leave.until
    if seat is None:
        raise Rejected("not-seated")
    if (game.opening.pace.turn_ms or 0) < DAY_MS:
        raise Rejected("not-by-days")
    if seat in game.chairs.conceded or until == game.clocks.leaves.get(seat):
        raise Rejected("leave-changes-nothing")
    if until > now:
        return (SeatOnLeave(seat, until),)
    if game.clocks.leaves.get(seat, 0) <= now:
        raise Rejected("leave-changes-nothing")
    return (SeatOffLeave(seat),)
