"""Games of every kind on a cluster, to their ends, also while a master dies; every answer is held against the logs."""

import asyncio
import os
from pathlib import Path
from random import Random

import pytest
from redis.asyncio import Redis

from shared.settings import Settings
from tests.chaos.history import History
from tests.chaos.load import Load, start
from tests.chaos.person import Person
from tests.chaos.tables import TableSpec
from tests.chaos.verdict import Verdict, verdict
from tests.cluster.nodes import ClusterOfNodes, Node, until
from tests.integration.engine.conftest import address, app, http_server, writer

__all__ = ["address", "app", "http_server", "writer"]

PARTITIONS = 12
PEOPLE = 3
"""With fewer, a kind may need a bot."""
PLAYED = tuple(filter(None, os.environ.get("CLUSTER_KINDS", "").split(",")))
"""Of which kinds a game is played at once, all in this process; by default none, as a busy machine needs minutes for it."""
OUTAGE = (
    "cycle-failed",
    "leases-not-renewed",
    "commit-refused",
    "unavailable",
    "valkey-away",
    "inbox-unread",
)
pytestmark = [
    pytest.mark.logs(*OUTAGE),
    pytest.mark.skipif(not PLAYED, reason="name the kinds to play, CLUSTER_KINDS=elevators,floor,eddie"),
]
"""Warnings also without a failover: six nodes and all else on a busy machine now and then take longer than a node may."""


@pytest.fixture
def config(nodes: ClusterOfNodes, tmp_path: Path) -> Settings:
    return Settings(
        var=tmp_path, redis_url=nodes.url, replicas=1, partitions=PARTITIONS, limit_percent=0,
        broker_url="redis://127.0.0.1:1", lease_ms=10_000,
    )  # fmt: skip


@pytest.fixture
def server(redis: Redis) -> Redis:
    return redis


class Tables:
    """Tables of people, whose games are judged in the end."""

    def __init__(self, address: str, config: Settings) -> None:
        self.games: list[str] = []
        self._address = address
        self._config = config
        self._history = History(config.var / "history.jsonl")

    async def play(self, kind: str, seed: int) -> None:
        rng = Random(seed)
        people = [Person(self._address, self._history, rng) for _ in range(PEOPLE)]
        for person in people:
            await person.arrive()
        options = {"countdown": 0} if kind == "eddie" else {}
        game = await start(TableSpec(kind, len(people), len(people), options, None, "easy"), people)
        self.games.append(game)
        await asyncio.gather(*(person.play(game) for person in people))
        for person in people:
            await person.close()

    async def judged(self) -> Verdict:
        self._history.close()
        load = object.__new__(Load)
        load.games, load.troubles = self.games, []
        return await verdict(self._config, self._history.path, load, ended=True)


@pytest.fixture
def tables(address: str, config: Settings, writer: None) -> Tables:
    return Tables(address, config)


async def _all_kinds(tables: Tables) -> None:
    async with asyncio.timeout(600):
        await asyncio.gather(*(tables.play(kind, seed) for seed, kind in enumerate(PLAYED)))


async def test_a_game_of_each_kind_is_played_to_its_end_and_every_answer_stands_in_its_log(
    tables: Tables,
) -> None:
    await _all_kinds(tables)
    found = await tables.judged()
    assert found.violations == []
    assert found.games == len(PLAYED)
    assert found.acknowledged > 50


def _die_and_come_back(master: Node, replica: Node) -> None:
    master.kill()
    until(lambda: replica.is_master)
    master.start()


def _hand_over(master: Node, replica: Node) -> None:
    replica.ask("CLUSTER", "FAILOVER")
    until(lambda: replica.is_master)


async def test_failovers_during_play_lose_and_double_nothing_that_was_answered(
    tables: Tables, nodes: ClusterOfNodes
) -> None:
    playing = asyncio.create_task(_all_kinds(tables))
    for strike in (_die_and_come_back, _hand_over):
        await asyncio.sleep(1)
        assert not playing.done(), "there is still something to lose"
        await asyncio.to_thread(nodes.wait_until_whole)
        master = nodes.masters()[0]
        await asyncio.to_thread(strike, master, nodes.replica_of(master))
    await playing
    await asyncio.to_thread(nodes.wait_until_whole)
    found = await tables.judged()
    assert found.violations == []
    assert found.games == len(PLAYED)
