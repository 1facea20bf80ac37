"""Which turns are ours: the dispatcher's part of calling bots."""

import msgspec
from redis.asyncio import Redis

from services.bots.dispatcher.calls import Calls
from services.bots.dispatcher.thoughts import Charge, Thought, Thoughts
from shared.api.apitokens import account_key
from shared.api.bots import BotBook, Hook
from shared.api.measures import OWNER_SUSPENDED, Measure, text_of
from shared.log.commands import FeedItem
from tests.bots.webhook.conftest import BOTS, OWNER, account

TURN = FeedItem("g_1", "floor", 3, (0, 1), {}, (*BOTS[:2], OWNER), ended=False)
HOOK = Hook("https://bots.example/", "whsec_eA==", 0)


async def test_bots_that_are_called_suspended_or_gone_are_ours_and_others_are_not(server: Redis) -> None:
    book = BotBook(server)
    calls = Calls(book)
    await account(server, book, BOTS[0], None)
    await account(server, book, BOTS[1], HOOK)
    assert await calls.of([TURN]) == {"g_1": {1: Charge(BOTS[1])}}
    played_for = {"g_1": {0: Charge(BOTS[0], answers=False), 1: Charge(BOTS[1])}}
    await server.hset(account_key(BOTS[0]), OWNER_SUSPENDED, text_of(Measure(None, "why", 0)))
    assert await calls.of([TURN]) == played_for
    await server.delete(account_key(BOTS[0]))
    assert await calls.of([TURN]) == played_for


async def test_for_people_nobody_is_called(server: Redis) -> None:
    person = msgspec.structs.replace(TURN, awaited=(2,))
    assert await Calls(BotBook(server)).of([person]) == {}


async def test_without_turns_every_bot_is_called_until_the_end(server: Redis) -> None:
    book = BotBook(server)
    for bot in BOTS[:2]:
        await account(server, book, bot, HOOK)
    race = msgspec.structs.replace(TURN, kind="eddie", awaited=())
    assert await Calls(book).of([race]) == {"g_1": {0: Charge(BOTS[0]), 1: Charge(BOTS[1])}}
    assert await Calls(book).of([msgspec.structs.replace(race, ended=True)]) == {}


def test_a_called_seat_comes_due_like_a_bots_and_is_asked_again() -> None:
    thoughts = Thoughts(lambda item, seat, bot_ms, charge: bot_ms)
    thoughts.note(TURN, 500, 0, {1: Charge(BOTS[1])})
    assert thoughts.due(499) == []
    assert thoughts.due(500) == [Thought("g_1", 3, 1, called=BOTS[1])]
    assert thoughts.due(3500) == [Thought("g_1", 3, 1, called=BOTS[1])]
