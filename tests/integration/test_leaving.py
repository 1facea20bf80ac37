"""How the API ends while a proxy before it holds connections: nobody new, and no request without an answer."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import uvicorn

from shared.api.serve import Server, options
from shared.settings import Settings

DRAIN_S = 60
"""Longer than the test takes: it ends by closing its connections."""


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    config = uvicorn.Config(_nothing, port=0, lifespan="off", **options(Settings()))
    server = Server(config, DRAIN_S)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server
    await asyncio.wait_for(serving, 20)


def _address(server: Server) -> str:
    return f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


async def _refuses(address: str) -> None:
    async with httpx.AsyncClient() as stranger:
        while True:
            try:
                await stranger.get(address)
            except httpx.ConnectError:
                return


async def test_a_connection_that_is_there_gets_its_answer_and_is_closed_then(server: Server) -> None:
    address = _address(server)
    async with httpx.AsyncClient(base_url=address, timeout=20) as proxy:
        assert "connection" not in (await proxy.get("/")).headers
        server.should_exit = True
        await asyncio.wait_for(_refuses(address), 20)
        last = await proxy.get("/")
    assert (last.status_code, last.headers["connection"]) == (200, "close")
