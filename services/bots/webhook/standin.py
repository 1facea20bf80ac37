"""A built-in bot plays one turn of a bot's account whose webhook did not."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import structlog
from redis import Redis
from redis.exceptions import RedisError

from services.bots.bot import Bot, idle_ms
from services.bots.celery import app
from services.bots.choosing import choose
from services.bots.failures import described
from services.bots.policies import Policy
from services.bots.queues import STAND_IN
from services.bots.reading import Games
from services.bots.seeds import Seeds, shared_seeds
from services.bots.think import able_policies
from services.bots.webhook.playing import STAND_IN_LEVEL, called_id, free_id, sent
from services.bots.webhook.turn import is_called_for
from shared.api.people import is_bot
from shared.games.rules import Command
from shared.log.commands import FIELD, Sent, encode
from shared.log.connect import connect_plain
from shared.log.game import Game
from shared.log.keys import keys_of
from shared.settings import settings

log = structlog.get_logger(__name__)

ATTEMPTS = 8
"""Ids that may have been refused at one version."""


class StandIn:
    def __init__(self, redis: Redis, policies: Mapping[str, Policy], partitions: int) -> None:
        self._redis = redis
        self._policies = {kind: _at_level(policy) for kind, policy in policies.items()}
        self._partitions = partitions
        self._games = Games(redis, partitions)
        self._seeds: Seeds | None = None

    def play(self, id: str, version: int, seat: int) -> Sent | None:
        """Sends a command; `None` when none is awaited of the seat any more, or a bot sits there anyhow."""
        game = self._games.read(id)
        player = game.opening.holders[seat].player if game.version and seat in game.seats else None
        if not (player and is_bot(player) and is_called_for(game, version, seat, player)):
            return None
        if game.bot_at(seat) is not None:
            return None
        refused = self._answered(game, seat)
        if self._seeds is None:
            self._seeds = shared_seeds(self._redis)
        command = choose(game, seat, self._policies, self._seeds, attempt=len(refused), idle_ms=idle_ms(game))
        return command and self._send(sent(game, seat, free_id(game, seat, refused), command))

    def _answered(self, game: Game, seat: int) -> set[str]:
        names = [called_id(game.version, seat, attempt) for attempt in range(ATTEMPTS)]
        keys = keys_of(game.id, self._partitions)
        found: list[Any] = self._redis.mget([keys.answer(game.id, name) for name in names])  # pyright: ignore[reportAssignmentType]
        return {name for name, answer in zip(names, found, strict=True) if answer is not None}

    def _send(self, command: Sent) -> Sent:
        self._redis.xadd(keys_of(command.game, self._partitions).commands, {FIELD: encode(command)})
        return command

    def forget(self) -> None:
        self._games.forget()
        self._seeds = None


def _at_level(policy: Policy) -> Policy:
    def played(level: str, *position: Any) -> Command | None:
        return policy(STAND_IN_LEVEL, *position)

    return played


@cache
def _players() -> tuple[StandIn, Bot]:
    """Made by the first task of a process, so after the fork: connections must not be shared."""
    config = settings()
    redis, policies = connect_plain(config.valkey), able_policies(config)
    return StandIn(redis, policies, config.partitions), Bot(redis, policies, config.partitions)


@app.task(name=STAND_IN)
def stand_in(game: str, version: int, seat: int) -> None:
    """Plays the turn as the account would, or as the bot that sits in for it. Fails in silence, like `think`."""
    account, sitting = _players()
    try:
        if account.play(game, version, seat) is None:
            sitting.think(game, version, seat)
    except (RedisError, OSError) as error:
        account.forget()
        sitting.forget()
        log.warning("valkey-away", game=game, version=version, seat=seat, error=type(error).__name__)
    except Exception as error:
        log.error("thought-failed", game=game, version=version, seat=seat, **described(error))
