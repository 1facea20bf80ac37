"""Games as a bot's process reads them: folded once, then continued by what is new."""

from redis import Redis

from services.bots.recent import Recent
from shared.log.game import Game
from shared.log.keys import keys_of
from shared.log.port import CorruptLog
from shared.log.valkey import contiguous

GAMES = 128


class Games:
    def __init__(self, redis: Redis, partitions: int) -> None:
        self._redis = redis
        self._partitions = partitions
        self._kept = Recent[Game](GAMES)

    def read(self, game: str) -> Game:
        """The game now, at version 0 when there is no such log. Raises `CorruptLog`."""
        kept = self._kept.get(game)
        try:
            return self._continue(kept or Game(game))
        except CorruptLog:
            # A log that lost its end (`appendfsync everysec`) and grew again does not continue what we hold.
            self._kept.drop(game)
            if kept is None:
                raise
            return self._continue(Game(game))

    def forget(self) -> None:
        """A server that was away may have come back with less than we had read."""
        self._kept.clear()

    def _continue(self, game: Game) -> Game:
        for payload in self._after(game):
            game.apply(payload)
        if game.version == 0 or game.outcome is not None:
            self._kept.drop(game.id)
        else:
            self._kept.keep(game.id, game)
        return game

    def _after(self, game: Game) -> list[bytes]:
        log = keys_of(game.id, self._partitions).log(game.id)
        return contiguous(log, game.version, self._redis.xrange(log, f"({game.version}-0"))  # pyright: ignore[reportArgumentType]
