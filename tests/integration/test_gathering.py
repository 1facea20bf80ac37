"""A socket's messages on their way out: those of one turn of the event loop together, and nothing before them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from shared.api.protocols import SocketProtocol
from shared.api.serve import options
from shared.settings import Settings

MESSAGES = ["one", "two", "three"]


@asynccontextmanager
async def _served(app: Callable[..., Any]) -> AsyncIterator[str]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", **options(Settings())))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"ws://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    await asyncio.wait_for(serving, 20)


async def _says_all_and_closes(_: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    for text in MESSAGES:
        await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": 4400})


async def test_what_was_said_before_the_close_is_heard_before_it() -> None:
    async with _served(_says_all_and_closes) as address, connect(address) as socket:
        assert [await socket.recv() for _ in MESSAGES] == MESSAGES
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4400


async def test_messages_of_one_turn_leave_together(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    leave = SocketProtocol._leave

    def counted(protocol: SocketProtocol) -> None:
        left.append(protocol._gathered)
        leave(protocol)

    async def says_all(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for text in MESSAGES:
            await send({"type": "websocket.send", "text": text})
        await receive()

    monkeypatch.setattr(SocketProtocol, "_leave", counted)
    async with _served(says_all) as address, connect(address) as socket:
        assert [await socket.recv() for _ in MESSAGES] == MESSAGES
    assert len(left) == 1


async def test_who_says_something_to_somebody_who_has_gone_is_told_so() -> None:
    told: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    async def speaks_too_late(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        try:
            await send({"type": "websocket.send", "text": "late"})
        except Exception as error:
            told.set_result(error)
            raise

    async with _served(speaks_too_late) as address, connect(address) as socket:
        await socket.close()
        assert isinstance(await asyncio.wait_for(told, 20), OSError)
