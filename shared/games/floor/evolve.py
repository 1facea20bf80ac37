"""Obeys events."""

from typing import assert_never

from msgspec.structs import replace

from shared.games.floor.automa import deck_after
from shared.games.floor.cards import OPERATOR
from shared.games.floor.events import (
    AutomaRevealed,
    CardSetAside,
    Dealt,
    Ended,
    FloorEvent,
    Hands,
    Played,
    Scored,
    TrickWon,
    Turned,
)
from shared.games.floor.state import Play, Round, State, Trick, floor
from shared.games.rules import Seat


def evolve(state: State, event: FloorEvent) -> State:
    match event:
        case Played():
            return _played(state, event)
        case TrickWon():
            return _won(state, Seat(event.seat))
        case AutomaRevealed():
            return _revealed(state, event)
        case CardSetAside():
            return _set_aside(state, event)
        case Turned():
            return _turned(state, event)
        case Scored():
            return _scored(state, event)
        case Dealt():
            return _dealt(state, event)
        case Ended():
            return state
        case _:
            assert_never(event)


def _played(state: State, event: Played) -> State:
    play = Play(Seat(event.seat), event.card, event.operator)
    operators = _spent(state.operators, event.seat) if event.operator else state.operators
    hands = _without(state.hands, event.seat, event.card)
    return replace(state, hands=hands, operators=operators, plays=(*state.plays, play))


def _without(hands: Hands, seat: int, card: str) -> Hands:
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])


def _spent(operators: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    return (*operators[:seat], False, *operators[seat + 1 :])


def _set_aside(state: State, event: CardSetAside) -> State:
    seat = event.seat
    aside = (*state.aside[:seat], (*state.aside[seat], event.card), *state.aside[seat + 1 :])
    hands = _without(state.hands, seat, event.card)
    return replace(state, hands=hands, aside=aside, plays=(*state.plays, Play(Seat(seat), None)))


def _revealed(state: State, event: AutomaRevealed) -> State:
    operator = OPERATOR in event.cards
    play = Play(Seat(event.seat), event.played, operator, event.cards)
    operators = _spent(state.operators, event.seat) if operator else state.operators
    deck = deck_after(state.automa, event.cards, event.played)
    return replace(state, automa=deck, operators=operators, plays=(*state.plays, play))


def _won(state: State, seat: Seat) -> State:
    trick = Trick(floor(state), seat, state.plays)
    return replace(state, leader=seat, tricks=(*state.tricks, trick), plays=())


def _turned(state: State, event: Turned) -> State:
    hands = tuple(hand + more for hand, more in zip(state.hands, event.hands, strict=True))
    none = ((),) * len(hands)
    return replace(state, hands=hands, later=none, automa=state.automa + event.automa, automa_later=())


def _scored(state: State, event: Scored) -> State:
    scored = Round(state.dealer, state.markers, event.values, event.scores, event.aside, event.automa)
    return replace(state, rounds=(*state.rounds, scored))


def _dealt(state: State, event: Dealt) -> State:
    """The seat on the dealer's left leads, be it the Automa's."""
    return State(
        setup=state.setup,
        seats=state.seats,
        operators=state.operators,
        round=state.round + 1,
        dealer=Seat(event.dealer),
        leader=Seat((event.dealer + 1) % state.seats),
        markers=event.markers,
        hands=event.hands,
        later=event.later,
        aside=((),) * len(event.hands),
        automa=event.automa,
        automa_later=event.automa_later,
        rounds=state.rounds,
    )
