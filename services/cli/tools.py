"""What every command needs: settings, a connection, logs wherever they are; and how it fails."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

import click
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.log.archive import Archive, open_archive
from shared.log.archived import ArchivedLog, load_functions
from shared.log.connect import connect
from shared.log.keys import Keys, keys_of
from shared.log.port import CorruptLog
from shared.settings import Settings, settings

P = ParamSpec("P")

LOG_NAMES = "{p*}:log:*"


class Tools:
    """For one command."""

    def __init__(self, config: Settings, redis: Redis) -> None:
        self.config = config
        self.redis = redis
        self.archive: Archive = open_archive(config)
        self.log = ArchivedLog(redis, self.archive)

    def keys(self, game: str) -> Keys:
        return keys_of(game, self.config.partitions)

    def partitions(self) -> list[Keys]:
        return [Keys(partition) for partition in range(self.config.partitions)]

    async def payloads(self, game: str) -> list[bytes]:
        """Raises `ClickException` for a game that there is not."""
        found = await self.log.read(self.keys(game).log(game))
        if not found:
            raise click.ClickException(f"there is no game {game}")
        return found

    async def parked(self, game: str) -> str | None:
        """Why the game was set aside."""
        reason: Any = await cast(Any, self.redis).hget(self.keys(game).parked, game)
        return reason and reason.decode()

    async def games(self) -> AsyncIterator[str]:
        """Every game, hot and archived."""
        async for name in self.hot():
            yield name
        for keys in self.partitions():
            archived: Any = await self.redis.zrange(keys.archived, 0, -1)
            for game in archived:
                yield game.decode()

    async def hot(self) -> AsyncIterator[str]:
        async for name in self.redis.scan_iter(LOG_NAMES, count=500):
            yield name.decode().partition(":log:")[2]


@asynccontextmanager
async def opened() -> AsyncGenerator[Tools]:
    config = settings()
    redis = connect(config.valkey)
    try:
        await load_functions(redis)
        yield Tools(config, redis)
    finally:
        await redis.aclose()


def with_tools(
    work: Callable[Concatenate[Tools, P], Coroutine[Any, Any, None]],
) -> Callable[P, None]:
    """A command's function, run to its end; what can be expected to go wrong is told in one line."""

    async def opened_for(*args: P.args, **kwargs: P.kwargs) -> None:
        async with opened() as tools:
            await work(tools, *args, **kwargs)

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with failures():
            asyncio.run(opened_for(*args, **kwargs))

    return run


@contextmanager
def failures() -> Generator[None]:
    try:
        yield
    except (RedisError, OSError) as cause:
        raise click.ClickException(f"Valkey or the archive cannot be reached: {cause}") from cause
    except CorruptLog as cause:
        raise click.ClickException(str(cause)) from cause
