"""A real cluster for all tests that leave it whole, and clients of it."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis

from shared.log.connect import connect
from shared.log.valkey import load_functions
from tests.cluster.nodes import ClusterOfNodes, cluster


@pytest.fixture(scope="session")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterOfNodes]:
    with cluster(tmp_path_factory.mktemp("c") / "nodes") as made:
        yield made


@pytest.fixture
async def redis(nodes: ClusterOfNodes) -> AsyncIterator[Redis]:
    """A client of the cluster, which is whole, and empty but for our functions."""
    await asyncio.to_thread(nodes.wait_until_whole)
    async with connect(nodes.url) as client:
        await client.flushall()
        await load_functions(client)
        yield client


@pytest.fixture
async def careful(nodes: ClusterOfNodes, redis: Redis) -> AsyncIterator[Redis]:
    """Another, whose writes wait for a replica."""
    async with connect(f"{nodes.url}?replicas=1") as client:
        yield client


@pytest.fixture
async def blocking(nodes: ClusterOfNodes, redis: Redis) -> AsyncIterator[Redis]:
    async with connect(nodes.url, blocking=True) as client:
        yield client
