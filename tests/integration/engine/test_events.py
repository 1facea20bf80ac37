"""What happened, by long poll and as a stream: the same items, without a gap, for each receiver its own."""

import asyncio
import json
from typing import Any

import httpx

from shared.games.kinds import KINDS
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated


async def _play(game: str, phones: list[Phone], count: int) -> None:
    for _ in range(count):
        view = (await phones[0].get(f"/v1/games/{game}")).json()
        phone = phones[view["awaited"][0]]
        moves = (await phone.get(f"/v1/games/{game}/moves")).json()
        body = {"id": f"c{moves['version']}", "do": moves["moves"][0]["do"]}
        assert (await phone.post(f"/v1/games/{game}/commands", body)).status_code == 200


async def _items(phone: Phone, game: str, query: str = "") -> list[dict[str, Any]]:
    return (await phone.get(f"/v1/games/{game}/events{query}")).json()["items"]


async def test_versions_are_gapless_for_everybody(seated: Seated, nobody: Phone) -> None:
    game, phones = await seated()
    await _play(game, phones, 5)
    for phone in (*phones, nobody):
        assert [item["version"] for item in await _items(phone, game)] == [1, 2, 3, 4, 5, 6]
    assert [item["version"] for item in await _items(nobody, game, "?after=4")] == [5, 6]
    assert [item["version"] for item in await _items(nobody, game, "?after=1&limit=2")] == [2, 3]
    assert await _items(nobody, game, "?after=99") == []


async def test_a_hand_that_was_dealt_goes_to_its_seat_only(seated: Seated, nobody: Phone) -> None:
    game, phones = await seated()
    hands = [(await phone.get(f"/v1/games/{game}")).json()["view"]["hand"] for phone in phones]
    for seat, phone in enumerate((*phones, nobody)):
        dealt = json.dumps((await _items(phone, game))[0])
        shown = [all(f'"{card}"' in dealt for card in hand) for hand in hands]
        assert shown == [other == seat for other in range(3)]


async def test_a_long_poll_answers_as_soon_as_something_happens(seated: Seated, nobody: Phone) -> None:
    game, phones = await seated()
    waiting = asyncio.create_task(nobody.get(f"/v1/games/{game}/events?after=1&wait=20"))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await _play(game, phones, 1)
    page = (await asyncio.wait_for(waiting, 2)).json()
    assert (page["version"], [item["version"] for item in page["items"]]) == (2, [2])


async def test_a_long_poll_without_news_ends_empty(seated: Seated, nobody: Phone) -> None:
    game, _ = await seated()
    page = (await nobody.get(f"/v1/games/{game}/events?after=1&wait=1")).json()
    assert (page["items"], page["version"], page["ended"]) == ([], 1, False)


async def _frames(wire: httpx.AsyncClient, path: str, **headers: str) -> list[dict[str, str]]:
    """All frames of a stream until it closes."""
    frames: list[dict[str, str]] = [{}]
    async with wire.stream("GET", path, headers={"accept": "text/event-stream", **headers}) as stream:
        async for line in stream.aiter_lines():
            if not line:
                frames.append({})
            else:
                name, _, value = line.partition(": ")
                frames[-1][name] = value
    return [frame for frame in frames if frame]


async def test_a_stream_carries_the_items_of_the_long_poll_and_ends_with_the_game(
    seated: Seated, wire: httpx.AsyncClient
) -> None:
    game, phones = await seated()
    path, token = f"/v1/games/{game}/events", f"Bearer {phones[1].token}"
    live = asyncio.create_task(_frames(wire, path, authorization=token))
    await _play(game, phones, 108)
    frames = await asyncio.wait_for(live, 5)
    late = await _frames(wire, path, authorization=token)
    entries = [frame for frame in frames if frame["event"] == "entry"]
    items = await _items(phones[1], game, "?limit=500")
    assert [json.loads(frame["data"]) for frame in entries] == items
    assert [int(frame["id"]) for frame in entries] == list(range(1, 110))
    assert (frames[0]["event"], frames[-1]["event"]) == ("hello", "ended")
    assert [frame["data"] for frame in late[1:]] == [frame["data"] for frame in frames[1:]]
    assert (await phones[0].get(f"/v1/games/{game}/events?after=109&wait=20")).json()["ended"]


async def test_a_stream_goes_on_after_the_last_event_seen(seated: Seated, wire: httpx.AsyncClient) -> None:
    game, phones = await seated()
    await _play(game, phones, 108)
    frames = await _frames(wire, f"/v1/games/{game}/events?after=5", **{"last-event-id": "107"})
    assert [frame["id"] for frame in frames if frame["event"] == "entry"] == ["108", "109"]


async def test_words_tell_what_the_receiver_saw(seated: Seated, nobody: Phone) -> None:
    game, phones = await seated("elevators", 2)
    await _play(game, phones, 3)
    told = await _items(nobody, game, "?words=true")
    mine = await _items(phones[told[1]["seat"]], game, "?words=true")
    assert all(item["words"] for item in told)
    assert any("Ann" in sentence for item in told for sentence in item["words"])
    assert mine != told


async def test_seen_events_have_the_documented_types(seated: Seated, nobody: Phone) -> None:
    for kind in KINDS:
        game, _ = await seated(kind, 3)
        for item in await _items(nobody, game):
            for event in item.get("events", []):
                assert event["type"]
