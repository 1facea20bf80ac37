"""A finished game in the archive, over HTTP: everything answers as if it were still hot."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.log.archive import open_archive
from shared.log.archived import archive_game, load_functions
from shared.log.commands import OPENING
from shared.log.entry import decode_entry
from shared.log.keys import Keys, keys_of
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.finished import KINDS, finished
from tests.integration.conftest import Crowd, Phone
from tests.integration.engine.conftest import Seated

PATHS = ("", "/events", "/events?after=30&limit=7", "/moves", "/fairness", "/export")


async def _stored(server: Redis, kind: str) -> Keys:
    keys = keys_of("g_1")
    await ValkeyLog(server).append(keys.log("g_1"), 0, finished(kind))
    return keys


async def _moved(server: Redis, config: Settings, keys: Keys) -> None:
    await load_functions(server)
    assert await archive_game(server, open_archive(config), keys, "g_1")


async def _answers(phone: Phone) -> list[Any]:
    answers = [await phone.get(f"/v1/games/g_1{path}") for path in PATHS]
    return [{**answer.json(), "server_time": None, "status": answer.status_code} for answer in answers]


@pytest.fixture
def forgetful(app: Litestar) -> Any:
    """Makes the API read everything anew."""

    def forget() -> None:
        app.state.games.reader._games.clear()
        app.state.log._unpacked.clear()

    return forget


@pytest.mark.parametrize("kind", KINDS)
async def test_an_archived_game_answers_as_a_hot_one(
    kind: str, server: Redis, config: Settings, crowd: Crowd, forgetful: Any
) -> None:
    phone = crowd(2)[1]
    keys = await _stored(server, kind)
    hot = await _answers(phone)
    await _moved(server, config, keys)
    assert await _answers(phone) == hot
    forgetful()
    assert await _answers(phone) == hot
    assert {answer["status"] for answer in hot} == {200}


async def test_commands_to_an_archived_game_get_the_answers_that_they_got(
    server: Redis, config: Settings, crowd: Crowd
) -> None:
    keys = await _stored(server, "floor")
    phone = crowd(1)[0]
    exported = (await phone.get("/v1/games/g_1/export")).json()
    mine = next(entry for entry in exported["entries"] if entry["seat"] == 0)
    old = {"id": _command(mine), "do": {"type": "play-card", "card": "a1"}}
    new = {"id": "late", "do": {"type": "play-card", "card": "a1"}}
    await _moved(server, config, keys)
    accepted = await phone.post("/v1/games/g_1/commands", old)
    assert (accepted.status_code, accepted.json()["version"]) == (200, mine["version"])
    refused = await phone.post("/v1/games/g_1/commands", new)
    assert (refused.status_code, refused.json()["code"]) == (409, "game-over")


def _command(entry: dict[str, Any]) -> str:
    return decode_entry(finished("floor")[entry["version"] - 1]).command


@pytest.mark.logs("unavailable", "game-does-not-fold")
async def test_a_lost_object_parks_the_game_and_no_other(
    server: Redis, config: Settings, nobody: Phone, forgetful: Any
) -> None:
    keys = await _stored(server, "floor")
    await _moved(server, config, keys)
    await open_archive(config).forget("g_1")
    lost = await nobody.get("/v1/games/g_1")
    assert (lost.status_code, lost.json()["code"]) == (503, "game-parked")


@pytest.mark.logs("unavailable")
async def test_an_archive_that_is_away_is_told_as_an_outage(
    server: Redis, config: Settings, nobody: Phone, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = await _stored(server, "floor")
    await _moved(server, config, keys)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
    app.state.log._archive = open_archive(Settings(archive_url="s3://games"))
    for path in ("", "/events", "/fairness", "/export"):
        refused = await nobody.get(f"/v1/games/g_1{path}")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable"), path


async def test_starting_again_what_is_long_archived_answers_at_once(seated: Seated, server: Redis) -> None:
    game, phones = await seated()
    keys = keys_of(game)
    await server.delete(keys.log(game), keys.answer(game, OPENING))
    await server.zadd(keys.archived, {game: 1})
    async with asyncio.timeout(3):
        again = await phones[0].post(f"/v1/tables/{game}/start")
    assert again.status_code == 200
