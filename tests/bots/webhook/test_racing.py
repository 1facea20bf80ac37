"""A called bot in a kind without turns: one call at a time, about the newest position, which may be answered by nothing."""

import asyncio
import json
from typing import Any

import redis

from services.bots.policies import POLICIES
from services.bots.webhook.standin import StandIn
from shared.log.chairs import Why
from tests.bots.webhook.conftest import BOTS, Calling
from tests.bots.webhook.receiver import Answer, Receiver


def nothing(turn: dict[str, Any]) -> Answer:
    return 200, {}, json.dumps({"do": None}).encode()


async def called(receiver: Receiver, times: int) -> None:
    async with asyncio.timeout(10):
        while len(receiver.turns) < times:
            await asyncio.sleep(0.01)


async def test_the_answer_is_a_play_among_others(racing: Calling, receiver: Receiver) -> None:
    await racing.call()
    (sent,) = await racing.match.sent()
    assert (sent.by, sent.expect) == (racing.bot, None)
    await racing.match.play_any(1 - sent.seat)
    assert (await racing.match.send(sent)).version == receiver.turns[0]["version"] + 2


async def test_a_bot_may_want_nothing_now(racing: Calling, receiver: Receiver) -> None:
    receiver.answer = nothing
    await racing.call()
    assert len(receiver.turns) == 1
    assert (await racing.match.sent(), racing.stood_in, racing.again) == ([], [], [])
    assert await racing.book.failures(racing.bot) == ()


async def test_what_happens_during_a_call_is_the_next_call(racing: Calling, receiver: Receiver) -> None:
    receiver.silent.set()
    receiver.answer = nothing
    seat, bot = racing.match.turn, racing.bot
    under_way = asyncio.create_task(racing.call())
    await called(receiver, 1)
    await racing.match.play_any(1 - seat)
    version = racing.match.game.version
    await racing.caller.call("g_1", version, seat, bot)
    assert len(receiver.turns) == 1
    receiver.silent.clear()
    await under_way
    assert racing.again == [("g_1", version, seat, bot)]
    await racing.caller.call(*racing.again[0])
    assert [turn["version"] for turn in receiver.turns] == [version - 1, version]


async def test_an_older_task_calls_about_the_newest_position(racing: Calling, receiver: Receiver) -> None:
    seat, bot, version = racing.match.turn, racing.bot, racing.match.game.version
    await racing.match.play_any(1 - seat)
    await racing.caller.call("g_1", version, seat, bot)
    assert [turn["version"] for turn in receiver.turns] == [version + 1]


async def test_nobody_is_called_who_can_do_nothing(racing: Calling, receiver: Receiver) -> None:
    while len(seats := racing.match.game.awaited()) == 2:
        await racing.match.play_any(seats[0])
    stuck = 1 - seats[0]
    await racing.caller.call("g_1", racing.match.game.version, stuck, BOTS[stuck])
    assert receiver.turns == []


async def test_whoever_waits_longer_than_the_table_is_played_for(racing: Calling, receiver: Receiver) -> None:
    match, seat, bot = racing.match, racing.match.turn, racing.bot
    while match.game.bot_at(seat) is None:
        await match.run_out()
    assert match.game.chairs.sitting_in[seat].why is Why.TIMED_OUT
    receiver.answer = nothing
    await racing.caller.call("g_1", match.game.version, seat, bot)
    assert (len(receiver.turns), racing.stood_in) == (1, [("g_1", match.game.version, seat)])


async def test_a_stand_in_plays_for_the_account(racing: Calling, plain: redis.Redis) -> None:
    match = racing.match
    version, seat = match.game.version, match.turn
    await match.play_any(1 - seat)
    sent = StandIn(plain, POLICIES, 64).play("g_1", version, seat)
    assert sent is not None
    assert (sent.by, sent.id, sent.expect) == (BOTS[seat], f"called:{version + 1}:{seat}", None)
    assert (await match.send(sent)).reason is None
