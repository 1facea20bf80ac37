"""The profiles of `docker-compose.yml`: each is started and used once. Grafana is not: no package brings it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from shared.client import Client
from tests.containers.composed import Composed, docker
from tests.containers.load import load
from tests.e2e.stack import free_port, until
from tests.infra.programs import told

SHOWN = 6
"""Demo games: two of each kind."""
WELL_S = 120
NODES = "redis+cluster://node1:6379,node2:6379,node3:6379"


@contextmanager
def _profile(stack: Composed, name: str, *services: str) -> Iterator[None]:
    stack.compose("--profile", name, "up", "-d", "--no-recreate", *services)
    try:
        yield
    finally:
        stack.compose("--profile", name, "rm", "--stop", "--force", *services)


async def test_the_demo_keeps_games_of_bots(stack: Composed) -> None:
    async with Client.at(stack.address) as client:
        before = {game.id for game in await client.games(100)}
        with _profile(stack, "demo", "demo"):
            async with asyncio.timeout(WELL_S):
                while len({game.id for game in await client.games(100)} - before) < SHOWN:
                    await asyncio.sleep(0.3)


def _asked(stack: Composed, path: str) -> Any:
    """What Prometheus answers; nothing while it does not."""
    try:
        asked = httpx.get(f"http://127.0.0.1:{stack.prometheus_port}/api/v1/{path}")
        return asked.raise_for_status().json()["data"]
    except httpx.HTTPError:
        return {}


def test_prometheus_finds_every_program_and_knows_its_rules(stack: Composed) -> None:
    with _profile(stack, "eyes", "prometheus"):
        until(lambda: _up(stack) == set(told()) - {"demo"}, WELL_S, "every program is scraped")
        (group,) = _asked(stack, "rules")["groups"]
        assert {rule["health"] for rule in group["rules"]} <= {"ok", "unknown"}


def _up(stack: Composed) -> set[str]:
    targets = _asked(stack, "targets").get("activeTargets", [])
    return {target["labels"]["job"] for target in targets if target["health"] == "up"}


@contextmanager
def _on_the_cluster(stack: Composed, service: str, *more: str) -> Iterator[None]:
    name = f"{stack.project}_clustered_{service}"
    told_so = ("-e", f"PATERNOSTER_REDIS_URL={NODES}", "-e", "PATERNOSTER_REPLICAS=1")
    stack.compose("run", "-d", "--no-deps", "--name", name, *told_so, *more, service)
    try:
        yield
    finally:
        docker("rm", "--force", name)


@contextmanager
def _whole(stack: Composed) -> Iterator[None]:
    """What is begun inside finds a cluster: whoever is run alone is not started again when it does not."""

    def asked(node: int, *words: str) -> str:
        found = stack.containers(f"node{node}")
        return docker("exec", *found, "valkey-cli", *words, check=False) if found else ""

    def whole() -> bool:
        states = all("cluster_state:ok" in asked(node, "cluster", "info") for node in range(1, 7))
        return states and all("state=online" in asked(node, "info", "replication") for node in range(1, 4))

    until(whole, WELL_S, "the nodes are a cluster")
    yield


@pytest.mark.usefixtures("stack")
async def test_games_are_played_on_a_cluster_of_six(stack: Composed) -> None:
    port = free_port()
    with (
        _profile(stack, "cluster", "cluster", *(f"node{n}" for n in range(1, 7))),
        _whole(stack),
        _on_the_cluster(stack, "worker"),
        _on_the_cluster(stack, "http", "--publish", f"127.0.0.1:{port}:8080"),
    ):
        address = f"http://127.0.0.1:{port}"
        await asyncio.to_thread(until, lambda: _ready(address), WELL_S, "the API on the cluster is ready")
        async with load(address, 4, patience_s=30) as playing:
            await playing.goes_on()


def _ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health/ready", timeout=5).is_success
    except httpx.HTTPError:
        return False
