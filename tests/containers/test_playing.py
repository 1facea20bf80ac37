"""Games over Caddy: every kind to its end, on every transport, unbuffered, over HTTP/2 with TLS."""

import asyncio
import time

import httpx
import pytest

from shared.client import Client
from shared.client.transports import Transport
from tests.containers.composed import Composed
from tests.containers.play import crowd, follows, game, kinds
from tests.e2e.stack import until

QUICK_S = 1.5
"""Between two items of a game whose bots take a second for each: who waits for a buffer to fill waits longer."""


async def test_a_game_of_each_kind_is_played_to_its_end_and_proved(stack: Composed) -> None:
    async with asyncio.TaskGroup() as group:
        for kind in await kinds(stack.address):
            group.create_task(game(stack.address, kind))


@pytest.mark.parametrize("transport", Transport)
async def test_a_game_is_followed_from_first_to_last_on_every_transport(
    stack: Composed, transport: Transport
) -> None:
    assert await follows(stack.address, transport) > 10


async def _slow_game(address: str) -> str:
    async with Client.at(address) as client:
        await client.guest("Host")
        table = await client.open_table("floor", 2, bot_ms=700, host_sits=False)
        await client.seat_bots(table)
        await client.start(table.id)
        return table.id


async def test_items_of_a_stream_come_when_they_happen_over_http_2(stack: Composed) -> None:
    path = f"{stack.address}/v1/games/{await _slow_game(stack.address)}/events"
    async with (
        httpx.AsyncClient(http2=True, timeout=30) as client,
        client.stream("GET", path, headers={"accept": "text/event-stream"}) as stream,
    ):
        assert stream.http_version == "HTTP/2"
        seen: list[float] = []
        async for line in stream.aiter_lines():
            if line.startswith("data:"):
                seen.append(time.monotonic())
            if len(seen) == 5:
                break
    assert seen[-1] - seen[0] > QUICK_S, "they came in one piece"


def test_plain_http_is_sent_to_tls(stack: Composed) -> None:
    answer = httpx.get(f"http://localhost:{stack.environment['PATERNOSTER_HTTP_PORT']}/v1/kinds")
    assert answer.status_code == 308
    assert answer.headers["location"].startswith("https://")


async def test_workers_from_one_to_three_and_back_are_not_noticed_by_who_plays(stack: Composed) -> None:
    async with crowd(stack.address):
        for count in (3, 1):
            await asyncio.to_thread(stack.scale, "worker", count)
            await asyncio.to_thread(until, lambda: stack.well("worker"), 90, f"{count} workers are well")
            assert len(stack.containers("worker")) == count
