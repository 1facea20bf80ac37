"""What a cluster promises with and without writes that wait for a replica: the cells of the table in docs/operations.md."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from shared.log.cluster import Unconfirmed
from shared.log.connect import connect
from shared.log.keys import Keys
from shared.log.valkey import ValkeyLog, append_entry
from tests.cluster.nodes import ClusterOfNodes, Node, until
from tests.cluster.partitions import WITHIN_S, eventually, partition_on

SOME = 30


@pytest.fixture(params=[0, 1], ids=["replicas-0", "replicas-1"])
async def either(request: pytest.FixtureRequest, nodes: ClusterOfNodes, redis: Redis) -> AsyncIterator[Redis]:
    """A client under each setting."""
    async with connect(f"{nodes.url}?replicas={request.param}") as client:
        yield client


def _first(nodes: ClusterOfNodes) -> tuple[Node, Node, Keys]:
    """A master, its replica, and a partition that lies there."""
    master = nodes.masters()[0]
    return master, nodes.replica_of(master), partition_on(nodes, master)


async def _goes_on(redis: Redis, keys: Keys, log: list[bytes]) -> bool:
    """The log's next entry is taken, and stands in it once."""
    found = await ValkeyLog(redis).read(keys.log("g_1"))
    if len(found) == len(log):
        await append_entry(redis, keys.log("g_1"), len(found), b"next")
        found = await ValkeyLog(redis).read(keys.log("g_1"))
    return found == [*log, b"next"]


def _cut_off(master: Node, replica: Node) -> None:
    """Nothing that the master writes from now on gets there, be it on its way already."""
    replica.pause()
    master.ask("CLIENT", "KILL", "TYPE", "replica")


def _lose_for_good(master: Node, replica: Node) -> None:
    """The replica takes over what it has; then the master comes back without anything."""
    master.lose()
    replica.resume()
    until(lambda: _taken_over(replica))
    master.start()


def _taken_over(replica: Node) -> bool:
    if not replica.is_master:
        replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
    return replica.is_master


async def test_a_killed_masters_partitions_go_on_at_its_replica_once_that_has_one(
    nodes: ClusterOfNodes, careful: Redis
) -> None:
    master, replica, keys = _first(nodes)
    log = [b"%d" % number for number in range(SOME)]
    assert await ValkeyLog(careful).append(keys.log("g_1"), 0, log) == SOME
    master.kill()
    await asyncio.to_thread(until, lambda: replica.is_master)
    assert await _refused(careful, keys), "nobody beside the new master has what it writes"
    master.start()
    await eventually(lambda: _goes_on(careful, keys, log))


async def _refused(redis: Redis, keys: Keys) -> bool:
    try:
        await redis.set(keys.fence, 1)
    except (RedisError, OSError):
        return True
    return False


async def test_without_waiting_nobody_notices_that_a_replica_is_cut_off(
    nodes: ClusterOfNodes, redis: Redis
) -> None:
    master, replica, keys = _first(nodes)
    _cut_off(master, replica)
    try:
        assert await append_entry(redis, keys.log("g_1"), 0, b"one") == 1
        assert await ValkeyLog(redis).read(keys.log("g_1")) == [b"one"]
    finally:
        replica.resume()


async def test_with_waiting_nothing_is_written_or_shown_of_a_master_whose_replica_is_cut_off(
    nodes: ClusterOfNodes, careful: Redis
) -> None:
    master, replica, keys = _first(nodes)
    other = partition_on(nodes, nodes.masters()[1])
    assert await append_entry(careful, keys.log("g_1"), 0, b"one") == 1
    _cut_off(master, replica)
    try:
        with pytest.raises(Unconfirmed):
            await append_entry(careful, keys.log("g_1"), 1, b"two")
        with pytest.raises(Unconfirmed):
            await ValkeyLog(careful).read(keys.log("g_1"))
        assert await append_entry(careful, other.log("g_1"), 0, b"one") == 1, "other masters do"
    finally:
        replica.resume()
    await eventually(lambda: _goes_on(careful, keys, [b"one", b"two"]))


async def test_a_slot_that_moves_while_it_is_written_to_loses_and_doubles_nothing(
    nodes: ClusterOfNodes, either: Redis
) -> None:
    _, _, keys = _first(nodes)
    owner, acknowledged = nodes.master_of(keys.fence), list[bytes]()
    moving = asyncio.create_task(asyncio.to_thread(nodes.move, keys.fence))
    async with asyncio.timeout(WITHIN_S):
        while len(acknowledged) < SOME or not moving.done():
            entry = b"%d" % len(acknowledged)
            await append_entry(either, keys.log("g_1"), len(acknowledged), entry)
            acknowledged.append(entry)
    await moving
    assert nodes.master_of(keys.fence) is not owner
    assert await ValkeyLog(either).read(keys.log("g_1")) == acknowledged


async def test_without_waiting_what_a_lost_master_had_not_sent_is_gone_though_it_was_acknowledged(
    nodes: ClusterOfNodes, redis: Redis, careful: Redis
) -> None:
    """Or the test after this one could not fail."""
    master, replica, keys = _first(nodes)
    assert await append_entry(careful, keys.log("g_1"), 0, b"one") == 1
    _cut_off(master, replica)
    assert await append_entry(redis, keys.log("g_1"), 1, b"two") == 2
    await asyncio.to_thread(_lose_for_good, master, replica)
    await eventually(lambda: _goes_on(redis, keys, [b"one"]))


async def test_with_waiting_a_lost_master_takes_nothing_along_that_was_acknowledged(
    nodes: ClusterOfNodes, careful: Redis
) -> None:
    master, replica, keys = _first(nodes)
    assert await append_entry(careful, keys.log("g_1"), 0, b"one") == 1
    _cut_off(master, replica)
    with pytest.raises(Unconfirmed):
        await append_entry(careful, keys.log("g_1"), 1, b"two")
    await asyncio.to_thread(_lose_for_good, master, replica)
    await eventually(lambda: _goes_on(careful, keys, [b"one"]))
