"""The operators' tools as they are typed, on a real Valkey."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis.asyncio import Redis

from services.cli.__main__ import paternoster
from services.lobby.ratings import histories, keeping
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.reckoning import Reckoning
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog
from shared.log.connect import connect
from shared.log.keys import Keys, keys_of
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.play import PARTITIONS, Bench, new_worker, start_game

Type = Callable[..., Coroutine[Any, Any, Result]]


@pytest.fixture
def type_in(config: Settings, server: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Type:
    """`await type_in("verify", "--all")`."""
    monkeypatch.setenv("PATERNOSTER_VAR", str(config.var))
    monkeypatch.setenv("PATERNOSTER_PARTITIONS", str(PARTITIONS))
    monkeypatch.setenv("PATERNOSTER_ARCHIVE_URL", (tmp_path / "archive").as_uri())

    async def run(*words: str) -> Result:
        result = await asyncio.to_thread(CliRunner().invoke, paternoster, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


def keys(game: str) -> Keys:
    return keys_of(game, PARTITIONS)


async def stored(server: Redis, game: str, log: Sequence[bytes]) -> None:
    await ValkeyLog(server).append(keys(game).log(game), 0, log)


async def counted(server: Redis, folder: Path, *games: str) -> None:
    """As the steward does it."""
    await keeping.load_functions(server)
    await histories.load_functions(server)
    log = ArchivedLog(server, open_archive(Settings(archive_url=(folder / "archive").as_uri())))
    await Reckoning(server, log, PARTITIONS, Lists(server), Histories(server)).count(games)


@pytest.fixture
async def running(config: Settings, server: Redis) -> AsyncIterator[Bench]:
    """A game of floor of three people after its start, with a clock running, and its worker."""
    async with connect(config.valkey, blocking=True) as reading:
        worker = new_worker(config, server, reading)
        await worker.renew()
        bench = Bench(server, worker, "g_run")
        await bench.start(start_game("floor", people=3, turn_ms=60_000))
        yield bench
        await reading.connection_pool.disconnect()
