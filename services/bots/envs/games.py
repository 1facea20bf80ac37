"""One game as an AEC environment: seats take turns, the house's seats play by themselves, chance follows from the seed.

An observation is made of the seat's view and nothing else, as for any bot.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from services.bots.envs import elevators, floor
from services.bots.envs.layout import LEAST, MOST, Part, flat, places
from shared.games.kinds import KINDS
from shared.games.rules import Command, Event, Seat, Setup
from shared.log.fair import Draws, draw_key
from shared.seeds import DEFAULT_LANGUAGE, Texts, house_sets

SEED_BYTES = 32


class Numbers(NamedTuple):
    """How a kind is told in numbers."""

    commands: Callable[[Any], tuple[Command, ...]]
    """Everything that may ever be sent: an action is a place in it."""
    parts: Callable[[Any, Any, Seat], Iterator[Part]]
    """A view as numbers, for its seat."""


NUMBERS: Mapping[str, Numbers] = MappingProxyType(
    {
        "elevators": Numbers(elevators.commands, elevators.parts),
        "floor": Numbers(floor.commands, floor.parts),
    }
)


def env(
    kind: str = "floor",
    players: int = 3,
    *,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> "GameEnv":
    """A new environment. `render_mode`: `ansi` (text) or `human` (printed).

    Raises `ValueError` for options that no table may have, and for `eddie`: there all play at once and who is quicker
    wins, which turns taken one after the other would not tell.
    """
    if kind not in NUMBERS:
        raise ValueError(f"{kind!r} is not played in turns; there are {', '.join(NUMBERS)}")
    rules, sets = KINDS[kind], house_sets()
    given = {**({"set": sets[kind]} if kind in sets else {}), **(options or {})}
    setup = Setup(players, rules.options(**given))
    if players not in rules.players or rules.check(setup):
        raise ValueError("no table may be set up so")
    return GameEnv(kind, setup, render_mode)


class GameEnv(AECEnv[str, dict[str, np.ndarray], int]):
    """Agents are `seat_0`, `seat_1` ... An action that is not legal is a `ValueError`, and changes nothing.

    When the game ends, each gets its share of the win (1 divided among those in first place, 0 for the others) less
    an equal share, so that rewards add up to 0. `infos` then has everybody's `score`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": ["ansi", "human"],
        "name": "paternoster_v0",
        "is_parallelizable": False,
    }

    def __init__(self, kind: str, setup: Setup[Any], render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.rules, self.setup = KINDS[kind], setup
        self.commands = NUMBERS[kind].commands(setup)
        """By action."""
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self._numbers = {command: number for number, command in enumerate(self.commands)}
        self._texts = Texts()
        self._begin(bytes(SEED_BYTES))
        size = len(self._observed(Seat(0)))
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(len(self.commands)) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: _space(size, len(self.commands)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    @property
    def layout(self) -> dict[str, slice]:
        """Which part of an observation is where."""
        return places(self._parts(Seat(0)))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals anew; without a seed, what nobody can foresee."""
        if seed is None:
            self._begin(secrets.token_bytes(SEED_BYTES))
        else:
            self._begin(seeding.np_random(seed)[0].bytes(SEED_BYTES))

    def _begin(self, secret: bytes) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._key, self._drawn = draw_key(secret, "env", ()), 0
        self._happened: list[Event] = []
        self._state = self.rules.initial(self.setup)
        chance = Draws(self._key, 0)
        self._take(self.rules.open(self._state, chance), chance)
        self._go_on()

    def _take(self, events: tuple[Event, ...], chance: Draws) -> None:
        for event in events:
            self._state = self.rules.evolve(self._state, event)
        self._drawn += len(chance.made)
        self._happened += events

    def _send(self, seat: Seat, command: Command) -> None:
        chance = Draws(self._key, self._drawn)
        self._take(self.rules.decide(self._state, seat, command, chance), chance)

    def _go_on(self) -> None:
        """To the next player's turn; the house's seats have but one command each."""
        while self.rules.outcome(self._state) is None:
            seat = next(seat for seat in self._seats() if self.rules.legal(self._state, seat))
            if seat < self.setup.players:
                self.agent_selection = self.possible_agents[seat]
                return
            self._send(seat, self.rules.legal(self._state, seat)[0])
        self._end()

    def _seats(self) -> Iterator[Seat]:
        return map(Seat, range(self.setup.players + len(self.rules.house_seats(self.setup))))

    def _end(self) -> None:
        outcome = self.rules.outcome(self._state)
        if outcome is None:
            raise AssertionError("called at the end only")
        won = [place == 1 for place in outcome.places[: self.setup.players]]
        for seat, agent in enumerate(self.possible_agents):
            self.terminations[agent] = True
            self.rewards[agent] = won[seat] / sum(won) - 1 / self.setup.players
            self.infos[agent] = {"score": outcome.scores[seat]}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = Seat(self.possible_agents.index(agent))
        return {"observation": self._observed(seat), "action_mask": self._mask(agent, seat)}

    def _observed(self, seat: Seat) -> np.ndarray:
        return flat(self._parts(seat))

    def _parts(self, seat: Seat) -> list[Part]:
        view = self.rules.view(self._state, seat)
        return list(NUMBERS[self.rules.kind].parts(self.setup, view, seat))

    def _mask(self, agent: str, seat: Seat) -> np.ndarray:
        """Of whoever is not on turn, nothing is legal."""
        mask = np.zeros(len(self.commands), np.int8)
        if agent == self.agent_selection and self.rules.outcome(self._state) is None:
            mask[[self._numbers[command] for command in self.rules.legal(self._state, seat)]] = 1
        return mask

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        seat = Seat(self.possible_agents.index(agent))
        command = self._command(seat, action)
        self._happened = []
        self._cumulative_rewards[agent] = 0.0
        self._send(seat, command)
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            print(self.render())

    def _command(self, seat: Seat, action: int | None) -> Command:
        if action is not None and 0 <= action < len(self.commands):
            command = self.commands[action]
            if command in self.rules.legal(self._state, seat):
                return command
        raise ValueError(f"action {action} is not legal")

    def render(self) -> str | None:
        """What has just happened, as a spectator is told."""
        if self.render_mode is None:
            return None
        seen = (self.rules.redact(event, None) for event in self._happened)
        phrases = (phrase for event in seen if event is not None for phrase in self.rules.phrases(event))
        names = [f"seat_{seat}" for seat in self._seats()]
        return "\n".join(self._texts.say(DEFAULT_LANGUAGE, phrase, names) for phrase in phrases)

    def close(self) -> None:
        """Nothing is open."""


def _space(size: int, actions: int) -> Dict:
    return Dict(
        {
            "observation": Box(LEAST, MOST, (size,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )
