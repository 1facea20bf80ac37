"""A hint: what the search says of the commands of a seat that has asked, by the seat's own view."""

import msgspec
from redis import Redis

from services.bots.insight.estimating import distinct, estimates, is_choice
from services.bots.reading import Games
from services.bots.search.budget import Budget
from services.bots.seeds import Seeds, shared_seeds
from shared.games.rules import Seat
from shared.log.game import Game
from shared.log.insight import Hint, Ranked, encode
from shared.log.keys import keys_of

KEPT_S = 3600
DIGITS = 4


class Hinter:
    def __init__(self, redis: Redis, simulations: int, partitions: int) -> None:
        self._redis = redis
        self._partitions = partitions
        self._budget = Budget(ms=None, simulations=simulations)
        self._games = Games(redis, partitions)
        self._seeds: Seeds | None = None

    def hint(self, game_id: str, seat: int, at: int) -> Hint | None:
        """Works out and stores a hint that the game's log says was taken; `None` when the game has moved on."""
        game = self._games.read(game_id)
        if game.version == 0 or game.moved_at != at or game.chairs.hinted.get(seat) != at:
            return None
        if self._seeds is None:
            self._seeds = shared_seeds(self._redis)
        found = hint(game, Seat(seat), self._budget, self._seeds)
        self._redis.set(keys_of(game_id, self._partitions).hint(game_id, seat), encode(found), ex=KEPT_S)
        return found

    def forget(self) -> None:
        self._games.forget()
        self._seeds = None


def hint(game: Game, seat: Seat, budget: Budget, seeds: Seeds) -> Hint:
    """Ranks the seat's legal commands; without estimates where it has no choice."""
    legal = distinct(game.rules.legal(game.state, seat))
    if not is_choice(legal):
        return Hint(game.moved_at, tuple(Ranked(msgspec.to_builtins(one), None, 0) for one in legal))
    rng = seeds.rng("hint", game.id, game.moved_at, seat)
    view = game.rules.view(game.state, seat)
    ranked = estimates(game.opening.kind, seat, view, legal, budget, rng)
    return Hint(
        game.moved_at,
        tuple(
            Ranked(
                msgspec.to_builtins(one.command), round(one.worth, DIGITS) if one.visits else None, one.visits
            )
            for one in ranked
        ),
    )
