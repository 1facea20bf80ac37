"""The compiled search, once for all tests here."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from services.bots.insight.analyse import analyst
from services.bots.insight.analysing import Analyst
from services.bots.warm import warm
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from shared.settings import Settings

SIMULATIONS = 40

NewAnalyst = Callable[[], Coroutine[Any, Any, Analyst]]


@pytest.fixture(scope="session")
def searching(var: Path) -> None:
    warm(var)


@pytest.fixture
def config(var: Path, tmp_path: Path) -> Settings:
    """With an archive of its own."""
    return Settings(var=var, archive_url=f"file://{tmp_path}")


@pytest.fixture
async def new_analyst(server: Redis, config: Settings, searching: None) -> AsyncIterator[NewAnalyst]:
    """`await new_analyst()`: one in a process of its own, as far as it can tell."""
    async with AsyncExitStack() as stack:

        async def new() -> Analyst:
            short = msgspec.structs.replace(config, insight_simulations=SIMULATIONS)
            return await stack.enter_async_context(analyst(short))

        yield new


async def stored(server: Redis, game: str, log: list[bytes] | tuple[bytes, ...]) -> None:
    await ValkeyLog(server).append(keys_of(game).log(game), 0, log)
