"""`kill -9` of the notifier and of Celery at random while notices go out, and receivers that are away for a while."""

import asyncio
import os
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from redis.asyncio import Redis

from services.notify.dead import DeadLetters
from services.notify.outbox import Outbox
from shared.api.moment import now_ms
from shared.log.entry import Holder, Pace
from shared.settings import Settings
from tests.bots.match import begun
from tests.bots.test_job_worker import CHATTER, kill, started
from tests.inbox.waiting import soon
from tests.notify.people import DAY_MS, has
from tests.notify.receivers import World

NOTICES = int(os.environ.get("PATERNOSTER_NOTICES", "60"))
KILLS = max(4, NOTICES // 60)
NOTIFY = ("services.notify",)
CELERY = (
    "celery",
    "-A",
    "services.notify.celery",
    "worker",
    "--pool",
    "threads",
    "-c",
    "8",
    "-l",
    "WARNING",
    *CHATTER,
)
CHANNELS = ("web-push", "fcm", "apns", "webhook")
CHANNEL_OF = {f"p{n}": CHANNELS[n % len(CHANNELS)] for n in range(NOTICES)}


async def _begin(server: Redis, there: World, number: int) -> set[tuple[str, str]]:
    """A game of three new people with a device each; what they must be told, by device."""
    names = [f"p{number * 3 + seat}" for seat in range(3)]
    for name in names:
        await has(server, there, f"a_{name}", CHANNEL_OF[name], name)
    holders = tuple(Holder(f"a_{name}") for name in names)
    pace = Pace(turn_ms=3 * DAY_MS)
    match = await begun(server, "floor", holders, game=f"g_{number}", pace=pace, at=now_ms())
    version = match.game.version
    return {
        (
            name,
            f"your-turn:g_{number}:{version}" if seat == match.turn else f"game-started:g_{number}:{version}",
        )
        for seat, name in enumerate(names)
    }


class Kept:
    """A process that is started again whenever it is killed."""

    def __init__(self, config: Settings, there: World, *command: str) -> None:
        self.command, self.kills = command, 0
        self._config, self._there = config, there
        self._process: Any = None
        self._keeping = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        while True:
            async with started(self._config, *self.command, more=self._there.environment()) as process:
                self._process = process
                await process.wait()

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            kill(self._process)
            self.kills += 1

    async def end(self) -> None:
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)


@pytest.mark.slow
async def test_each_receiver_has_each_notice_once_though_everything_is_killed(
    valkey: Redis, config: Settings, there: World
) -> None:
    rng = Random(3)
    async with AsyncExitStack() as ending:
        kept = [Kept(config, there, *command) for command in (NOTIFY, CELERY)]
        for one in kept:
            ending.push_async_callback(one.end)
        wanted: set[tuple[str, str]] = set()
        for number in range(NOTICES // 3):
            wanted |= await _begin(valkey, there, number)
        await _killed_at_random(kept, there, rng)
        assert await soon(_heard(there), wanted.__eq__, within_s=60 + NOTICES // 5)
        await soon(lambda: _left(valkey), (0).__eq__, within_s=30)
    assert await DeadLetters(valkey).count() == 0
    assert not there.refused
    print(f"\n{len(wanted)} notices, kills {[one.kills for one in kept]}, received {len(there.received)}")


async def _killed_at_random(kept: list[Kept], there: World, rng: Random) -> None:
    """While there is work: each kill waits until something more has come, or a while."""
    for number in range(KILLS):
        before = len(there.received)
        there.down = number == 1
        try:
            async with asyncio.timeout(4):
                await soon(lambda: _count(there), lambda count, n=before: count > n + 3, within_s=9)
        except TimeoutError:
            pass
        rng.choice(kept).kill()
    there.down = False


async def _count(there: World) -> int:
    return len(there.received)


def _heard(there: World) -> Any:
    async def heard() -> set[tuple[str, str]]:
        """What stands on the devices after collapsing."""
        return {(one.device, one.payload["id"]) for one in there.received}

    return heard


async def _left(server: Redis) -> int:
    return sum([len(await Outbox(server).waiting(f"a_{name}")) for name in CHANNEL_OF])
