"""How the API ends while a proxy before it holds connections: nobody new, and no request without an answer."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import uvicorn

from shared.api import protocols
from shared.api.leaving import Leaving
from shared.api.serve import Server, options
from shared.api.turning_away import ignore_strangers, turn_away
from shared.settings import Settings

DRAIN_S = 60
"""Longer than the test takes: it ends by closing its connections."""


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def _served(settings: Settings) -> AsyncIterator[Server]:
    config = uvicorn.Config(_nothing, port=0, lifespan="off", **options(settings))
    server = Server(config, DRAIN_S, Leaving())
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server
    server.should_exit = True
    await asyncio.wait_for(serving, 20)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with _served(Settings()) as server:
        yield server


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


def _connected(port: int) -> socket.socket:
    """By the kernel; the server has not heard of it."""
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def _asks(connection: socket.socket) -> bytes:
    with connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        return connection.recv(1000)


async def test_who_had_connected_when_it_ends_is_answered_and_who_comes_later_is_refused(
    server: Server,
) -> None:
    port = int(server.servers[0].sockets[0].getsockname()[1])
    begun = [_connected(port) for _ in range(40)]
    await turn_away(server.servers)
    answers = await asyncio.gather(*(asyncio.to_thread(_asks, one) for one in begun))
    assert {answer[:12] for answer in answers} == {b"HTTP/1.1 200"}
    with pytest.raises(ConnectionRefusedError):
        _connected(port)


async def test_nobody_new_is_let_in_from_the_moment_it_turns_strangers_away(server: Server) -> None:
    port = int(server.servers[0].sockets[0].getsockname()[1])
    assert ignore_strangers(server.servers[0].sockets)
    with socket.socket() as stranger:
        stranger.settimeout(0.3)
        with pytest.raises(TimeoutError):
            stranger.connect(("127.0.0.1", port))


@pytest.mark.parametrize("proxied", [True, False])
async def test_only_a_proxys_connection_ends_by_its_age(
    monkeypatch: pytest.MonkeyPatch, *, proxied: bool
) -> None:
    monkeypatch.setattr(protocols, "SHARED_S", 0.0)
    settings = Settings(trusted_proxies="127.0.0.1" if proxied else "")
    async with _served(settings) as server, httpx.AsyncClient() as proxy:
        answer = await proxy.get(_address(server))
    assert answer.headers.get("connection") == ("close" if proxied else None)
