"""The steward is killed again and again while it counts games: each counts once, and stored is what the logs say."""

import asyncio
import os
import random
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from services.lobby.ratings.contest import contest_of, count
from services.lobby.ratings.finished import Finished, finished
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.keys import Keys
from services.lobby.ratings.lists import LISTS
from shared.log.keys import keys_of
from tests.lobby.ratings.logs import account, played, stored, tell

GAMES = int(os.environ.get("PATERNOSTER_RATINGS_GAMES", "30"))
KILLS = int(os.environ.get("PATERNOSTER_RATINGS_KILLS", "2"))
WITHIN_S = 60.0
PEOPLE = tuple(f"a_{number}" for number in range(6))


async def test_a_steward_killed_at_any_point_counts_every_game_once(server: Redis, var: Path) -> None:
    await account(server, *PEOPLE)
    games = await _fed(server, random.Random(4))
    for kill in range(1, KILLS + 1):
        await _killed_when(server, var, partial(_counted, server, GAMES * kill // (KILLS + 1)))
    for game, log in games.items():  # all of it once more, and the feeds from their beginning
        await tell(server, game, log)
    await server.delete(*[keys_of(game).cursor("ratings") for game in games])
    await _killed_when(server, var, partial(_read, server))
    expected = [finished(game, log) for game, log in games.items()]
    assert await _stored(server) == _recounted(expected)
    assert await _noted(server) == {who: _games_of(who, expected) for who in PEOPLE}


async def _fed(server: Redis, rng: random.Random) -> dict[str, list[bytes]]:
    """Games told of in an order that is not that of their ends."""
    games: dict[str, list[bytes]] = {}
    for number in rng.sample(range(GAMES), GAMES):
        kind, seats = rng.choice([("floor", 3), ("floor", 2), ("elevators", 3), ("elevators", 2)])
        gone = (1,) if number % 7 == 0 else ()
        game = f"g_{number:03}"
        games[game] = played(game, rng.sample(PEOPLE, seats), kind=kind, gone=gone, seed=number % 5)
        await stored(server, game, games[game])
    return games


async def _killed_when(server: Redis, var: Path, reached: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Starts a steward, and kills it as soon as it has come so far."""
    environment = {**os.environ, "PATERNOSTER_VAR": str(var)}
    steward = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.lobby.steward", env=environment, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(WITHIN_S):
            while not await reached():
                assert steward.returncode is None
                await asyncio.sleep(0.005)
    finally:
        await _kill(steward)
    await server.delete("steward:ratings")  # as if its lease had run out by now


async def _kill(steward: Process) -> None:
    if steward.returncode is None:
        steward.kill()
    await steward.wait()


async def _counted(server: Redis, most: int) -> bool:
    return sum([await server.hlen(Keys.of(list_id).results) for list_id in LISTS]) >= most


async def _read(server: Redis) -> bool:
    """Whether every feed was read to its end and every history has been told."""
    partitions = [keys_of(f"g_{number:03}") for number in range(GAMES)]
    cursors = await server.mget([keys.cursor("ratings") for keys in partitions])
    newest = [(await server.xrevrange(keys.feed, count=1))[0][0] for keys in partitions]
    return cursors == newest


async def _stored(server: Redis) -> dict[str, Any]:
    lists = Lists(server)
    found = {list_id: await lists.all(list_id) for list_id in LISTS}
    return {list_id: skills for list_id, skills in found.items() if skills}


def _recounted(games: list[Finished]) -> dict[str, Any]:
    contests: dict[str, list[Any]] = {}
    for list_id, contest in filter(None, map(contest_of, games)):
        contests.setdefault(list_id, []).append(contest)
    return {list_id: count(of, [], {}).skills for list_id, of in contests.items()}


async def _noted(server: Redis) -> dict[str, list[tuple[str, bool]]]:
    """Everybody's games, the newest first, and whether the rating's change is known."""
    found = {who: (await Histories(server).whole(who)).games for who in PEOPLE}
    return {
        who: [(played.finished.game, played.change is not None) for played in games]
        for who, games in found.items()
    }


def _games_of(who: str, games: list[Finished]) -> list[tuple[str, bool]]:
    mine = sorted(
        (game for game in games if who in game.players), key=lambda game: (game.ended_at, game.game)
    )
    return [(game.game, game.rated) for game in reversed(mine)]
