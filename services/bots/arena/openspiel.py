"""OpenSpiel's information-set search on our `floor`: the reference, in the arena only (the extra `arena` brings it).

The rest of a round becomes a game of OpenSpiel's, on the flat model that our search plays on, with the same worlds and the
same worth. What searches it is OpenSpiel's code in Python: its C++ cannot deal worlds of a game that is not written in C++.
"""

# What OpenSpiel calls has no types.
# pyright: reportUntypedBaseClass=false

import random
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from services.bots.playout import floor as model
from services.bots.playout.compiled import source
from services.bots.playout.floor import HANDS, OPERATORS, PLAYERS
from services.bots.search.budget import Budget
from services.bots.search.floor import KEPT_OPERATOR, OWN_ASIDE, WITH_OPERATOR, enter, number
from services.bots.search.floor_position import position
from services.bots.search.position import Position
from services.bots.search.worlds import redeal
from services.bots.search.worth import weigh
from shared.games.floor.commands import FloorCommand
from shared.games.floor.view import View

pyspiel: Any = import_module("pyspiel")
ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
mcts: Any = import_module("open_spiel.python.algorithms.mcts")

EXPLORE = 0.5
"""UCB's constant; utilities lie between 0 and 1. Not tuned."""
FEWEST = 20
"""Simulations of the first search, before it is known how many fit into its time, and of every other at least."""

TYPE = pyspiel.GameType(
    short_name="paternoster_floor",
    long_name="The rest of a round of That's My Floor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class Round(pyspiel.Game):
    """From a seat's position on; the deal is over, and states differ in what that seat does not see."""

    def __init__(self, start: Position, seed: int) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=OWN_ASIDE + 64,
            max_chance_outcomes=0,
            num_players=int(start.root[PLAYERS]),
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=4 * model.TRICKS,
        )
        super().__init__(TYPE, info, {})
        self.start = start
        self._draws = source(seed)

    def new_initial_state(self) -> "Rest":
        """In a world that the seat holds possible."""
        redeal(self.start.cards, self.start.allowed, self._draws)
        s = self.start.root.copy()
        enter(self.start, s)
        return Rest(self, s)


class Rest(pyspiel.State):
    """An action is a move as our search numbers it."""

    def __init__(self, game: Round, s: np.ndarray, told: tuple[int, ...] = ()) -> None:
        super().__init__(game)
        self._round = game
        self._s = s
        self._told = told
        """What all have seen since the start: moves, and what the Automa played."""
        self._reveal()

    def clone(self) -> "Rest":
        return Rest(self._round, self._s.copy(), self._told)

    def is_terminal(self) -> bool:
        return bool(model.over(self._s))

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(model.turn(self._s))

    def legal_actions(self, player: int | None = None) -> list[int]:
        s, seat = self._s, self.current_player()
        if seat < 0 or player not in (None, seat):
            return []
        if free := int(model.playable(s, seat)):
            plays = [*_bits(free)]
            return plays + [WITH_OPERATOR + card for card in plays if s[OPERATORS + seat]]
        return [OWN_ASIDE + card for card in _bits(int(s[HANDS + seat]))]

    def apply_action(self, action: int) -> None:
        if action >= OWN_ASIDE:
            model.set_aside(self._s, action - OWN_ASIDE)
            self._told = (*self._told, OWN_ASIDE)
        else:
            model.play(self._s, action % WITH_OPERATOR, action >= WITH_OPERATOR)
            self._told = (*self._told, action)
        self._reveal()

    def _reveal(self) -> None:
        s = self._s
        while not self.is_terminal() and model.turn(s) >= s[PLAYERS]:
            self._told = (*self._told, int(model.reveal(s)))

    def returns(self) -> list[float]:
        """By player: the worth of the round as it stands."""
        s, match, players = self._s, self._round.start.match, int(self._s[PLAYERS])
        kept = 0.0 if match.last else KEPT_OPERATOR
        points = np.array([model.score(s, seat) + kept * s[OPERATORS + seat] for seat in range(players)])
        utility = np.zeros(players)
        weigh(match, points, players, utility)
        return utility.tolist()

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{seat} {self._s[HANDS + seat]} {self._told}"


class _Timed:
    """So many simulations as fit into a search's time, as far as the one before tells: single ones take more or less."""

    def __init__(self) -> None:
        self._each_s: float | None = None

    def choose(self, start: Position, budget: Budget, rng: random.Random) -> int:
        game = Round(start, rng.getrandbits(64))
        states = np.random.RandomState(rng.getrandbits(32))
        simulations = self._affordable(budget)
        bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, states), EXPLORE, simulations, random_state=states
        )
        bot.set_resampler(lambda _state, _player: game.new_initial_state())
        began = time.perf_counter()
        action = int(bot.step(game.new_initial_state()))
        self._each_s = (time.perf_counter() - began) / simulations
        return action

    def _affordable(self, budget: Budget) -> int:
        if budget.ms is None:
            return budget.simulations or FEWEST
        if self._each_s is None:
            return FEWEST
        return max(FEWEST, round(budget.ms / 1000 / self._each_s))


_timed = _Timed()


def choose(view: View, commands: Sequence[FloorCommand], budget: Budget, rng: random.Random) -> FloorCommand:
    start = position(view)
    cards = model.PACKS[start.root[model.PACK]]
    action = _timed.choose(start, budget, rng)
    return next(command for command in commands if number(command, cards) == action)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
