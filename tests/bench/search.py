"""The bots' search on one core, beside OpenSpiel's in C++ where that is installed (the extra `arena`).

Whole simulations from the first move of a game, where they are longest: deal, tree, rollout, learning.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module, util
from typing import Any

from services.bots.policies import policies
from services.bots.policies.moves import Move
from services.bots.search.budget import Budget
from shared.games.rules import Seat
from tests.bench.figures import Figure, median_of
from tests.games.kit import board

SIMULATIONS = 60_000
WANTED = {"floor": ("3-six-suit", 150_000), "elevators": ("three", 100_000)}
REFERENCE = "oh_hell(players=3,num_tricks_fixed=12)"
REFERENCE_SIMULATIONS = 10_000


def measure() -> list[Figure]:
    figures = [
        Figure(f"search of {kind}, {setup}", median_of(5, _rate(kind, setup)), "sims/s", wanted)
        for kind, (setup, wanted) in WANTED.items()
    ]
    if util.find_spec("pyspiel") is None:
        return figures
    note = "C++, 3 players, 12 tricks"
    return [
        *figures,
        Figure("OpenSpiel's ISMCTS on oh_hell", median_of(5, _reference()), "sims/s", note=note),
    ]


def _rate(kind: str, setup: str) -> Callable[[], float]:
    """By processor time: others may be busy on this machine."""
    kit = import_module(f"tests.games.{kind}.kit").KIT
    state, rules = board(kit, setup, 1).state, kit.rules
    seat = next(seat for seat in map(Seat, range(4)) if rules.legal(state, seat))
    moves = [Move(command, rules.preview(state, seat, command)) for command in rules.legal(state, seat)]
    view = rules.view(state, seat)

    def run(simulations: int) -> float:
        choose = policies(Budget(ms=None, simulations=simulations))[kind]
        began = time.process_time()
        choose("hard", seat, view, moves, random.Random(1))
        return simulations / (time.process_time() - began)

    run(1)  # compiles
    return lambda: run(SIMULATIONS)


def _reference() -> Callable[[], float]:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(REFERENCE)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.Random(1).choice(state.legal_actions()))

    def run() -> float:
        bot = pyspiel.ISMCTSBot(
            1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, REFERENCE_SIMULATIONS, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip
        began = time.process_time()
        bot.step(state)
        return REFERENCE_SIMULATIONS / (time.process_time() - began)

    return run
