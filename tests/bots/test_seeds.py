"""What bots choose among equals: the same in every process of ours, and nothing that others could reckon."""

import redis
from redis.asyncio import Redis

from services.bots.bot import Bot
from services.bots.policies import POLICIES
from services.bots.seeds import KEY, shared_seeds
from tests.bots.match import Match, begun, bots

TURNS = 12


async def _played(server: Redis, match: Match) -> list[bytes]:
    """The commands of bots that may choose among many, each in a process of its own."""
    for _ in range(TURNS):
        with redis.Redis(**match_connection(server)) as plain:
            assert Bot(plain, POLICIES).think("g_1", match.game.version, match.turn)
        assert (await match.send((await match.sent())[-1])).reason is None
    return [bytes(sent.do) for sent in await match.sent()]


def match_connection(server: Redis) -> dict[str, object]:
    return {"unix_socket_path": server.connection_pool.connection_kwargs["path"]}


async def _game(server: Redis) -> list[bytes]:
    """Always the same game: id, deal and seats."""
    return await _played(server, await begun(server, "floor", bots("easy", "easy", "easy")))


async def test_processes_that_share_a_secret_choose_the_same_and_with_another_they_do_not(
    server: Redis,
) -> None:
    first = await _game(server)
    secret = await server.get(KEY)
    for same in (True, False):
        await server.flushdb()
        if same:
            await server.set(KEY, secret)
        assert (await _game(server) == first) is same


async def test_the_secret_is_made_once_and_tells_nothing_of_a_games_own(
    server: Redis, plain: redis.Redis
) -> None:
    lots = [shared_seeds(plain).rng("play", "g_1", 1, 0, 0).random() for _ in range(2)]
    assert lots[0] == lots[1]
    assert len(await server.get(KEY)) == 32
    assert not [key async for key in server.scan_iter(match="*secret*") if key != KEY.encode()]


async def test_a_bot_whose_server_came_back_empty_uses_the_secret_that_is_there_then(
    server: Redis, plain: redis.Redis
) -> None:
    bot = Bot(plain, POLICIES)
    match = await begun(server, "floor", bots("easy", "easy", "easy"))
    assert bot.think("g_1", 1, match.turn)
    await server.set(KEY, b"another")
    bot.forget()
    assert bot.think("g_1", 1, match.turn)
    other = Bot(plain, POLICIES).think("g_1", 1, match.turn)
    assert (await match.sent())[-1] == other
