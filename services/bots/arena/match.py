"""One game in memory between named players. Equal seeds give equal deals, whoever plays."""

import random
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from services.bots.arena import clairvoyant
from services.bots.policies import POLICIES, policies
from services.bots.policies.moves import Move
from services.bots.search.budget import Budget
from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Command, Outcome, Seat, Setup
from shared.log.fair import Draws, draw_key
from shared.seeds import house_sets

PLAYERS = ("random", "easy", "normal", "openspiel", "hard", "clairvoyant")


def play(kind: str, players: Sequence[str], seed: int, budget: Budget) -> Outcome:
    """Kinds with turns only: nobody's clock runs here."""
    rules, setup = KINDS[kind], setup_of(kind, len(players))
    names = (*players, *rules.house_seats(setup))
    key = draw_key(seed.to_bytes(32, "big"), "g_arena", [""] * len(names))
    draws = 0
    state = rules.initial(setup)
    chance = Draws(key, draws)
    events = rules.open(state, chance)
    while True:
        draws += len(chance.made)
        for event in events:
            state = rules.evolve(state, event)
        if (outcome := rules.outcome(state)) is not None:
            return outcome
        seat = next(seat for seat in map(Seat, range(len(names))) if rules.legal(state, seat))
        rng = random.Random(f"{seed}:{draws}:{rules.clock(state, seat)}:{seat}")  # noqa: S311 - has to repeat
        chance = Draws(key, draws)
        events = rules.decide(state, seat, _choice(rules, state, seat, names[seat], budget, rng), chance)


def setup_of(kind: str, players: int) -> Setup[Any]:
    sets = house_sets()
    options = KINDS[kind].options
    return Setup(players, options(set=sets[kind]) if kind in sets else options())


def _choice(
    rules: AnyRules, state: Any, seat: Seat, name: str, budget: Budget, rng: random.Random
) -> Command:
    legal, view = rules.legal(state, seat), rules.view(state, seat)
    if len(legal) == 1:
        return legal[0]
    if name == "random" or _redraws(view):
        return rng.choice(legal)
    if name == "clairvoyant":
        return clairvoyant.choose(state, view, seat, legal, budget, rng)
    if name == "openspiel":
        return import_module("services.bots.arena.openspiel").choose(view, legal, budget, rng)
    moves = tuple(Move(command, rules.preview(state, seat, command)) for command in legal)
    choose = policies(budget)[rules.kind] if name == "hard" else POLICIES[rules.kind]
    return choose(name, seat, view, moves, rng) or legal[0]


def _redraws(view: Any) -> bool:
    """A choice between two lost children in `elevators`, on which nothing depends."""
    return bool(getattr(view, "choosing", ()))
