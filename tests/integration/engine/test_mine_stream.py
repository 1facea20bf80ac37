"""What concerns a player, live: the same pages as of the one call, on a stream that can be taken up again."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from redis.asyncio import Redis

from services.engine.api import mine_stream, wakes
from tests.integration.conftest import Crowd, Phone
from tests.integration.described import whole
from tests.integration.engine.mine import play, settled, start, versions

pytestmark = pytest.mark.usefixtures("writer")

Told = dict[str, Any]


def _described(told: Told) -> Told:
    whole().check_message("my-stream", told)
    return told


@asynccontextmanager
async def lines(wire: httpx.AsyncClient, phone: Phone, query: str = "") -> AsyncIterator[AsyncIterator[Told]]:
    """The messages of an NDJSON stream."""
    headers = {"accept": "application/x-ndjson", "authorization": f"Bearer {phone.token}"}
    async with wire.stream("GET", f"/v1/stream?{query}", headers=headers) as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        yield (_described(json.loads(line)) async for line in stream.aiter_lines())


async def until(stream: AsyncIterator[Told], wanted: dict[str, int]) -> list[Told]:
    """The pages up to the one with which all wanted versions have come."""
    pages: list[Told] = []
    found: dict[str, int] = {}
    async with asyncio.timeout(5):
        while not found.items() >= wanted.items():
            pages.append(await anext(stream))
            found |= versions(pages[-1])
    return pages


async def test_a_stream_opens_with_its_interval_and_a_snapshot_and_goes_on_with_changes(
    server: Redis, crowd: Crowd, wire: httpx.AsyncClient
) -> None:
    phones = crowd(3)
    (game,) = await start(server, "floor")
    await settled(phones[0], {game: 1})
    async with lines(wire, phones[0]) as stream:
        hello, snapshot = await anext(stream), await anext(stream)
        assert (hello["type"], hello["keep_alive_s"]) == ("hello", mine_stream.KEEP_ALIVE_S)
        assert (snapshot["type"], snapshot["reset"], versions(snapshot)) == ("changes", True, {game: 1})
        for version in (2, 3):
            await play(phones, game)
            (page,) = await until(stream, {game: version})
            assert not page["reset"]


async def test_a_stream_taken_up_again_has_no_gap(
    server: Redis, crowd: Crowd, wire: httpx.AsyncClient
) -> None:
    phones = crowd(3)
    games = await start(server, "floor", "elevators")
    cursor = (await settled(phones[0], dict.fromkeys(games, 1)))["cursor"]
    for version in range(2, 6):
        await play(phones, games[version % 2])
        async with lines(wire, phones[0], f"cursor={cursor}") as stream:
            assert (await anext(stream))["type"] == "hello"
            pages = await until(stream, {games[version % 2]: 1 + version // 2})
            cursor = pages[-1]["cursor"]
        assert [page["reset"] for page in pages] == [False] * len(pages)


async def test_a_browser_takes_the_stream_up_by_the_last_events_id(
    server: Redis, crowd: Crowd, wire: httpx.AsyncClient
) -> None:
    ann = crowd(1)[0]
    (game,) = await start(server, "floor")
    cursor = (await settled(ann, {game: 1}))["cursor"]
    headers = {"accept": "text/event-stream", "authorization": f"Bearer {ann.token}", "last-event-id": cursor}
    async with wire.stream("GET", "/v1/stream?cursor=old", headers=headers) as stream:
        told = stream.aiter_lines()
        head = [await anext(told) for _ in range(6)]
    assert [head[0], head[3], head[4]] == ["event: hello", f"id: {cursor}", "event: changes"]
    page = json.loads(head[5].removeprefix("data: "))
    assert (page["reset"], page["changes"]) == (False, [])


async def test_a_quiet_stream_is_kept_alive_with_the_servers_time(
    crowd: Crowd, wire: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mine_stream, "KEEP_ALIVE_S", 0.05)
    async with lines(wire, crowd(1)[0]) as stream:
        _, snapshot, *quiet = [await anext(stream) for _ in range(4)]
    for told in quiet:
        assert (told["type"], told["cursor"]) == ("keep-alive", snapshot["cursor"])
        assert told["server_time"] > snapshot["server_time"]


async def test_what_the_channel_loses_is_found_in_the_inbox(
    server: Redis, crowd: Crowd, wire: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakes, "LOOK_S", 0.05)
    monkeypatch.setattr(wakes.Wakes, "_heed", lambda *_: None)
    phones = crowd(3)
    (game,) = await start(server, "floor")
    await settled(phones[0], {game: 1})
    async with lines(wire, phones[0]) as stream:
        await until(stream, {game: 1})
        await play(phones, game)
        await until(stream, {game: 2})


@pytest.mark.logs("live-channel-lost", "wake-ups-lost", "unavailable", "valkey-away", "cycle-failed")
async def test_a_stream_outlives_the_loss_of_its_channel(
    server: Redis, crowd: Crowd, wire: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakes, "RECONNECT_S", 0.01)
    phones = crowd(3)
    (game,) = await start(server, "floor")
    await settled(phones[0], {game: 1})
    async with lines(wire, phones[0]) as stream:
        await until(stream, {game: 1})
        await server.client_kill_filter(_type="pubsub")
        await play(phones, game)
        await until(stream, {game: 2})


async def test_without_a_streaming_type_it_is_one_page(crowd: Crowd) -> None:
    page = (await crowd(1)[0].get("/v1/stream")).json()
    assert (page["type"], page["reset"], page["changes"]) == ("changes", True, [])
