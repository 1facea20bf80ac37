"""What a seat or a spectator may know, built up from what lies open on the table."""

from typing import assert_never

import msgspec

from shared.games.elevators.cards import COLOUR_OF, Colour, Type, backs
from shared.games.elevators.deal import colour_on_top
from shared.games.elevators.events import (
    Began,
    Dealt,
    Drew,
    ElevatorsEvent,
    Ended,
    LinedUp,
    Played,
    Redrawn,
    Scored,
    SeenBegan,
    SeenDealt,
    SeenDrew,
    SeenEvent,
    SeenLinedUp,
    SeenRedrawn,
    WentToCafe,
)
from shared.games.elevators.options import ROUNDS
from shared.games.elevators.state import Match, State, boxes_at, group_at, on_turn, totals
from shared.games.rules import Seat


class Elevator(msgspec.Struct, frozen=True):
    doubles: tuple[Type, ...]
    cards: tuple[tuple[int, ...], ...]
    """The boxes of rounds 1, 2 and 3, each front to rear."""


class Deck(msgspec.Struct, frozen=True):
    size: int
    top: Colour | None


class View(msgspec.Struct, frozen=True):
    """Lists by seat or by line start from 0; people in lines stand front to rear."""

    round: int
    start: Seat
    turn: Seat | None
    """`None` while somebody chooses, and at the end."""
    choosing: tuple[Seat, ...]
    """Seats that have to redraw a lost child."""
    families: tuple[tuple[Colour, ...], ...]
    neutral: Colour | None
    elevators: tuple[Elevator, ...]
    lines: tuple[tuple[str, ...], ...]
    decks: tuple[Deck, ...]
    backs: tuple[tuple[Colour, ...], ...]
    """Of every hand, by seat."""
    hand: tuple[str, ...] | None
    """The receiver's own."""
    cafes: tuple[tuple[tuple[str, ...], ...], ...]
    """Sets taken in this round, by seat."""
    plays: int
    scores: tuple[int, ...]
    """Of all finished rounds together, by seat."""
    rounds: tuple[tuple[int, ...], ...]
    places: tuple[int, ...] | None
    """Once the match has ended: 1 has won, equal places are shared."""


def view(state: State, seat: Seat | None) -> View:
    match = state.match
    return View(
        round=state.round,
        start=state.start,
        turn=on_turn(state),
        choosing=state.choosing,
        families=match.families,
        neutral=match.neutral,
        elevators=tuple(_elevator(match, line) for line in range(len(match.order))),
        lines=state.lines,
        decks=tuple(Deck(len(deck), colour_on_top(deck)) for deck in state.decks),
        backs=tuple(backs(hand) for hand in state.hands),
        hand=None if seat is None else tuple(sorted(state.hands[seat])),
        cafes=state.cafes,
        plays=state.plays,
        scores=totals(state),
        rounds=state.rounds,
        places=state.places,
    )


def _elevator(match: Match, line: int) -> Elevator:
    cards = tuple(boxes_at(match, line, round) for round in range(1, ROUNDS + 1))
    return Elevator(group_at(match, line).doubles, cards)


def redact(event: ElevatorsEvent, seat: Seat | None) -> SeenEvent:
    match event:
        case Played() | WentToCafe() | Scored() | Ended():
            return event
        case Drew():
            card = event.card if event.seat == seat else None
            return SeenDrew(event.seat, event.deck, COLOUR_OF[event.card], event.top, card)
        case LinedUp():
            tops = tuple(colour_on_top(deck) for deck in event.decks)
            return SeenLinedUp(event.people, tuple(map(len, event.decks)), tops)
        case Dealt():
            return _seen_dealt(event, seat)
        case Redrawn():
            own = event.seat == seat
            return SeenRedrawn(event.seat, event.colour, event.card) if own else SeenRedrawn(event.seat)
        case Began():
            return SeenBegan(event.families, event.order, event.neutral)
        case _:
            assert_never(event)


def _seen_dealt(event: Dealt, seat: Seat | None) -> SeenDealt:
    hand = None if seat is None else event.hands[seat]
    return SeenDealt(event.round, event.start, tuple(map(backs, event.hands)), event.choosing, hand)
