"""The job in kinds without turns: it plays on what it reads."""

import redis
from redis.asyncio import Redis

from services.bots.bot import Bot
from services.bots.choosing import choose
from services.bots.policies import POLICIES
from services.bots.seeds import Seeds
from tests.bots.match import Match, always, begun, bots, racing


def able(match: Match) -> int:
    """A seat with a card that fits."""
    return match.turn


async def test_it_plays_on_the_newest_version_and_expects_none(server: Redis, plain: redis.Redis) -> None:
    match = await racing(server, "normal", "normal")
    sent = Bot(plain, POLICIES).think("g_1", 1, able(match))
    assert sent is not None
    assert (sent.id, sent.expect) == (f"bot:2:{able(match)}", None)
    assert (await match.send(sent)).reason is None


async def test_a_job_that_runs_again_after_its_play_sends_nothing(server: Redis, plain: redis.Redis) -> None:
    match = await racing(server, "normal", "normal")
    seat, bot = able(match), Bot(plain, POLICIES)
    sent = bot.think("g_1", 2, seat)
    assert sent is not None
    await match.send(sent)
    assert bot.think("g_1", 2, seat) is None


async def test_a_bot_may_rather_wait(server: Redis, plain: redis.Redis) -> None:
    match = await racing(server, "normal", "normal")
    wait = {"eddie": always(None)}
    assert choose(match.game, able(match), wait, Seeds(b""), attempt=0, idle_ms=1000) is None


async def test_a_bot_does_not_wait_for_ever_with_a_card_that_fits(server: Redis, plain: redis.Redis) -> None:
    match = await racing(server, "normal", "normal")
    wait = {"eddie": always(None)}
    assert choose(match.game, able(match), wait, Seeds(b""), attempt=0, idle_ms=4000) in match.legal(
        able(match)
    )


async def test_before_the_first_tile_there_is_nothing_to_do(server: Redis, plain: redis.Redis) -> None:
    await begun(server, "eddie", bots("easy", "easy"))
    assert [Bot(plain, POLICIES).think("g_1", 1, seat) for seat in (0, 1)] == [None, None]
