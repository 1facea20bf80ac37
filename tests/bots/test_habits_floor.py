"""How the search takes others to play is how `normal` plays."""

import random

import numpy as np
import pytest

from services.bots.playout import floor as model
from services.bots.playout import floor_habits as habits
from services.bots.playout.compiled import source
from services.bots.policies import floor
from services.bots.policies.moves import Move
from services.bots.search import floor as search
from services.bots.search.floor_position import past, position
from services.bots.search.tree import children, clear, new_tree
from shared.games.floor import RULES
from shared.games.floor.commands import PlayCard, SetAside
from shared.games.floor.state import State, is_automa, turn
from shared.games.rules import Seat
from tests.games.floor.kit import KIT, SETUPS
from tests.games.kit import board

SAMPLES = 30
"""Choices of `normal`, which is any of its best ones."""
ALIKE = [name for name in SETUPS if "operator" not in name]
"""When an operator is worth its card, habits do not weigh."""


def _normal(state: State, seat: Seat) -> set[str]:
    view = RULES.view(state, seat)
    moves = [Move(command, RULES.preview(state, seat, command)) for command in RULES.legal(state, seat)]
    chosen = [floor.choose("normal", seat, view, moves, random.Random(draw)) for draw in range(SAMPLES)]
    return {command.card for command in chosen if isinstance(command, PlayCard | SetAside)}


def _habit(state: State, seat: Seat, seed: int) -> str:
    s = position(RULES.view(state, seat)).root
    free = int(model.playable(s, seat))
    card = habits.favourite(s, seat, free, source(seed)) if free else habits.least_wanted(s, seat)
    return model.PACKS[s[model.PACK]][card]


@pytest.mark.parametrize("name", ALIKE)
def test_the_habit_is_one_of_normals_best(name: str) -> None:
    rng, game = random.Random(name), board(KIT, name, 5)
    while (seat := turn(game.state)) is not None:
        if not is_automa(game.state, seat):
            assert _habit(game.state, seat, len(game.steps)) in _normal(game.state, seat)
        game.play(seat, rng.choice(RULES.legal(game.state, seat)))


@pytest.mark.parametrize("name", SETUPS)
def test_a_habit_is_a_legal_card(name: str) -> None:
    rng, game = random.Random(name), board(KIT, name, 6)
    while (seat := turn(game.state)) is not None:
        legal = RULES.legal(game.state, seat)
        if not is_automa(game.state, seat):
            cards = {command.card for command in legal if isinstance(command, PlayCard | SetAside)}
            assert _habit(game.state, seat, len(game.steps)) in cards
        game.play(seat, rng.choice(legal))


@pytest.mark.parametrize("name", [name for name in SETUPS if name.startswith(("3", "4"))])
def test_others_in_the_tree_play_cards_that_they_may_hold(name: str) -> None:
    rng, game = random.Random(name), board(KIT, name, 7)
    tree = new_tree(search.MOVES, 2000)
    while (seat := turn(game.state)) is not None:
        view, legal = RULES.view(game.state, seat), RULES.legal(game.state, seat)
        at = position(view)
        clear(tree)
        moves = np.array([search.number(command, model.PACKS[at.root[model.PACK]]) for command in legal])
        search.search(200, at, past(view), seat, moves, tree, at.root.copy(), source(len(game.steps)))
        unseen = set(at.cards.tolist())
        for own in children(tree).values():
            for move in children(tree, own.node):
                assert move == search.HIDDEN_ASIDE or move % search.WITH_OPERATOR in unseen or _leads(at.root)
        game.play(seat, rng.choice(legal))


def _leads(root: np.ndarray) -> bool:
    """Whether the next move may be one's own again: this one ends the trick."""
    return root[model.PLAYED] == root[model.SEATS] - 1
