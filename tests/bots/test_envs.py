"""The games as environments: PettingZoo's own tests, what an observation is made of, and the page for researchers."""

import random
import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from services.bots.envs import env
from services.bots.envs.games import NUMBERS, GameEnv
from shared.games.kinds import KINDS
from shared.games.rules import Seat

GUIDE = Path(__file__).parents[2] / "docs" / "research.md"
TABLES = [(kind, players) for kind in NUMBERS for players in KINDS[kind].players]
every_table = pytest.mark.parametrize(("kind", "players"), TABLES)


def _played(game: GameEnv, seed: int, most: int = 10_000) -> list[int]:
    """Random actions up to the end."""
    game.reset(seed=seed)
    rng, actions = random.Random(seed), []
    while not all(game.terminations.values()) and len(actions) < most:
        mask = game.observe(game.agent_selection)["action_mask"]
        actions.append(rng.choice([int(action) for action in np.flatnonzero(mask)]))
        game.step(actions[-1])
    return actions


@every_table
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_nothing_wrong(kind: str, players: int, capsys) -> None:
    api_test(env(kind, players), num_cycles=60)
    seed_test(lambda: env(kind, players), num_cycles=20)


@every_table
def test_a_game_ends_with_rewards_that_add_up_to_nothing(kind: str, players: int) -> None:
    game = env(kind, players)
    _played(game, 1)
    assert sum(game.rewards.values()) == pytest.approx(0)
    assert max(game.rewards.values()) > 0
    assert all(game.infos[agent]["score"] is not None for agent in game.agents)


@every_table
def test_an_observation_does_not_depend_on_what_is_hidden(kind: str, players: int) -> None:
    redraw, rng, changed = import_module(f"tests.games.{kind}.kit").KIT.redraw, random.Random(1), 0
    for seed in range(4):
        game = env(kind, players)
        _played(game, seed, most=5 + 7 * seed)
        for seat, agent in enumerate(game.possible_agents):
            before, state = game.observe(agent), game._state
            game._state = redraw(state, Seat(seat), rng)
            changed += game._state != state
            assert np.array_equal(game.observe(agent)["observation"], before["observation"])
            game._state = state
    assert changed, "the redraw never changed anything"


@pytest.mark.parametrize("kind", NUMBERS)
def test_the_mask_is_exactly_what_is_legal_and_anything_else_is_refused(kind: str) -> None:
    game = env(kind, 3)
    for seed in range(3):
        _played(game, seed, most=9)
        seat = Seat(game.possible_agents.index(game.agent_selection))
        mask = game.observe(game.agent_selection)["action_mask"]
        allowed = {game.commands[action] for action in np.flatnonzero(mask)}
        assert allowed == set(game.rules.legal(game._state, seat))
        state = game._state
        with pytest.raises(ValueError, match="not legal"):
            game.step(int(np.flatnonzero(mask == 0)[0]))
        assert game._state == state


def test_other_seeds_deal_other_hands_and_no_seed_deals_anew() -> None:
    game = env("floor", 3)

    def hand(seed: int | None) -> bytes:
        game.reset(seed=seed)
        return game.observe("seat_0")["observation"][game.layout["hand"]].tobytes()

    assert hand(1) == hand(1) != hand(2)
    assert hand(None) != hand(None)


def test_eddie_is_no_game_of_turns() -> None:
    with pytest.raises(ValueError, match="not played in turns"):
        env("eddie")


def test_the_page_for_researchers_plays_a_game(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    assert len(code.splitlines()) <= 16
    exec(code, {})
    assert "seat_" in capsys.readouterr().out
