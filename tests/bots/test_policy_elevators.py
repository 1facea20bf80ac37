"""The bots of elevators, from their seat's view alone."""

import random
from collections.abc import Sequence

import pytest

from services.bots.policies import LEVELS, elevators
from services.bots.policies.moves import Move
from services.bots.search.budget import Budget
from shared.games.elevators import RULES
from shared.games.elevators.commands import PlayPerson, RedrawChild
from shared.games.elevators.state import State
from shared.games.rules import Command, Outcome, Seat
from tests.games.elevators.kit import KIT, SETUPS
from tests.games.elevators.table import cards, play, table
from tests.games.kit import board

A_REDRAW = 34
"""A seed with which a seat of two is dealt two lost children."""


REPEATABLE = Budget(ms=None, simulations=300)
"""For `hard`: a time to think would not always see the same number of simulations."""


def _moves(state: State, seat: Seat) -> list[Move]:
    return [Move(command, RULES.preview(state, seat, command)) for command in RULES.legal(state, seat)]


def _choose(level: str, state: State, seat: Seat, seed: int) -> Command | None:
    rng = random.Random(f"{seed} {state.plays} {seat}")
    return elevators.choose(level, seat, RULES.view(state, seat), _moves(state, seat), rng, REPEATABLE)


def _match(name: str, levels: Sequence[str], seed: int) -> Outcome:
    game = board(KIT, name, seed)
    while (outcome := RULES.outcome(game.state)) is None:
        seat = Seat((*game.state.choosing, game.state.turn)[0])
        game.play(seat, _choose(levels[seat], game.state, seat, seed))
    return outcome


def _won(name: str, matches: int, level: str, among: str) -> float:
    """The share that one bot wins among others, on each seat in turn; a shared win is a part."""
    won, players = 0.0, SETUPS[name].players
    for seed in range(matches):
        levels = [among] * players
        levels[seed % players] = level
        places = _match(name, levels, seed).places
        won += (places[seed % players] == 1) / places.count(1)
    return won / matches


@pytest.mark.parametrize(("name", "at_least"), [("two", 0.9), ("three", 0.75), ("four", 0.6)])
def test_normal_beats_easy_clearly(name: str, at_least: float) -> None:
    assert _won(name, 40, "normal", "easy") >= at_least


def test_hard_beats_normal_clearly() -> None:
    assert _won("two", 10, "hard", "normal") >= 0.7


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_a_choice_is_legal_and_the_same_for_the_same_seed(name: str, level: str) -> None:
    game = board(KIT, name, A_REDRAW)
    while RULES.outcome(game.state) is None:
        seat = Seat((*game.state.choosing, game.state.turn)[0])
        command = _choose(level, game.state, seat, 1)
        assert command == _choose(level, game.state, seat, 1)
        assert command in RULES.legal(game.state, seat)
        game.play(seat, command)


@pytest.mark.parametrize("level", LEVELS)
def test_the_first_colour_is_redrawn(level: str) -> None:
    state = board(KIT, "two", A_REDRAW).state
    (seat,) = state.choosing
    assert _choose(level, state, seat, 1) == RedrawChild(state.match.families[seat][0])


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_chosen_where_nothing_is_legal(level: str) -> None:
    state = table(hands=("b.girl b.boy", "r.girl r.boy"))
    assert _choose(level, state, Seat(1), 1) is None


def test_easy_costs_itself_no_points_where_it_need_not() -> None:
    state = table(("r.girl b.father b.girl", "", ""), hands=("b.LC n.mother", "r.girl r.boy", "g.girl g.boy"))
    chosen = [_choose("easy", state, Seat(0), seed) for seed in range(50)]
    assert play("n.mother", 0) not in chosen
    assert len(set(chosen)) > 2


def test_normal_sends_its_own_to_the_best_box_and_draws_its_own_colour() -> None:
    lines = ("r.LC r.mother", "y.LC", "g.LC g.mother")
    state = table(
        lines, hands=("b.mother n.boy", "r.girl r.boy", "g.girl g.boy"), decks=("y.girl", "b.girl", "")
    )
    command = _choose("normal", state, Seat(0), 1)
    assert isinstance(command, PlayPerson)
    assert (command.card, command.line, command.deck) == (*cards("b.mother"), 1, 1)
