"""A called bot's turn: what goes out, what may come back, and what becomes of everything else."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
import redis
from redis.asyncio import Redis

from services.bots.policies import POLICIES
from services.bots.webhook.caller import Caller
from services.bots.webhook.standin import StandIn
from shared.api.bots import MOST_FAILURES, MOST_IN_A_ROW, CallFault, Hook
from shared.api.inbox import Cursor, Inbox, Notice
from shared.games.rules import Seat
from shared.log.commands import Answer
from tests.bots.webhook.conftest import BOTS, OWNER, Calling, account
from tests.bots.webhook.receiver import Receiver


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


async def test_the_answer_is_played_as_the_bots_own_command_once(
    calling: Calling, receiver: Receiver
) -> None:
    bot, version = calling.bot, calling.match.game.version
    await asyncio.gather(calling.call(), calling.call())
    (sent,) = await calling.match.sent()
    assert (sent.by, sent.id, sent.expect) == (bot, f"called:{version}:{sent.seat}", version)
    assert len(receiver.turns) == 1
    assert (await calling.match.send(sent)).reason is None
    assert calling.stood_in == []


async def test_a_bot_is_told_its_seats_view_and_moves_and_nothing_else(
    calling: Calling, receiver: Receiver
) -> None:
    match, me = calling.match, Seat(calling.match.turn)
    await calling.call()
    (turn,) = receiver.turns
    rules, state = match.game.rules, match.game.state
    assert turn["view"] == as_json(rules.view(state, me))
    moves = [(move["do"], move["preview"]) for move in turn["moves"]]
    legal = rules.legal(state, me)
    assert moves == [(as_json(do), as_json(rules.preview(state, me, do))) for do in legal]
    assert set(turn) == {
        "bot", "game", "kind", "version", "seat", "options", "seats", "view", "moves", "budget_ms", "due_at"
    }  # fmt: skip
    assert "authorization" not in receiver.heads[0]


def saying(status: int = 200, body: Any = None, **headers: str):
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda turn: (status, headers, raw)


@pytest.mark.parametrize(
    ("answer", "fault", "status"),
    [
        (saying(500), CallFault.STATUS, 500),
        (saying(204, b""), CallFault.STATUS, 204),
        (saying(302, b"", location="https://localhost/"), CallFault.STATUS, 302),
        (saying(200, b"not json"), CallFault.UNREADABLE, 200),
        (saying(200, {"move": 1}), CallFault.UNREADABLE, 200),
        (saying(200, {"do": None}), CallFault.UNREADABLE, 200),
        (saying(200, {"do": {"type": "resign"}}), CallFault.UNREADABLE, 200),
        (
            saying(200, b'{"do": {"type": "play-card", "card": "' + b"x" * 100_000 + b'"}}'),
            CallFault.UNREADABLE,
            200,
        ),
        (saying(200, {"do": {"type": "play-card", "card": "z99"}}), CallFault.ILLEGAL, 200),
    ],
)
async def test_for_an_answer_that_cannot_be_played_a_built_in_bot_plays_and_the_owner_can_read_why(
    calling: Calling, receiver: Receiver, answer: Any, fault: CallFault, status: int
) -> None:
    receiver.answer = answer
    turn = ("g_1", calling.match.game.version, calling.match.turn)
    await calling.call()
    (failure,) = await calling.book.failures(calling.bot)
    assert (failure.fault, failure.status) == (fault, status)
    assert (failure.game, failure.version, failure.seat) == turn
    assert (calling.stood_in, await calling.match.sent()) == ([turn], [])


async def test_who_does_not_answer_within_the_budget_is_late(calling: Calling, receiver: Receiver) -> None:
    receiver.silent.set()
    hurried = Caller(**{**_fields(calling.caller), "most_ms": 500})
    await hurried.call("g_1", calling.match.game.version, calling.match.turn, calling.bot)
    assert receiver.turns[0]["budget_ms"] == 500
    (failure,) = await calling.book.failures(calling.bot)
    assert (failure.fault, len(calling.stood_in)) == (CallFault.LATE, 1)


def _fields(caller: Caller) -> dict[str, Any]:
    return {name: getattr(caller, name) for name in Caller.__slots__}


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("https://10.1.2.3/turn", CallFault.NOT_PUBLIC),
        ("https://169.254.169.254/latest", CallFault.NOT_PUBLIC),
        ("https://localhost:1/turn", CallFault.UNREACHABLE),
        ("https://no.such.name.invalid/", CallFault.UNREACHABLE),
    ],
)
async def test_a_webhook_leads_to_the_internet_or_nowhere(
    server: Redis, calling: Calling, receiver: Receiver, url: str, fault: CallFault
) -> None:
    await account(server, calling.book, calling.bot, Hook(url, receiver.secret, 0))
    await calling.call()
    (failure,) = await calling.book.failures(calling.bot)
    assert (failure.fault, len(calling.stood_in), receiver.turns) == (fault, 1, [])


async def fail(calling: Calling, times: int) -> None:
    for _ in range(times):
        await calling.caller.redis.delete(f"bot-call:g_1:{calling.match.game.version}:{calling.match.turn}")
        await calling.call()


async def test_a_bot_that_fails_too_often_in_a_row_is_set_aside_and_its_owner_told_once(
    calling: Calling, receiver: Receiver
) -> None:
    receiver.answer = saying(500)
    await fail(calling, MOST_IN_A_ROW + 3)
    assert (len(receiver.turns), len(calling.stood_in)) == (MOST_IN_A_ROW, MOST_IN_A_ROW + 3)
    told = (await Inbox(calling.caller.redis).changed(OWNER, Cursor(), 10)).news
    assert [(one.code, one.params) for one in told if isinstance(one, Notice)] == [
        ("bot-set-aside", {"bot": calling.bot})
    ]


async def test_one_good_answer_forgives_all_failures(calling: Calling, receiver: Receiver) -> None:
    receiver.answer = saying(500)
    await fail(calling, MOST_IN_A_ROW - 1)
    receiver.answer = lambda turn: (200, {}, json.dumps({"do": turn["moves"][-1]["do"]}).encode())
    await fail(calling, 1)
    assert (await calling.book.standings([calling.bot], 0))[calling.bot].in_a_row == 0
    assert len(await calling.match.sent()) == 1


async def test_only_the_last_failures_are_kept(calling: Calling, receiver: Receiver) -> None:
    receiver.answer = saying(500)
    await calling.call()
    (failure,) = await calling.book.failures(calling.bot)
    for _ in range(MOST_FAILURES + 5):
        await calling.book.note(calling.bot, failure)
    assert len(await calling.book.failures(calling.bot)) == MOST_FAILURES


async def test_a_turn_that_is_over_or_anothers_calls_nobody(calling: Calling, receiver: Receiver) -> None:
    turn, version = calling.match.turn, calling.match.game.version
    for asked in ((version + 1, turn), (version, (turn + 1) % 3)):
        await calling.caller.call("g_1", *asked, calling.bot)
    await calling.caller.call("g_none", version, turn, calling.bot)
    assert (receiver.turns, calling.stood_in) == ([], [])


async def test_a_bot_that_listens_is_not_called_and_one_that_is_gone_is_played_for(
    server: Redis, calling: Calling, receiver: Receiver
) -> None:
    await account(server, calling.book, calling.bot, None)
    await calling.call()
    assert calling.stood_in == []
    await server.delete(f"account:{{{calling.bot}}}")
    await calling.call()
    assert (len(calling.stood_in), receiver.turns) == (1, [])


async def test_a_stand_in_plays_for_the_account_under_the_id_that_its_answer_would_have_had(
    calling: Calling, plain: redis.Redis
) -> None:
    stand_in, match = StandIn(plain, POLICIES, 64), calling.match
    version, seat = match.game.version, match.turn
    sent = stand_in.play("g_1", version, seat)
    assert sent is not None
    assert (sent.by, sent.id) == (BOTS[seat], f"called:{version}:{seat}")
    assert (await match.send(sent)).reason is None
    assert stand_in.play("g_1", version, seat) is None


async def test_a_stand_in_does_not_insist_on_an_id_that_was_refused(
    calling: Calling, plain: redis.Redis
) -> None:
    match = calling.match
    version, seat = match.game.version, match.turn
    await match.answered(Answer(f"called:{version}:{seat}", version, "refused-for-a-test"))
    sent = StandIn(plain, POLICIES, 64).play("g_1", version, seat)
    assert sent is not None
    assert sent.id == f"called:{version}:{seat}:1"
