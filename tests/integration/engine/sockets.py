"""A client of `/v1/socket` for tests: frames as plain values."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.integration.described import whole

WAIT_S = 20


class Socket:
    def __init__(self, connection: ClientConnection, *, packed: bool = False) -> None:
        self.connection = connection
        self._packed = packed

    async def say(self, type: str, **fields: Any) -> None:
        message = {"type": type, **fields}
        if self._packed:
            await self.connection.send(msgspec.msgpack.encode(message))
        else:
            await self.connection.send(msgspec.json.encode(message).decode())

    async def hear(self) -> dict[str, Any]:
        """The next message, held against the API's description."""
        async with asyncio.timeout(WAIT_S):
            frame = await self.connection.recv()
        assert isinstance(frame, bytes if self._packed else str)
        heard = msgspec.msgpack.decode(frame) if self._packed else msgspec.json.decode(frame)
        whole().check_message("socket-out", heard)
        return heard

    async def hear_until(self, type: str) -> list[dict[str, Any]]:
        """Everything up to the first message of a type, that one included."""
        heard = [await self.hear()]
        while heard[-1]["type"] != type:
            heard.append(await self.hear())
        return heard

    async def hello(self, token: str = "", **fields: Any) -> dict[str, Any]:
        """The `welcome`."""
        await self.say("hello", **({"token": token} if token else {}), **fields)
        return await self.hear()

    async def closed(self) -> tuple[int, str]:
        """Code and reason, once it is closed."""
        async with asyncio.timeout(WAIT_S):
            with suppress(ConnectionClosed):
                async for _ in self.connection:
                    pass
            await self.connection.wait_closed()
        return self.connection.close_code or 0, self.connection.close_reason or ""


@asynccontextmanager
async def opened(address: str, *, packed: bool = False, **rest: Any) -> AsyncIterator[Socket]:
    url = address.replace("http://", "ws://") + "/v1/socket"
    async with connect(url, compression=None, **rest) as connection:
        yield Socket(connection, packed=packed)


def capped(app: Litestar, **caps: Any) -> None:
    """Other caps for sockets opened from now on."""
    app.state.sockets.caps = msgspec.structs.replace(app.state.sockets.caps, **caps)
