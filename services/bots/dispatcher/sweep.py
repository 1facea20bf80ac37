"""Games that the feed did not tell of: after a restart, or when it was trimmed before we read it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import structlog
from redis.asyncio import Redis

from services.bots.dispatcher.thoughts import Thoughts
from services.bots.failures import described
from shared.log.commands import FeedItem
from shared.log.feed import feed_item
from shared.log.game import fold
from shared.log.keys import Keys
from shared.log.port import CorruptLog
from shared.log.valkey import ValkeyLog

log = structlog.get_logger(__name__)

GRACE_S = 1.0
"""How long the feed has to tell a change itself."""

CHUNK = 200
"""Games asked for their version in one round trip."""


Note = Callable[[FeedItem, int], Awaitable[None]]
"""Takes a change and the game's `Pace.bot_ms`."""


class Sweeper:
    """Goes through the running games and notes those that are further than what is known of them."""

    def __init__(
        self,
        redis: Redis,
        partitions: Sequence[Keys],
        thoughts: Thoughts,
        note: Note,
    ) -> None:
        self._redis = redis
        self._log = ValkeyLog(redis)
        self._partitions = partitions
        self._thoughts = thoughts
        self._note = note
        self._broken: dict[str, int] = {}
        """Versions of games that do not fold, so that each is told once."""

    async def sweep(self, grace_s: float = GRACE_S) -> int:
        """How many games it noted."""
        known = self._thoughts.games()
        running = await self._running()
        for game in known.difference(running):
            self._thoughts.forget(game)
        self._broken = {game: version for game, version in self._broken.items() if game in running}
        versions = await self._versions(running)
        await asyncio.sleep(grace_s)
        behind = [game for game, version in versions.items() if self._is_behind(game, version)]
        return sum([await self._look(running[game], game, versions[game]) for game in behind])

    def _is_behind(self, game: str, version: int) -> bool:
        return max(self._thoughts.version(game), self._broken.get(game, 0)) < version

    async def _running(self) -> dict[str, Keys]:
        """All running games that are not parked."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for keys in self._partitions:
                pipeline.zrange(keys.running, 0, -1)
                pipeline.hkeys(keys.parked)
            found: list[Any] = await pipeline.execute()
        pairs = zip(self._partitions, found[::2], found[1::2], strict=True)
        return {game.decode(): keys for keys, games, parked in pairs for game in games if game not in parked}

    async def _versions(self, running: dict[str, Keys]) -> dict[str, int]:
        versions: dict[str, int] = {}
        for games in _chunks(list(running), CHUNK):
            async with self._redis.pipeline(transaction=False) as pipeline:
                for game in games:
                    pipeline.xrevrange(running[game].log(game), count=1)
                found: list[Any] = await pipeline.execute()
            versions.update(zip(games, map(_version, found), strict=True))
        return versions

    async def _look(self, keys: Keys, game: str, version: int) -> bool:
        """Folds one game and notes it. Other work gets its turn between two games."""
        try:
            folded = fold(game, await self._log.read(keys.log(game)))
        except CorruptLog as error:
            self._broken[game] = version
            log.error("game-does-not-fold", game=game, version=version, **described(error))
            return False
        await self._note(feed_item(folded), folded.opening.pace.bot_ms)
        return True


def _version(newest: list[tuple[bytes, Any]]) -> int:
    return int(newest[0][0].split(b"-")[0]) if newest else 0


def _chunks(games: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (games[at : at + size] for at in range(0, len(games), size))
