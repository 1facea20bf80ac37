"""Who does not read is cut off, and costs next to nothing until then."""

import asyncio
import socket
from collections.abc import Callable

import httpx
import pytest
import uvicorn

from shared.api import protocols
from tests.integration.engine.conftest import Seated
from tests.integration.engine.play import play
from tests.integration.engine.sockets import opened
from tests.integration.engine.waiting import until


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "SLOW_S", 0.2)
    monkeypatch.setattr(protocols, "BUFFERED", 4096)


def _deaf(address: str) -> socket.socket:
    """A connection whose side of the system takes little too."""
    host, port = address.removeprefix("http://").split(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    made.setblocking(False)
    made.connect_ex((host, int(port)))
    return made


def _buffered(server: uvicorn.Server) -> int:
    return sum(held.transport.get_write_buffer_size() for held in server.server_state.connections)


async def _most_until(server: uvicorn.Server, holds: Callable[[], bool]) -> int:
    """The most that waited for readers until something holds."""
    seen: list[int] = []

    def looked() -> bool:
        seen.append(_buffered(server))
        return holds()

    await until(looked)
    return max(seen)


def _left(server: uvicorn.Server) -> Callable[[], bool]:
    return lambda: not server.server_state.connections


def _closing(server: uvicorn.Server) -> Callable[[], bool]:
    return lambda: all(held.transport.is_closing() for held in server.server_state.connections)


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
async def test_a_stream_that_is_not_read_is_closed(
    seated: Seated, address: str, http_server: uvicorn.Server, accept: str
) -> None:
    game, phones = await seated()
    await play(game, phones, 106)
    deaf = _deaf(address)
    loop = asyncio.get_running_loop()
    request = f"GET /v1/games/{game}/events?words=true HTTP/1.1\r\nhost: x\r\naccept: {accept}\r\n\r\n"
    await loop.sock_sendall(deaf, request.encode())
    await until(lambda: bool(http_server.server_state.connections))
    assert 0 < await _most_until(http_server, _left(http_server)) < 3 * protocols.BUFFERED
    deaf.close()


async def test_a_stream_that_is_read_slowly_stays_open(
    seated: Seated, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "SLOW_S", 1.0)
    game, phones = await seated()
    await play(game, phones, 108)
    whole = b""
    async with httpx.AsyncClient(base_url=address) as client:
        path = f"/v1/games/{game}/events?words=true"
        async with client.stream("GET", path, headers={"accept": "text/event-stream"}) as stream:
            async for chunk in stream.aiter_raw():
                whole += chunk
                await asyncio.sleep(0.02)  # slower than it is sent, but awake
    assert whole.endswith(b"\n\n")
    assert whole.count(b"event: entry") == 109


async def test_a_socket_that_is_not_read_is_closed_with_4408(
    seated: Seated, address: str, http_server: uvicorn.Server
) -> None:
    game, phones = await seated()
    await play(game, phones, 106)
    deaf = _deaf(address)
    async with opened(address, sock=deaf, max_queue=1) as slow:
        await slow.hello(words=True)
        slow.connection.transport.pause_reading()
        for _ in range(3):
            await slow.say("subscribe", game=game)
        most = await _most_until(http_server, _closing(http_server))
        slow.connection.transport.resume_reading()
        assert await slow.closed() == (4408, "too slow")
    assert 0 < most < 3 * protocols.BUFFERED


async def test_a_socket_that_is_never_read_again_is_aborted(
    seated: Seated, address: str, http_server: uvicorn.Server
) -> None:
    game, phones = await seated()
    await play(game, phones, 106)
    async with opened(address, sock=_deaf(address), max_queue=1) as slow:
        await slow.hello(words=True)
        slow.connection.transport.pause_reading()
        for _ in range(3):
            await slow.say("subscribe", game=game)
        assert 0 < await _most_until(http_server, _left(http_server)) < 3 * protocols.BUFFERED
        slow.connection.transport.abort()
