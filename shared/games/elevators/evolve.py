"""Obeys events: every judgement is already in them."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from shared.games.elevators.cards import COLOUR_OF, PEOPLE, TYPE_OF
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
    WentToCafe,
)
from shared.games.elevators.lines import joined
from shared.games.elevators.options import LINES
from shared.games.elevators.state import Match, State
from shared.games.rules import Seat


def evolve(state: State, event: ElevatorsEvent) -> State:
    match event:
        case Played():
            return _played(state, event)
        case Drew():
            return _drew(state, event)
        case WentToCafe():
            return _went_to_cafe(state, event)
        case Scored():
            return replace(state, rounds=(*state.rounds, event.scores))
        case Dealt():
            return _dealt(state, event)
        case Redrawn():
            return _redrawn(state, event)
        case LinedUp():
            return replace(state, lines=tuple((person,) for person in event.people), decks=event.decks)
        case Began():
            return replace(state, match=_match(state.match, event))
        case Ended():
            return replace(state, places=event.places)
        case _:
            assert_never(event)


T = TypeVar("T")


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _played(state: State, event: Played) -> State:
    hand = tuple(card for card in state.hands[event.seat] if card != event.card)
    line = joined(state.lines[event.line], event.card, event.at, event.moved)
    return replace(
        state,
        hands=_with(state.hands, event.seat, hand),
        lines=_with(state.lines, event.line, line),
        turn=Seat((event.seat + 1) % state.match.players),
        plays=state.plays + 1,
    )


def _drew(state: State, event: Drew) -> State:
    return replace(
        state,
        hands=_with(state.hands, event.seat, (*state.hands[event.seat], event.card)),
        decks=_with(state.decks, event.deck, state.decks[event.deck][1:]),
    )


def _went_to_cafe(state: State, event: WentToCafe) -> State:
    line = state.lines[event.line]
    leaving = tuple(person for person in line if TYPE_OF[person] is event.people)
    staying = tuple(person for person in line if TYPE_OF[person] is not event.people)
    return replace(
        state,
        lines=_with(state.lines, event.line, staying),
        cafes=_with(state.cafes, event.seat, (*state.cafes[event.seat], leaving)),
    )


def _dealt(state: State, event: Dealt) -> State:
    return replace(
        state,
        round=event.round,
        start=event.start,
        turn=event.start,
        choosing=event.choosing,
        hands=event.hands,
        lines=((),) * LINES,
        decks=((),) * LINES,
        cafes=((),) * state.match.players,
    )


def _redrawn(state: State, event: Redrawn) -> State:
    kept = tuple(card for card in state.hands[event.seat] if COLOUR_OF[card] is not event.colour)
    return replace(
        state,
        hands=_with(state.hands, event.seat, (*kept, event.card)),
        choosing=tuple(seat for seat in state.choosing if seat != event.seat),
    )


def _match(match: Match, event: Began) -> Match:
    people = PEOPLE
    if event.neutral is not None:
        used = (*(colour for family in event.families for colour in family), event.neutral)
        people = tuple(card for card in PEOPLE if COLOUR_OF[card] in used and card != event.out)
    return replace(match, families=event.families, order=event.order, neutral=event.neutral, people=people)
