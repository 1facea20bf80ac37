"""The job in kinds with turns: what it sends, and when it keeps still."""

import msgspec
import pytest
import redis
from redis.asyncio import Redis

from services.bots.bot import Bot
from services.bots.policies import POLICIES
from shared.games.floor.commands import PlayCard
from shared.log.commands import BOT, Answer
from shared.log.entry import Holder
from tests.bots.match import always, begun, bots


def card_of(match, seat: int) -> str:
    return match.legal(seat)[0].card


async def test_a_job_that_runs_twice_sends_the_same_command_under_the_same_id(
    server: Redis, plain: redis.Redis
) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    Bot(plain, POLICIES).think("g_1", 1, match.turn)
    Bot(plain, POLICIES).think("g_1", 1, match.turn)
    first, second = await match.sent()
    assert first == second
    assert (first.id, first.by, first.seat, first.expect) == (f"bot:1:{match.turn}", BOT, match.turn, 1)


async def test_what_the_job_sends_is_accepted_once(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    Bot(plain, POLICIES).think("g_1", 1, match.turn)
    (sent,) = await match.sent()
    assert [await match.send(sent), await match.send(sent)] == [Answer(sent.id, 2)] * 2


async def test_a_kind_without_a_policy_gets_random_legal_commands(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    Bot(plain, {}).think("g_1", 1, match.turn)
    (sent,) = await match.sent()
    assert (await match.send(sent)).reason is None


async def test_a_job_for_another_version_sends_nothing(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    seat = match.turn
    await match.play_any(seat)
    bot = Bot(plain, POLICIES)
    assert [bot.think("g_1", version, seat) for version in (1, 3)] == [None, None]
    assert bot.think("g_1", 2, match.turn)


async def test_a_job_for_a_seat_that_is_not_awaited_sends_nothing(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    assert Bot(plain, POLICIES).think("g_1", 1, (match.turn + 1) % 3) is None


@pytest.mark.parametrize("game", ["g_1", "g_none"])
async def test_a_job_for_a_persons_seat_or_an_unknown_game_sends_nothing(
    server: Redis, plain: redis.Redis, game: str
) -> None:
    match = await begun(server, "floor", [Holder(player=f"a_{seat}") for seat in range(3)])
    assert Bot(plain, POLICIES).think(game, 1, match.turn) is None


async def test_a_job_for_a_finished_game_sends_nothing(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    while match.game.outcome is None:
        await match.play_any(match.turn)
    bot = Bot(plain, POLICIES)
    assert [bot.think("g_1", match.game.version, seat) for seat in range(3)] == [None] * 3


async def test_a_kept_game_is_continued_with_what_is_new(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    bot = Bot(plain, POLICIES)
    for _ in range(6):
        assert bot.think("g_1", match.game.version, match.turn)
        assert (await match.send((await match.sent())[-1])).reason is None


async def test_a_log_that_lost_its_end_and_grew_again_is_read_afresh(
    server: Redis, plain: redis.Redis
) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    await match.play_any(match.turn)
    bot = Bot(plain, POLICIES)
    assert bot.think("g_1", 2, match.turn)
    await server.delete(match.keys.log("g_1"))
    again = await begun(server, "floor", bots("normal", "easy", "easy"))
    for _ in range(2):
        await again.play_any(again.turn)
    assert bot.think("g_1", 3, again.turn)


async def test_the_policy_gets_level_seat_view_and_moves_with_previews(
    server: Redis, plain: redis.Redis
) -> None:
    match = await begun(server, "floor", bots("easy", "normal", "easy"))
    seen = []

    def watching(level, seat, view, moves, rng):
        seen.append((level, seat, view, [move.command for move in moves]))
        return moves[-1].command

    Bot(plain, {"floor": watching}).think("g_1", 1, match.turn)
    view = match.game.rules.view(match.game.state, match.turn)
    assert seen == [(match.game.bot_at(match.turn), match.turn, view, list(match.legal(match.turn)))]


def broken(level, seat, view, moves, rng):
    raise KeyError(moves[0].command.card)


@pytest.mark.parametrize("policy", [broken, always(PlayCard("nonsense")), always(None)])
@pytest.mark.logs("policy-failed")
async def test_a_policy_that_breaks_or_says_nothing_plays_the_first_legal_command(
    server: Redis, plain: redis.Redis, policy
) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    sent = Bot(plain, {"floor": policy}).think("g_1", 1, match.turn)
    assert sent is not None
    assert msgspec.msgpack.decode(sent.do)["card"] == card_of(match, match.turn)


@pytest.mark.logs("policy-failed")
async def test_a_broken_policy_is_logged_without_a_card(server: Redis, plain: redis.Redis, caplog) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    Bot(plain, {"floor": broken}).think("g_1", 1, match.turn)
    (record,) = caplog.records
    told = record.msg
    assert (told["event"], told["game"], told["version"], told["seat"]) == (
        "policy-failed",
        "g_1",
        1,
        match.turn,
    )
    assert told["error"] == "KeyError"
    assert f"'{card_of(match, match.turn)}'" not in str(told)


async def test_an_id_that_was_refused_is_not_used_again(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    seat, bot = match.turn, Bot(plain, POLICIES)
    ids = []
    for _ in range(5):
        sent = bot.think("g_1", 1, seat)
        assert sent is not None
        ids.append(sent.id)
        await match.answered(Answer(sent.id, 1, "refused-for-a-test"))
    assert ids == [f"bot:1:{seat}", *(f"bot:1:{seat}:{attempt}" for attempt in range(1, 5))]


async def test_after_refusals_a_bot_plays_any_legal_command_instead_of_insisting(
    server: Redis, plain: redis.Redis
) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    seat, stubborn = match.turn, Bot(plain, {"floor": always(match.legal(match.turn)[0])})
    commands = set()
    for _ in range(20):
        sent = stubborn.think("g_1", 1, seat)
        commands.add(bytes(sent.do))
        await match.answered(Answer(sent.id, 1, "refused-for-a-test"))
    assert len(commands) > 1


async def test_an_id_that_somebody_else_used_up_stalls_no_bot(server: Redis, plain: redis.Redis) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    first = match.turn
    await match.play(first, match.legal(first)[0], name=f"bot:2:{(first + 1) % 3}")
    sent = Bot(plain, POLICIES).think("g_1", 2, match.turn)
    assert sent is not None
    assert sent.id == f"bot:2:{match.turn}:1"


async def test_a_command_that_was_accepted_since_the_log_was_read_is_not_sent_again(
    server: Redis, plain: redis.Redis
) -> None:
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    await match.answered(Answer(f"bot:1:{match.turn}", 2))
    assert Bot(plain, POLICIES).think("g_1", 1, match.turn) is None
