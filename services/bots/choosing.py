"""From a folded game to a bot's command: the only caller of policies, who get their seat's view only."""

from collections.abc import Mapping, Sequence
from random import Random

import structlog

from services.bots.failures import described
from services.bots.policies import LEVELS, Policy
from services.bots.policies.moves import Move
from services.bots.seeds import Seeds
from shared.games.rules import Command, Seat
from shared.log.game import Game

log = structlog.get_logger(__name__)

PATIENCE_MS = 3000
"""A bot in a kind without turns may rather wait, but not with a way on while nothing happens for so long."""

REFUSALS = 3
"""After so many commands that were refused at one version, a bot plays any that the rules call legal."""


def choose(
    game: Game, seat: int, policies: Mapping[str, Policy], seeds: Seeds, *, attempt: int, idle_ms: int
) -> Command | None:
    """The bot's command, always a legal one; `None` when it has none, or would rather wait and may."""
    legal: Sequence[Command] = game.rules.legal(game.state, Seat(seat))
    if not legal:
        return None
    rng = seeds.rng("play", game.id, game.version, seat, attempt)
    wish = _wish(game, seat, policies, legal, rng) if attempt < REFUSALS else rng.choice(legal)
    if wish is not None or _may_wait(game, seat, idle_ms):
        return wish
    return legal[0]


def _may_wait(game: Game, seat: int, idle_ms: int) -> bool:
    return game.clock(seat) is None or (game.rules.realtime and idle_ms < PATIENCE_MS)


def _wish(
    game: Game, seat: int, policies: Mapping[str, Policy], legal: Sequence[Command], rng: Random
) -> Command | None:
    """What the policy says. A policy that breaks costs its seat a good move, never the table its game."""
    policy = policies.get(game.opening.kind)
    if policy is None:
        return rng.choice(legal)
    try:
        return _asked(policy, game, seat, legal, rng)
    except Exception as error:
        log.error("policy-failed", game=game.id, version=game.version, seat=seat, **described(error))
        return legal[0]


def _asked(policy: Policy, game: Game, seat: int, legal: Sequence[Command], rng: Random) -> Command | None:
    me = Seat(seat)
    moves = tuple(Move(command, game.rules.preview(game.state, me, command)) for command in legal)
    level = game.bot_at(seat) or LEVELS[0]
    wish = policy(level, me, game.rules.view(game.state, me), moves, rng)
    if wish is not None and wish not in legal:
        raise ValueError("a policy's command is not legal")
    return wish
