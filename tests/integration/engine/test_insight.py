"""Hints and analyses over HTTP, with the bots' jobs beside the API."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.bots.insight.analyse import work
from services.bots.insight.hinting import Hinter
from services.bots.warm import warm
from shared.log.commands import FIELD
from shared.log.connect import connect_plain
from shared.log.insight import ASKS, decode_ask
from shared.log.keys import keys_of
from shared.log.outage import end
from shared.log.valkey import ValkeyLog
from shared.settings import Settings
from tests.engine.finished import Playing, finished, playing
from tests.engine.play import start_game
from tests.integration.conftest import Crowd, Guest, Phone

PATH = "/v1/games/g_1/analysis"


@pytest.fixture
def config(var: Path, tmp_path: Path) -> Settings:
    """With an archive of its own."""
    return Settings(var=var, archive_url=f"file://{tmp_path}")


@pytest.fixture
def short(config: Settings) -> Settings:
    return msgspec.structs.replace(config, insight_simulations=30)


@pytest.fixture
async def jobs(app: Litestar, server: Redis, short: Settings) -> AsyncIterator[None]:
    """What dispatcher and workers do, one after the other."""
    warm(short.var)

    async def run() -> None:
        with connect_plain(short.valkey) as plain:
            hinter, last = Hinter(plain, short.insight_simulations, short.partitions), "0-0"
            while True:
                for id, fields in await server.xrange(ASKS, f"({last}"):
                    asked, last = decode_ask(fields[FIELD]), id.decode()
                    hinter.hint(asked.game, asked.seat, asked.at)
                if await server.zcard(keys_of("g_1").analyses):
                    await work(short, "g_1")
                await asyncio.sleep(0.02)

    task = asyncio.create_task(run())
    yield
    await end(task)


async def _stored(server: Redis, log: Any) -> None:
    await ValkeyLog(server).append(keys_of("g_1").log("g_1"), 0, list(log))


def _unlisted() -> list[bytes]:
    played = Playing("g_1", msgspec.structs.replace(start_game("floor", people=3), listed=False), 1)
    while played.game.outcome is None:
        played.step()
    return played.log


def code(answer: httpx.Response) -> str:
    return "" if answer.is_success else answer.json()["code"]


async def test_an_analysis_is_begun_followed_and_kept(crowd: Crowd, server: Redis, jobs: None) -> None:
    await _stored(server, finished("floor"))
    ann, ben = crowd(2)
    first = (await ann.post(PATH)).json()
    assert (first["state"], first["done"]) == ("waiting", 0)
    while (found := (await ann.get(f"{PATH}?after={first['done']}&wait=20")).json())["state"] != "done":
        first = found
    assert found["done"] == found["total"] == len(found["decisions"]) > 10
    assert [seat["decisions"] > 0 for seat in found["seats"]] == [True] * 3
    again = await ben.get(PATH)
    assert again.json() == found == (await ben.post(PATH)).json()
    unchanged = await ben.get(PATH, headers={"if-none-match": again.headers["etag"]})
    assert unchanged.status_code == 304


async def test_who_asked_is_told_when_it_is_done(crowd: Crowd, server: Redis, jobs: None) -> None:
    await _stored(server, finished("floor"))
    ann, ben = crowd(2)
    for phone in (ann, ben):
        await phone.post(PATH)
    await ann.get(f"{PATH}?after=10000&wait=30")
    for phone in (ann, ben):
        changes = (await phone.get("/v1/sync")).json()["changes"]
        told = [one for one in changes if one["type"] == "notice"]
        assert [(one["code"], one["params"]["game"]) for one in told] == [("analysis-done", "g_1")]


async def test_strangers_may_ask_about_public_tables_games_only(crowd: Crowd, server: Redis) -> None:
    *_, stranger = crowd(9)
    await _stored(server, _unlisted())
    for method in ("POST", "GET", "DELETE"):
        assert code(await stranger.send(method, PATH)) == "not-seated"
    assert code(await crowd(1)[0].post(PATH)) == ""


async def test_a_strangers_wish_is_heard_at_a_public_table(
    crowd: Crowd, server: Redis, nobody: Phone
) -> None:
    await _stored(server, finished("floor"))
    assert code(await crowd(9)[8].post(PATH)) == ""
    assert code(await nobody.post(PATH)) == "token-missing"


@pytest.mark.parametrize(("kind", "why"), [("floor", "game-not-over"), ("eddie", "kind-not-searched")])
async def test_a_running_game_and_one_without_a_search_are_refused(
    crowd: Crowd, server: Redis, kind: str, why: str
) -> None:
    await _stored(server, playing(kind, 5).log if why == "game-not-over" else finished(kind))
    assert code(await crowd(1)[0].post(PATH)) == why


async def test_it_goes_on_as_long_as_one_of_those_who_asked_wants_it(crowd: Crowd, server: Redis) -> None:
    await _stored(server, finished("floor"))
    ann, ben = crowd(2)
    assert code(await ann.get(PATH)) == code(await ann.send("DELETE", PATH)) == "no-such-analysis"
    for phone in (ann, ben):
        await phone.post(PATH)
    assert code(await ann.send("DELETE", PATH)) == code(await ann.get(PATH)) == ""
    assert code(await ann.send("DELETE", PATH)) == "no-such-analysis"
    assert code(await ben.send("DELETE", PATH)) == ""
    assert code(await ben.get(PATH)) == "no-such-analysis"
    assert not await server.zcard(keys_of("g_1").analyses)


async def test_new_ones_are_counted_by_the_day_and_joining_is_free(crowd: Crowd, server: Redis) -> None:
    await _stored(server, finished("floor"))
    ann, ben = crowd(2)
    for _ in range(20):
        assert code(await ann.post(PATH)) == code(await ann.post(PATH)) == ""
        await ann.send("DELETE", PATH)
    refused = await ann.post(PATH)
    assert (refused.status_code, refused.json()["params"]["limit"]) == (429, "analyses")
    await ben.post(PATH)
    assert code(await ann.post(PATH)) == ""


async def test_an_analysis_that_the_client_has_is_not_sent_again(crowd: Crowd, server: Redis) -> None:
    await _stored(server, finished("floor"))
    (ann,) = crowd(1)
    await ann.post(PATH)
    got, head = await ann.get(PATH), await ann.send("HEAD", PATH)
    again = await ann.get(PATH, headers={"if-none-match": got.headers["etag"]})
    assert (got.status_code, again.status_code, again.content) == (200, 304, b"")
    assert (head.status_code, head.content) == (200, b"")


async def _game(ann: Phone, **terms: Any) -> str:
    """Against a bot that nobody runs, so that it never moves; one that Ann begins: every other time the Automa does."""
    for _ in range(30):
        game = await ann.opens(players=2, host_sits=False, **terms)
        await ann.post(f"/v1/tables/{game}/join", {"seat": 1})
        await ann.seats_bots(game, 0)
        await ann.post(f"/v1/tables/{game}/start")
        if 1 in (await ann.get(f"/v1/games/{game}")).json()["awaited"]:
            return game
    raise AssertionError("Ann never begins")


async def test_a_hint_ranks_every_move_and_everybody_sees_that_it_was_taken(
    guest: Guest, nobody: Phone, jobs: None
) -> None:
    ann = await guest()
    game = await _game(ann)
    hints = [(await ann.post(f"/v1/games/{game}/hints")).json() for _ in range(2)]
    assert hints[0] == hints[1]
    assert (hints[0]["taken"], hints[0]["left"]) == (1, 19)
    moves = (await ann.get(f"/v1/games/{game}/moves")).json()["moves"]
    assert sorted(str(one["do"]) for one in hints[0]["moves"]) == sorted(str(one["do"]) for one in moves)
    seats = (await nobody.get(f"/v1/games/{game}")).json()["seats"]
    assert [seat["hints"] for seat in seats if seat["player"]] == [1]
    told = (await nobody.get(f"/v1/games/{game}/events?words=true")).json()["items"][-1]
    assert (told["events"][0]["type"], told["words"]) == ("hint-taken", ["Ann has taken a hint."])


async def test_hints_that_the_table_does_not_allow_are_refused(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    game = await _game(ann, hints=False)
    assert code(await ann.post(f"/v1/games/{game}/hints")) == "hints-off"
    allowed = await _game(ann)
    assert code(await ben.post(f"/v1/games/{allowed}/hints")) == "not-seated"


@pytest.mark.parametrize(("hints", "shown"), [(None, False), (True, True), (False, False)])
async def test_among_people_hints_are_what_the_host_said_and_make_the_game_unrated(
    guest: Guest, hints: bool | None, shown: bool
) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(kind="elevators", players=2, hints=hints)
    await ben.post(f"/v1/tables/{table}/join")
    found = await ben.table(table)
    assert (found["hints"], found["rated"]) == (shown, not shown)
    await ann.post(f"/v1/tables/{table}/start")
    view = (await ben.get(f"/v1/games/{table}")).json()
    assert view["hints"] is shown
    waiting = (ann, ben)[1 - view["awaited"][0]]
    why = "not-your-turn" if shown else "hints-off"
    assert code(await waiting.post(f"/v1/games/{table}/hints")) == why


async def test_who_was_ready_without_hints_is_not_ready_with_them(guest: Guest) -> None:
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ann.opens(kind="elevators", players=2)
    await ben.post(f"/v1/tables/{table}/join")
    await ben.send("PUT", f"/v1/tables/{table}/ready", {"ready": True})
    await ann.send("PATCH", f"/v1/tables/{table}", {"hints": True})
    found = await ben.table(table)
    assert (found["hints"], found["seats"][1]["ready"]) == (True, False)
