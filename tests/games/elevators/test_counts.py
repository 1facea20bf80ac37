"""The plain enumerator and the rules agree everywhere in a match, not only at its start."""

import random

import pytest

from shared.games.elevators.state import State
from tests.games.elevators.kit import KIT
from tests.games.elevators.plain import plain_count
from tests.games.elevators.table import after
from tests.games.kit import board


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    seat = state.turn
    return sum(_count(after(state, seat, command), depth - 1) for command in KIT.rules.legal(state, seat))


def _left(state: State) -> int:
    """Plays until the round ends, which draws."""
    return sum(map(len, state.decks)) + sum(len(hand) - 1 for hand in state.hands)


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_two_plays_from_every_position_of_a_match(name: str) -> None:
    game = board(KIT, name, 17)
    rng = random.Random(17)
    bare = 0
    while choices := game.choices():
        if not game.state.choosing and _left(game.state) > 2:
            assert _count(game.state, 2) == plain_count(game.state, 2)
            bare += not any(game.state.decks)
        game.play(*rng.choice(choices))
    assert bare or game.seats < 4


@pytest.mark.parametrize("name", ["three", "four"])
def test_all_endings_of_a_round_but_its_last_play(name: str) -> None:
    game = board(KIT, name, 18)
    rng = random.Random(18)
    while any(game.state.decks):
        game.play(*rng.choice(game.choices()))
    assert _count(game.state, game.seats - 1) == plain_count(game.state, game.seats - 1)
