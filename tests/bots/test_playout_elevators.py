"""The compiled elevators against their rules: random games of every option on both, move by move."""

import os
import random

import numpy as np
import pytest

from services.bots.playout import elevators as model
from shared.games.elevators.cards import PEOPLE, TYPE_OF, Colour, Type
from shared.games.elevators.commands import ElevatorsCommand, PlayPerson
from shared.games.elevators.lines import companions
from shared.games.elevators.scoring import cafe_points
from shared.games.elevators.state import State, boxes_at, group_at, on_turn
from tests.games.elevators.kit import KIT, SETUPS
from tests.games.kit import Board, board

GAMES = int(os.environ.get("PATERNOSTER_PLAYOUT_GAMES", "5"))
"""For each setup; thousands where the models themselves are worked on."""


def _mask(cards: tuple[str, ...]) -> int:
    return sum(1 << PEOPLE.index(card) for card in cards)


def _modelled(state: State) -> np.ndarray:
    """A round's beginning, as the model keeps it."""
    s = np.zeros(model.STATE, np.int64)
    s[model.SEATS], s[model.TURN] = state.match.players, state.turn
    for seat, hand in enumerate(state.hands):
        s[model.HANDS + seat] = _mask(hand)
    for at, colour in enumerate(Colour):
        s[model.OWNER + at] = next(
            (seat for seat, family in enumerate(state.match.families) if colour in family), model.NOBODY
        )
    for line in range(3):
        boxes = boxes_at(state.match, line, state.round)
        s[model.CAPACITY + line] = len(boxes)
        s[model.BOXES + 10 * line : model.BOXES + 10 * line + len(boxes)] = boxes
        s[model.DOUBLES + line] = sum(1 << list(Type).index(t) for t in group_at(state.match, line).doubles)
        s[model.LENGTH + line] = 1
        s[model.LINES + 16 * line] = PEOPLE.index(state.lines[line][0])
        top, deck = model.DECKS + 12 * line, [PEOPLE.index(card) for card in state.decks[line]]
        s[model.TOP + line], s[model.END + line] = top, top + len(deck)
        s[top : top + len(deck)] = deck
    return s


def _number(state: State, command: PlayPerson) -> int:
    moved = command.moved or next(iter(companions(state.lines[command.line], command.card)), None)
    type_ = model.NOBODY if moved is None else list(Type).index(TYPE_OF[moved])
    return int(model.number_of(PEOPLE.index(command.card), command.line, type_))


def _assert_alike(s: np.ndarray, state: State) -> None:
    assert s[model.TURN] == state.turn
    for seat, hand in enumerate(state.hands):
        assert s[model.HANDS + seat] == _mask(hand)
    for line, people in enumerate(state.lines):
        first = model.LINES + 16 * line
        assert tuple(PEOPLE[card] for card in s[first : first + s[model.LENGTH + line]]) == people
    for seat, sets in enumerate(state.cafes):
        assert s[model.CAFE + seat] == cafe_points(sets)


def _assert_same_moves(s: np.ndarray, state: State, legal: tuple[ElevatorsCommand, ...]) -> None:
    listed = np.zeros(model.MOVES, np.int32)
    plays = [command for command in legal if isinstance(command, PlayPerson)]
    assert {_number(state, command) for command in plays} == set(
        listed[: model.list_plays(s, listed)].tolist()
    )
    count = model.list_plays(s, listed)
    assert len(set(listed[:count].tolist())) == count
    decks = {command.deck for command in plays} - {None}
    assert {model.DRAWS + deck for deck in decks if deck is not None} == set(
        listed[: model.list_draws(s, listed)].tolist()
    )


def _make(s: np.ndarray, state: State, command: PlayPerson) -> None:
    model.make(s, _number(state, command))
    if command.deck is not None:
        model.make(s, model.DRAWS + command.deck)


def _redraw(game: Board, rng: random.Random) -> None:
    while game.state.choosing:
        game.play(*rng.choice(game.choices()))


def _scores(s: np.ndarray) -> tuple[int, ...]:
    points = np.zeros(4)
    model.scores(s, points)
    return tuple(int(value) for value in points[: s[model.SEATS]])


@pytest.mark.parametrize("name", SETUPS)
def test_the_model_plays_as_the_rules_do(name: str) -> None:
    for seed in range(GAMES):
        rng = random.Random(f"{name} {seed}")
        game = board(KIT, name, seed)
        _redraw(game, rng)
        s = _modelled(game.state)
        while (seat := on_turn(game.state)) is not None:
            _assert_alike(s, game.state)
            assert not model.over(s)
            legal = KIT.rules.legal(game.state, seat)
            _assert_same_moves(s, game.state, legal)
            command, before = rng.choice(legal), game.state
            game.play(seat, command)
            _make(s, before, command)
            if len(game.state.rounds) > len(before.rounds):
                assert model.over(s)
                assert _scores(s) == game.state.rounds[-1]
                _redraw(game, rng)
                s = _modelled(game.state)
