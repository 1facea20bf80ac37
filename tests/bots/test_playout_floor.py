"""The compiled floor against its rules: random games of every option on both, move by move."""

import os
import random

import numpy as np
import pytest

from services.bots.playout import floor as model
from shared.games.floor import scoring
from shared.games.floor.cards import FLOORS, OPERATOR, TURNAROUND
from shared.games.floor.commands import FloorCommand, PlayCard, SetAside
from shared.games.floor.state import Play, State, is_automa, turn
from shared.games.rules import Seat
from tests.games.floor.kit import KIT, SETUPS
from tests.games.kit import board

GAMES = int(os.environ.get("PATERNOSTER_PLAYOUT_GAMES", "2"))
"""For each setup; thousands where the models themselves are worked on."""


def _mask(cards: tuple[str, ...], of: tuple[str, ...]) -> int:
    return sum(1 << of.index(card) for card in cards)


def _cards(mask: int, of: tuple[str, ...]) -> set[str]:
    return {card for at, card in enumerate(of) if mask >> at & 1}


def _number(card: str, of: tuple[str, ...]) -> int:
    return model.OPERATOR if card == OPERATOR else of.index(card)


def _modelled(state: State) -> np.ndarray:
    """A round's beginning, as the model keeps it."""
    s = np.zeros(model.STATE, np.int64)
    players = state.setup.players
    s[model.SEATS], s[model.PLAYERS], s[model.LEADER] = state.seats, players, state.leader
    s[model.PACK] = 2 * (state.setup.options.deck == "standard") + (state.seats == 4)
    pack = model.PACKS[s[model.PACK]]
    s[model.OPERATORS : model.OPERATORS + state.seats] = state.operators
    for seat in range(players):
        s[model.HANDS + seat] = _mask(state.hands[seat], pack)
        s[model.LATER + seat] = _mask(state.later[seat], pack)
        for number in state.markers[seat]:
            s[model.MARKERS + 6 * seat + number - 1] += 1
    s[model.TOP], s[model.END] = model.AUTOMA, model.AUTOMA + len(state.automa)
    s[model.AUTOMA : model.AUTOMA + len(state.automa)] = [_number(card, pack) for card in state.automa]
    s[model.LATER_CARDS] = len(state.automa_later)
    later = [_number(card, pack) for card in state.automa_later]
    s[model.AUTOMA_LATER : model.AUTOMA_LATER + len(later)] = later
    return s


def _legal(s: np.ndarray, seat: int) -> set[FloorCommand]:
    pack, free = model.PACKS[s[model.PACK]], int(model.playable(s, seat))
    if free == 0:
        return {SetAside(card) for card in _cards(int(s[model.HANDS + seat]), pack)}
    with_operator = (False, True) if s[model.OPERATORS + seat] else (False,)
    return {PlayCard(card, operator) for card in _cards(free, pack) for operator in with_operator}


def _make(s: np.ndarray, command: FloorCommand) -> None:
    pack = model.PACKS[s[model.PACK]]
    match command:
        case PlayCard():
            model.play(s, pack.index(command.card), command.operator)
        case SetAside():
            model.set_aside(s, pack.index(command.card))
        case _:
            model.reveal(s)


def _assert_alike(s: np.ndarray, state: State) -> None:
    pack = model.PACKS[s[model.PACK]]
    assert model.turn(s) == turn(state)
    assert s[model.TRICK] == len(state.tricks)
    assert tuple(s[model.OPERATORS : model.OPERATORS + state.seats]) == state.operators
    for seat, hand in enumerate(state.hands):
        assert _cards(int(s[model.HANDS + seat]), pack) == set(hand)
    deck = [int(card) for card in s[s[model.TOP] : s[model.END]]]
    assert deck == [_number(card, pack) for card in state.automa]


def _assert_floors(s: np.ndarray, tricks: tuple, plays: tuple[Play, ...]) -> None:
    floors = scoring.floors(tricks)
    assert not plays
    assert tuple(s[model.CARDS : model.CARDS + len(FLOORS)]) == tuple(len(floor.cards) for floor in floors)
    operators = s[model.OPERATORS_AT : model.OPERATORS_AT + len(FLOORS)]
    assert tuple(operators) == tuple(floor.operators for floor in floors)


@pytest.mark.parametrize("name", SETUPS)
def test_the_model_plays_as_the_rules_do(name: str) -> None:
    for seed in range(GAMES):
        rng = random.Random(f"{name} {seed}")
        game = board(KIT, name, seed)
        s = _modelled(game.state)
        while (seat := turn(game.state)) is not None:
            _assert_alike(s, game.state)
            legal = KIT.rules.legal(game.state, seat)
            if not is_automa(game.state, seat):
                assert _legal(s, seat) == set(legal)
            command = rng.choice(legal)
            rounds = len(game.state.rounds)
            game.play(seat, command)
            _make(s, command)
            if len(game.state.rounds) > rounds:
                _assert_scored(s, game.state)
                s = _modelled(game.state)
            elif not game.state.plays:
                _assert_floors(s, game.state.tricks, game.state.plays)


def _assert_scored(s: np.ndarray, state: State) -> None:
    assert model.over(s)
    scores = [model.score(s, Seat(seat)) for seat in range(state.setup.players)]
    assert tuple(scores) == state.rounds[-1].scores


def test_the_turnaround_is_where_the_rules_have_it() -> None:
    assert model.TURN_AFTER == TURNAROUND
