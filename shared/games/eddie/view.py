"""What a seat or a spectator may know of a game, of a legal command, and of an event."""

from typing import assert_never

import msgspec

from shared.games.eddie.cards import LIFTS, Lift
from shared.games.eddie.commands import Call, Draw, EddieCommand, LayCard
from shared.games.eddie.events import (
    Called,
    Dealt,
    DealtSeen,
    Drew,
    DrewSeen,
    EddieEvent,
    EddieSeen,
    Ended,
    Laid,
    LaidSeen,
    TilesMixed,
    TilesMixedSeen,
    TileTurned,
)
from shared.games.eddie.legal import is_wrong, missing
from shared.games.eddie.options import Refill
from shared.games.eddie.scoring import places
from shared.games.eddie.state import State
from shared.games.rules import Outcome, Seat


class LiftView(msgspec.Struct, frozen=True):
    lift: Lift
    top: str
    by: Seat | None
    """Who laid it; `None` when it is printed on the tile."""


class EddieView(msgspec.Struct, frozen=True):
    seat: Seat | None
    tile: int
    """Tiles turned so far: the current one's number, 0 before the first."""
    faces: tuple[str, ...]
    """What is printed on the current tile: top, right, bottom, left."""
    lifts: tuple[LiftView, ...]
    tiles_left: int
    laid: int
    """Cards laid since the deal, those called back included."""
    hand: tuple[str, ...] | None
    """The own hand, sorted; `None` for spectators."""
    hand_sizes: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    cards_left: tuple[int, ...]
    """Hand and pile together: the score, the fewer the better."""
    places: tuple[int, ...] | None
    """By seat, once the game is over."""


class EddiePreview(msgspec.Struct, frozen=True):
    mistake: bool = False
    wins: bool = False
    """At once; a mistaken last card wins only when nobody calls it."""
    draws: int = 0
    returns: str | None = None
    """The card that a call sends back,"""
    to: Seat | None = None
    """and the seat that gets it."""


def view(state: State, seat: Seat | None) -> EddieView:
    tops = zip(LIFTS[: len(state.lifts)], state.lifts, strict=True)
    return EddieView(
        seat=seat,
        tile=state.turned,
        faces=state.faces,
        lifts=tuple(LiftView(lift, top.card, top.by) for lift, top in tops),
        tiles_left=len(state.coming),
        laid=state.laid,
        hand=None if seat is None else state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        pile_sizes=tuple(map(len, state.piles)),
        cards_left=_cards_left(state),
        places=places(_cards_left(state), state.winner) if state.ended else None,
    )


def outcome(state: State) -> Outcome | None:
    if not state.ended:
        return None
    left = _cards_left(state)
    return Outcome(places(left, state.winner), left)


def _cards_left(state: State) -> tuple[int, ...]:
    return tuple(len(hand) + len(pile) for hand, pile in zip(state.hands, state.piles, strict=True))


def preview(state: State, seat: Seat, command: EddieCommand) -> EddiePreview:
    match command:
        case LayCard():
            return _lay_preview(state, seat, command)
        case Draw():
            return EddiePreview(draws=missing(state, seat))
        case Call(lift=lift):
            top = state.top(lift)
            return EddiePreview(returns=top.card, to=top.by)
        case _:
            assert_never(command)


def _lay_preview(state: State, seat: Seat, command: LayCard) -> EddiePreview:
    wrong = is_wrong(state, command)
    automatic = state.options.refill is Refill.AUTO
    return EddiePreview(
        mistake=wrong,
        wins=not wrong and _cards_left(state)[seat] == 1,
        draws=missing(state, seat, laying=1) if automatic else 0,
    )


def redact(event: EddieEvent, seat: Seat | None) -> EddieSeen:
    match event:
        case Dealt(hands=hands, piles=piles):
            own = None if seat is None else hands[seat]
            return DealtSeen(own, tuple(map(len, hands)), tuple(map(len, piles)))
        case TilesMixed(order=order):
            return TilesMixedSeen(len(order))
        case Laid(seat=layer, card=card, lift=lift):
            return LaidSeen(layer, card, lift)
        case Drew(seat=drawer, cards=cards):
            return DrewSeen(drawer, len(cards), cards if seat == drawer else None)
        case TileTurned() | Called() | Ended():
            return event
        case _:
            assert_never(event)
