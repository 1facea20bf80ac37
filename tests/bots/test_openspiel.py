"""Our `floor` as a game of OpenSpiel's (the extra `arena`), and its search at a table of ours."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyspiel")

from services.bots.arena import openspiel
from services.bots.arena.match import play
from services.bots.arena.openspiel import Rest, Round
from services.bots.playout import floor as model
from services.bots.search.budget import Budget
from services.bots.search.floor import number
from services.bots.search.floor_position import position
from shared.games.rules import Seat
from tests.games.floor.kit import KIT
from tests.games.kit import board

SETUPS = ("2-six-suit", "3-six-suit", "4-standard")


def _round(setup: str, seed: int) -> tuple[Round, int]:
    state, rules = board(KIT, setup, seed).state, KIT.rules
    seat = next(seat for seat in map(Seat, range(4)) if rules.legal(state, seat))
    return Round(position(rules.view(state, seat)), seed), seat


def _played(state: Rest, rng: random.Random) -> Rest:
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("setup", SETUPS)
def test_a_round_is_played_to_its_end_and_its_worth_is_shared_out(setup: str) -> None:
    for seed in range(20):
        end = _played(_round(setup, seed)[0].new_initial_state(), random.Random(seed))
        assert end.current_player() < 0
        assert not end.legal_actions()
        assert sum(end.returns()) == pytest.approx(1)


@pytest.mark.parametrize("setup", SETUPS)
def test_worlds_differ_in_what_the_seat_does_not_see(setup: str) -> None:
    game, seat = _round(setup, 1)
    worlds: list[Any] = [game.new_initial_state() for _ in range(10)]
    assert len({world.information_state_string(seat) for world in worlds}) == 1
    assert len({world.information_state_string((seat + 1) % 2) for world in worlds}) > 1


def test_a_copy_goes_its_own_way() -> None:
    state = _round("3-six-suit", 1)[0].new_initial_state()
    before = state.information_state_string(), state.legal_actions()
    _played(state.clone(), random.Random(1))
    assert (state.information_state_string(), state.legal_actions()) == before


@pytest.mark.parametrize("setup", SETUPS)
def test_the_action_that_was_found_is_the_command_that_is_played(
    setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, rules = board(KIT, setup, 1).state, KIT.rules
    seat = next(seat for seat in map(Seat, range(4)) if rules.legal(state, seat))
    view, legal = rules.view(state, seat), rules.legal(state, seat)
    for command in legal:
        action = number(command, model.PACKS[position(view).root[model.PACK]])
        monkeypatch.setattr(openspiel, "_timed", SimpleNamespace(choose=lambda *_, action=action: action))
        found = openspiel.choose(view, legal, Budget(ms=None, simulations=1), random.Random(1))
        assert found == command


@pytest.mark.parametrize("players", [2, 3])
def test_its_search_plays_a_whole_game(players: int) -> None:
    seated = ("openspiel", "hard", "random")[:players]
    outcome = play("floor", seated, 3, Budget(ms=None, simulations=20))
    assert outcome.places[:players].count(1) >= 1
