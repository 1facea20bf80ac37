"""A cluster is used as a single server is; what a node refuses or leaves unanswered is told, and nothing is sent twice."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from shared.log.cluster import Cluster, Unconfirmed
from shared.log.connect import connect, connect_plain
from shared.log.hearing import ClusterSubscriptions, subscriptions
from shared.log.keys import Keys
from shared.log.port import VersionTaken
from shared.log.slots import ManySlots
from shared.log.valkey import append_entry
from tests.cluster.nodes import ClusterOfNodes
from tests.cluster.partitions import ALL, WITHIN_S, eventually, partition_on


async def _queue(redis: Redis, keys: Keys, value: bytes) -> None:
    await redis.xadd(keys.commands, {"e": value})


async def test_a_pipeline_over_all_partitions_answers_in_its_own_order(redis: Redis) -> None:
    pipeline = redis.pipeline(transaction=False)
    for number, keys in enumerate(ALL):
        pipeline.set(keys.fence, number)
        pipeline.get(keys.fence)
    assert (await pipeline.execute())[1::2] == [b"%d" % number for number in range(len(ALL))]


async def test_what_one_command_says_of_many_keys_is_put_together(redis: Redis) -> None:
    await redis.mset({"a": 1, "b": 2, "c": 3})
    assert await redis.mget(["c", "x", "a"]) == [b"3", None, b"1"]
    assert await redis.exists("a", "b", "x") == 2
    assert await redis.delete("a", "b", "c", "x") == 3


async def test_keys_are_looked_for_on_every_node(redis: Redis) -> None:
    for keys in ALL:
        await redis.set(keys.fence, 1)
    found = [key async for key in redis.scan_iter("{p*}:fence")]
    assert sorted(found) == sorted(keys.fence.encode() for keys in ALL)


async def test_a_transaction_is_of_one_slot(redis: Redis) -> None:
    pipeline = redis.pipeline(transaction=True)
    pipeline.incr(ALL[0].fence)
    pipeline.incr(ALL[0].fence)
    assert await pipeline.execute() == [1, 2]
    pipeline.incr(ALL[0].fence)
    pipeline.incr(ALL[1].fence)
    with pytest.raises(ManySlots):
        await pipeline.execute()


async def test_a_function_never_gets_keys_of_several_slots(redis: Redis) -> None:
    with pytest.raises(ManySlots):
        await redis.fcall("append_entry", 2, ALL[0].log("g"), ALL[1].log("g"), 0, b"entry")


async def test_a_version_is_taken_once(redis: Redis) -> None:
    for keys in ALL[:6]:
        await append_entry(redis, keys.log("g_1"), 0, b"one")
        with pytest.raises(VersionTaken):
            await append_entry(redis, keys.log("g_1"), 0, b"another")


async def test_a_blocked_read_ends_with_what_arrives_on_any_node(redis: Redis, blocking: Redis) -> None:
    streams: dict[Any, Any] = {keys.commands: "0" for keys in ALL}
    for keys in (ALL[0], ALL[1], ALL[2], ALL[63]):
        reading = asyncio.create_task(blocking.xread(streams, count=5, block=10_000))
        await asyncio.sleep(0)
        await _queue(redis, keys, b"x")
        found: Any = await asyncio.wait_for(reading, WITHIN_S)
        assert [(name, [fields for _, fields in entries]) for name, entries in found] == [
            (keys.commands.encode(), [{b"e": b"x"}])
        ]
        await redis.delete(keys.commands)


async def test_everything_that_is_there_is_read_at_once(redis: Redis, blocking: Redis) -> None:
    for keys in ALL:
        await _queue(redis, keys, b"x")
    found: Any = await blocking.xread({keys.commands: "0" for keys in ALL}, count=5, block=1000)
    assert len(found) == len(ALL)
    assert await blocking.xread({keys.feed: "0" for keys in ALL}, count=5, block=100) == []


async def test_what_was_read_is_not_read_again(redis: Redis, blocking: Redis) -> None:
    await _queue(redis, ALL[0], b"1")
    first: Any = await blocking.xread({ALL[0].commands: "0", ALL[1].commands: "0"}, block=1000)
    after = first[0][1][-1][0]
    await _queue(redis, ALL[0], b"2")
    second: Any = await blocking.xread({ALL[0].commands: after, ALL[1].commands: "0"}, block=1000)
    assert [fields for _, fields in second[0][1]] == [{b"e": b"2"}]


async def test_a_stream_is_read_from_where_one_says_whatever_was_waited_for(
    redis: Redis, blocking: Redis
) -> None:
    first, second = ALL[0].commands, ALL[1].commands
    assert await blocking.xread({first: "0", second: "0"}, block=50) == []
    read = await redis.xadd(first, {"e": b"1"})
    await _queue(redis, ALL[1], b"2")
    found: Any = await blocking.xread({first: read, second: "0"}, block=10_000)
    assert [name for name, _ in found] == [second.encode()]


async def _heard(listening: Any, type: str, count: int) -> set[bytes]:
    found: set[bytes] = set()
    async with asyncio.timeout(WITHIN_S):
        while len(found) < count:
            message = await listening.hear()
            if message and message["type"] == type:
                found.add(message["channel"])
    return found


async def test_channels_of_all_nodes_are_heard(redis: Redis, blocking: Redis) -> None:
    listening = subscriptions(blocking)
    assert isinstance(listening, ClusterSubscriptions)
    channels = [keys.live("g_1") for keys in ALL]
    for channel in channels:
        await listening.add(channel)
    assert len(await _heard(listening, "ssubscribe", len(ALL))) == len(ALL)
    pipeline = redis.pipeline(transaction=False)
    for channel in channels:
        pipeline.spublish(channel, b"moved")
    await pipeline.execute()
    assert len(await _heard(listening, "smessage", len(ALL))) == len(ALL)
    await listening.close()


async def test_a_slot_that_moves_takes_its_commands_and_listeners_along(
    nodes: ClusterOfNodes, redis: Redis, blocking: Redis
) -> None:
    keys, listening = ALL[5], subscriptions(blocking)
    await append_entry(redis, keys.log("g_1"), 0, b"one")
    await listening.add(keys.live("g_1"))
    await _heard(listening, "ssubscribe", 1)
    reading = asyncio.create_task(blocking.xread({keys.commands: "0", ALL[6].commands: "0"}, block=15_000))
    await asyncio.sleep(0)
    await asyncio.to_thread(nodes.move, keys.fence)
    assert await append_entry(redis, keys.log("g_1"), 1, b"two") == 2
    assert await redis.xlen(keys.log("g_1")) == 2
    await _queue(redis, keys, b"x")
    assert await asyncio.wait_for(reading, WITHIN_S)
    await _heard(listening, "ssubscribe", 1)
    await redis.spublish(keys.live("g_1"), b"moved")
    await _heard(listening, "smessage", 1)
    await listening.close()


def test_a_process_without_an_event_loop_finds_the_nodes_too(nodes: ClusterOfNodes, redis: Redis) -> None:
    with connect_plain(nodes.url) as client:
        for keys in ALL:
            client.set(keys.fence, keys.partition)
        assert client.get(ALL[63].fence) == b"63"


async def test_one_node_that_is_gone_fails_its_own_part_only_until_its_replica_takes_over(
    nodes: ClusterOfNodes, redis: Redis
) -> None:
    victim = nodes.masters()[0]
    lost = partition_on(nodes, victim)
    victim.kill()
    pipeline = redis.pipeline(transaction=False)
    for keys in ALL:
        pipeline.xadd(keys.commands, {"e": b"x"})
    results = await pipeline.execute(raise_on_error=False)
    with connect_plain(nodes.url) as plain:
        assert plain.ping(), "a cluster of which one master is gone is there"
    failed = [keys for keys, result in zip(ALL, results, strict=True) if isinstance(result, Exception)]
    assert lost in failed
    assert 0 < len(failed) < len(ALL)
    await eventually(lambda: _added(redis, lost))
    assert await redis.xlen(lost.commands) == 1, "what was not answered was not sent again"
    victim.start()


async def test_what_was_carried_out_and_not_answered_is_not_sent_again(
    nodes: ClusterOfNodes, redis: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = partition_on(nodes, nodes.masters()[0])
    node = redis.node(await redis.address(keys.commands))
    pipeline = node.pipeline

    def cut_after_the_act(transaction: bool = True) -> Any:
        made = pipeline(transaction=transaction)
        monkeypatch.setattr(made, "execute", _unanswered(made.execute))
        return made

    monkeypatch.setattr(node, "pipeline", cut_after_the_act)
    with pytest.raises(RedisConnectionError):
        await _queue(redis, keys, b"x")
    monkeypatch.undo()
    assert await redis.xlen(keys.commands) == 1


def _unanswered(execute: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def unanswered(**options: Any) -> Any:
        await execute(**options)
        raise RedisConnectionError

    return unanswered


async def _added(redis: Redis, keys: Keys) -> bool:
    await _queue(redis, keys, b"x")
    return True


async def test_a_write_without_its_replica_is_no_answer(nodes: ClusterOfNodes, careful: Redis) -> None:
    master = nodes.masters()[0]
    keys, replica = partition_on(nodes, master), nodes.replica_of(master)
    assert await append_entry(careful, keys.log("g_1"), 0, b"one") == 1
    replica.pause()
    try:
        with pytest.raises(Unconfirmed):
            await append_entry(careful, keys.log("g_1"), 1, b"two")
        with pytest.raises(Unconfirmed):
            await careful.mset({keys.fence: 1, keys.lease: 2})
        assert await careful.xlen(keys.log("g_1")) == 2, "it may have been made; reading needs no replica"
    finally:
        replica.resume()
    await eventually(lambda: _confirmed(careful, keys))


async def _confirmed(careful: Redis, keys: Keys) -> bool:
    await careful.set(keys.fence, 2)
    return True


async def test_a_cluster_that_is_gone_is_told_as_a_lost_connection() -> None:
    async with connect("redis+cluster://127.0.0.1:1,127.0.0.1:2") as client:
        with pytest.raises(RedisConnectionError):
            await client.get("a")
