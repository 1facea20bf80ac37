"""The functions on the server: every check before the first write, and all or nothing."""

import pytest
from redis.asyncio import Redis

from shared.log.commit import GameAppend, Plan
from shared.log.keys import Keys
from shared.log.port import VersionTaken
from shared.log.valkey import Answered, Fenced, append_table_entry, commit, release_lease, take_lease

KEYS = Keys(3)


async def _everything(server: Redis) -> dict[bytes, bytes]:
    """All keys with their content, to see that nothing changed; but for when somebody was last at work here."""
    names = set(await server.keys("*")) - {KEYS.seen.encode()}
    return {key: await server.dump(key) for key in sorted(names)}


async def _plan(server: Redis) -> Plan:
    queued = await server.xadd(KEYS.commands, {"e": b"command"})
    return Plan(
        games=[GameAppend("g_1", 0, [b"\xff1", b"2"]), GameAppend("g_2", 0, [b"1"])],
        due=[("g_1 turn:0:1", 5000), ("g_1 gone", None)],
        running=[("g_1", 4000), ("g_2", None)],
        secrets=[(KEYS.secret("g_1"), b"\xfe"), (KEYS.secret("g_2"), None)],
        parked=[("g_3", "why")],
        answers=[(KEYS.answer("g_1", "c"), b"\xfd", 60_000, True)],
        feed=[b"item"],
        done=[queued],
        messages=[(KEYS.live("g_1"), b"\xfc")],
    )


async def test_one_commit_does_everything_that_its_plan_holds(server: Redis) -> None:
    fence = await take_lease(server, KEYS, "w", 60_000)
    await server.zadd(KEYS.due, {"g_1 gone": 1})
    await server.set(KEYS.secret("g_2"), b"old")
    await commit(server, KEYS, fence or 0, await _plan(server))
    assert await server.xrange(KEYS.log("g_1")) == [(b"1-0", {b"e": b"\xff1"}), (b"2-0", {b"e": b"2"})]
    assert await server.xrange(KEYS.log("g_2")) == [(b"1-0", {b"e": b"1"})]
    assert await server.zrange(KEYS.due, 0, -1, withscores=True) == [(b"g_1 turn:0:1", 5000)]
    assert await server.zrange(KEYS.running, 0, -1) == [b"g_1"]
    assert await server.mget(KEYS.secret("g_1"), KEYS.secret("g_2")) == [b"\xfe", None]
    assert await server.hgetall(KEYS.parked) == {b"g_3": b"why"}
    assert await server.get(KEYS.answer("g_1", "c")) == b"\xfd"
    assert 0 < await server.pttl(KEYS.answer("g_1", "c")) <= 60_000
    assert [fields for _, fields in await server.xrange(KEYS.feed)] == [{b"e": b"item"}]
    assert await server.xlen(KEYS.commands) == 0


async def test_its_messages_are_published(server: Redis) -> None:
    fence = await take_lease(server, KEYS, "w", 60_000)
    async with server.pubsub() as listening:
        await listening.ssubscribe(KEYS.live("g_1"))
        assert (await listening.get_message(timeout=1) or {})["type"] == "ssubscribe"
        await commit(server, KEYS, fence or 0, await _plan(server))
        assert (await listening.get_message(timeout=1) or {})["data"] == b"\xfc"


async def test_an_older_fence_writes_nothing(server: Redis) -> None:
    stale = await take_lease(server, KEYS, "zombie", 60_000)
    await release_lease(server, KEYS, "zombie")
    assert await take_lease(server, KEYS, "w", 60_000) == (stale or 0) + 1
    plan = await _plan(server)
    before = await _everything(server)
    with pytest.raises(Fenced):
        await commit(server, KEYS, stale or 0, plan)
    assert await _everything(server) == before


@pytest.mark.parametrize("last", [1, 5])
async def test_one_games_wrong_version_stops_the_whole_commit(server: Redis, last: int) -> None:
    fence = await take_lease(server, KEYS, "w", 60_000)
    plan = await _plan(server)
    plan.games[1].last = last
    before = await _everything(server)
    with pytest.raises(VersionTaken, match="log:g_2 is at version 0"):
        await commit(server, KEYS, fence or 0, plan)
    assert await _everything(server) == before


async def test_a_first_answer_where_there_is_one_stops_the_whole_commit(server: Redis) -> None:
    fence = await take_lease(server, KEYS, "w", 60_000)
    await server.set(KEYS.answer("g_1", "c"), b"earlier")
    plan = await _plan(server)
    before = await _everything(server)
    with pytest.raises(Answered, match="answer:g_1:c"):
        await commit(server, KEYS, fence or 0, plan)
    assert await _everything(server) == before


async def test_an_answer_given_again_takes_the_place_of_the_one_there(server: Redis) -> None:
    fence = await take_lease(server, KEYS, "w", 60_000)
    await server.set(KEYS.answer("g_1", "c"), b"earlier")
    await commit(server, KEYS, fence or 0, Plan(answers=[(KEYS.answer("g_1", "c"), b"again", 60_000, False)]))
    assert await server.get(KEYS.answer("g_1", "c")) == b"again"


async def test_a_commit_without_any_lease_ever_taken_is_fenced(server: Redis) -> None:
    with pytest.raises(Fenced):
        await commit(server, KEYS, 1, await _plan(server))


async def test_a_lease_is_one_owners_until_it_ends(server: Redis) -> None:
    assert await take_lease(server, KEYS, "a", 60_000) == 1
    assert await take_lease(server, KEYS, "b", 60_000) is None
    assert await take_lease(server, KEYS, "a", 60_000) == 1
    await release_lease(server, KEYS, "b")
    assert await take_lease(server, KEYS, "b", 60_000) is None
    await release_lease(server, KEYS, "a")
    assert await take_lease(server, KEYS, "b", 60_000) == 2


async def test_a_table_its_index_and_its_hand_over_change_together(server: Redis) -> None:
    assert await append_table_entry(server, KEYS, "g_9", 0, b"opened", open_since=77, look_at=9) == 1
    assert await server.zscore(KEYS.tables, "g_9") == 77
    assert (
        await append_table_entry(
            server, KEYS, "g_9", 1, b"started", open_since=None, look_at=9, command=b"go"
        )
        == 2
    )
    assert await server.zscore(KEYS.tables, "g_9") is None
    assert [fields for _, fields in await server.xrange(KEYS.commands)] == [{b"e": b"go"}]
    with pytest.raises(VersionTaken):
        await append_table_entry(server, KEYS, "g_9", 1, b"again", open_since=5, look_at=9, command=b"go")
    assert await server.xlen(KEYS.commands) == 1
    assert await server.zscore(KEYS.tables, "g_9") is None
