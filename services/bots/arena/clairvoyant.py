"""The same search with every card in its place: what it could do if it knew everything."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from services.bots.playout import elevators as elevators_model
from services.bots.playout import floor as floor_model
from services.bots.search import elevators, floor
from services.bots.search.budget import Budget
from services.bots.search.elevators_position import position as elevators_position
from services.bots.search.floor_position import past as floor_past
from services.bots.search.floor_position import position as floor_position
from services.bots.search.position import NOWHERE, Position
from shared.games.elevators.cards import PEOPLE
from shared.games.elevators.state import State as ElevatorsState
from shared.games.floor.cards import OPERATOR
from shared.games.floor.state import State as FloorState
from shared.games.rules import Command, Seat

Truth = Mapping[int, list[int]]
"""Cards by where the model keeps them."""


def choose(
    state: Any, view: Any, seat: Seat, commands: Sequence[Any], budget: Budget, rng: random.Random
) -> Command:
    if isinstance(state, FloorState):
        known = _settled(floor_position(view), _floor_truth(state, seat))
        return floor.think(known, floor_past(view), seat, commands, budget, rng)[0].command
    known = _settled(elevators_position(view), _elevators_truth(state))
    return elevators.think(known, view, commands, budget, rng)[0].command


def _settled(position: Position, truth: Truth) -> Position:
    """Each slot's own card, and no other allowed there, so that there is one world."""
    for slot, place in enumerate(position.places):
        card = next(card for card in truth[int(place)] if position.allowed[slot] >> card & 1)
        truth[int(place)].remove(card)
        position.cards[slot] = card
        position.allowed[slot] = 1 << card
    return position


def _floor_truth(state: FloorState, own: Seat) -> Truth:
    deck = 2 * (state.setup.options.deck == "standard") + (state.seats == 4)
    pack = floor_model.PACKS[deck]

    def numbers(cards: Sequence[str]) -> list[int]:
        return [floor_model.OPERATOR if card == OPERATOR else pack.index(card) for card in cards]

    aside = [card for seat, cards in enumerate(state.aside) if seat != own for card in cards]
    return {
        NOWHERE: numbers(aside),
        **{floor_model.HANDS + seat: numbers(hand) for seat, hand in enumerate(state.hands)},
        **{floor_model.LATER + seat: numbers(later) for seat, later in enumerate(state.later)},
        **{floor_model.AUTOMA + at: numbers([card]) for at, card in enumerate(state.automa)},
        **{floor_model.AUTOMA_LATER + at: numbers([card]) for at, card in enumerate(state.automa_later)},
    }


def _elevators_truth(state: ElevatorsState) -> Truth:
    out = [at for at, card in enumerate(PEOPLE) if card not in state.match.people]
    hands = {
        elevators_model.HANDS + seat: [PEOPLE.index(card) for card in hand]
        for seat, hand in enumerate(state.hands)
    }
    decks = {
        elevators_model.DECKS + elevators_model.DECK * deck + at: [PEOPLE.index(card)]
        for deck, cards in enumerate(state.decks)
        for at, card in enumerate(cards)
    }
    return {NOWHERE: out, **hands, **decks}
