"""The job in a real Celery worker, judged by a real engine: whole games between bots, and what kills do to them."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from shared.log.commands import FIELD, LOBBY, Sent, encode, pack
from shared.log.connect import connect
from shared.log.embedded import running
from shared.log.entry import Pace
from shared.log.game import Game, fold
from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.bots.match import SETUPS, bots, start_of

ROOT = Path(__file__).parents[2]
CELERY = ("celery", "-A", "services.bots.celery", "worker", "-c", "1", "-l", "WARNING")
CHATTER = ("--without-gossip", "--without-mingle", "--without-heartbeat")

pytestmark = pytest.mark.slow


@asynccontextmanager
async def started(
    config: Settings, *command: str, more: Mapping[str, str] | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    """One of our processes in a group of its own, killed in the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *command, cwd=ROOT, start_new_session=True,
        env={"PATERNOSTER_VAR": str(config.var), "PATH": os.environ["PATH"], **(more or {})},
    )  # fmt: skip
    try:
        yield process
    finally:
        kill(process)
        await process.wait()


def kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def dying(var: Path) -> Iterator[Callable[[], None]]:
    """A server of its own, and how to kill it and start it again."""
    with ExitStack() as servers:
        server = servers.enter_context(running(var))

        def again() -> None:
            nonlocal server
            server.kill()
            server.wait()
            server = servers.enter_context(running(var))

        yield again


async def start(server: Redis, kind: str, game: str) -> None:
    holders = bots(*["easy", "normal", "easy"][: int(SETUPS[kind][0])])
    command = start_of(kind, SETUPS[kind], holders, Pace(bot_ms=0))
    sent = encode(Sent("start", game, LOBBY, None, pack(command)))
    await server.xadd(keys_of(game).commands, {FIELD: sent})


async def reached(server: Redis, game: str, version: int | None) -> Game:
    """The game at that version or later, or (`None`) at its end."""
    log = ValkeyLog(server)
    async with asyncio.timeout(60):
        while True:
            folded = fold(game, await log.read(keys_of(game).log(game)))
            if folded.outcome is not None or (version is not None and folded.version >= version):
                return folded
            await asyncio.sleep(0.05)


async def test_bots_play_games_of_every_kind_of_pace_to_the_end(server: Redis, config: Settings) -> None:
    async with (
        started(config, "services.engine.worker"),
        started(config, "services.bots.dispatcher"),
        started(config, *CELERY, *CHATTER),
    ):
        for kind in SETUPS:
            await start(server, kind, f"g_{kind}")
        for kind in SETUPS:
            game = await reached(server, f"g_{kind}", None)
            assert len(game.accepted) == game.version


async def test_a_game_goes_on_when_celery_is_killed_and_started_again(
    server: Redis, config: Settings
) -> None:
    async with started(config, "services.engine.worker"), started(config, "services.bots.dispatcher"):
        async with started(config, *CELERY, *CHATTER):
            await start(server, "floor", "g_floor")
            killed_at = (await reached(server, "g_floor", 10)).version
        async with started(config, *CELERY, *CHATTER):
            await reached(server, "g_floor", killed_at + 10)


async def test_games_go_on_when_the_server_and_broker_is_killed_and_started_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Also the worker's prefetched task, whose acknowledgement the kill swallows, must not leave it deaf."""
    config = Settings(var=tmp_path_factory.mktemp("k"))
    with dying(config.var) as kill_and_start_again:
        async with (
            started(config, "services.engine.worker"),
            started(config, "services.bots.dispatcher"),
            started(config, *CELERY, *CHATTER),
        ):
            for version in (10, 20, None):
                server = connect(config.valkey)
                if version == 10:
                    for number in range(4):
                        await start(server, "floor", f"g_{number}")
                for number in range(4):
                    await reached(server, f"g_{number}", version)
                await server.connection_pool.disconnect()
                if version is not None:
                    kill_and_start_again()
