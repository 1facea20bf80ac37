"""A feed that was trimmed before the steward read it loses no game."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from services.lobby.ratings import histories, keeping
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.reckoning import RatingsDuty
from shared.log import archived
from shared.log.archive import open_archive
from shared.log.archived import ArchivedLog, archive_game
from shared.log.connect import connect
from shared.log.keys import keys_of
from shared.log.port import ArchiveAway
from shared.settings import Settings
from tests.lobby.ratings.logs import account, played, stored

GAMES = tuple(f"g_{number}" for number in range(6))


@pytest.fixture
async def duty(server: Redis, config: Settings, tmp_path: Path) -> AsyncIterator[RatingsDuty]:
    await account(server, "a_1", "a_2")
    for part in (archived, keeping, histories):
        await part.load_functions(server)
    archive = open_archive(Settings(archive_url=(tmp_path / "archive").as_uri()))
    async with connect(config.valkey, blocking=True, connections=1) as blocking:
        yield RatingsDuty(server, blocking, ArchivedLog(server, archive), 64)
        await blocking.connection_pool.disconnect()
    for game in GAMES[:2]:
        await server.delete(keys_of(game).archived)


async def _games(server: Redis) -> int:
    return (await Lists(server).all("floor-2"))["a_1"].games


async def test_games_of_a_trimmed_feed_are_found_among_the_logs_hot_and_archived(
    duty: RatingsDuty, server: Redis, tmp_path: Path
) -> None:
    archive = open_archive(Settings(archive_url=(tmp_path / "archive").as_uri()))
    for number, game in enumerate(GAMES):
        await stored(server, game, played(game, seed=number))
        await server.xtrim(keys_of(game).feed, maxlen=0)
    for game in GAMES[:2]:
        assert await archive_game(server, archive, keys_of(game), game)
    await stored(server, "g_told", played("g_told"))
    await duty.step()
    assert await _games(server) == len(GAMES) + 1


async def test_a_round_that_was_cut_short_is_done_again_by_the_next(
    duty: RatingsDuty, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, game in enumerate(GAMES):
        await stored(server, game, played(game, seed=number))
    with monkeypatch.context() as patch:
        patch.setattr(ArchivedLog, "read", _away)
        with pytest.raises(ArchiveAway):
            await duty.step()
    await duty.step()
    assert await _games(server) == len(GAMES)


async def _away(*_: object) -> list[bytes]:
    raise ArchiveAway
