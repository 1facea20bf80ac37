"""Clients that cost next to nothing themselves: a socket and an HTTP connection, written by hand."""

import asyncio
import os
import socket as sockets
from pathlib import Path
from typing import Any

import msgspec

HANDSHAKE = (
    b"GET /v1/socket HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = bytes(4)
"""Allowed, if useless: the frame stays as it is."""


class Socket(asyncio.Protocol):
    """Hands every text frame to `heard`."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard = self._keep
        self._rest = b""
        self.opened = asyncio.Event()
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self.opened.is_set():
            head, end, self._rest = self._rest.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101"), head
            assert end
            self.opened.set()
        while (frame := self._frame()) is not None:
            self.heard(frame)

    def _frame(self) -> bytes | None:
        rest = self._rest
        size, at = (rest[1], 2) if len(rest) >= 2 else (0, 2)
        if size == 126:
            size, at = int.from_bytes(rest[2:4], "big"), 4
        if len(rest) < at + size:
            return None
        self._rest = rest[at + size :]
        assert rest[0] & 0x0F != 8, f"closed: {rest!r}"
        if rest[0] & 0x0F == 9:
            self._transport.write(bytes([0x8A, 0x80 | size]) + MASK + rest[at : at + size])
            return self._frame()
        return rest[at : at + size]

    def _keep(self, frame: bytes) -> None:
        self.messages.put_nowait(msgspec.json.decode(frame))

    def say(self, content: bytes) -> None:
        size = len(content)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + MASK + content)

    async def told(self, **message: Any) -> dict[str, Any]:
        """Says something, and what is answered next."""
        self.say(msgspec.json.encode(message))
        return await self.messages.get()

    def close(self) -> None:
        self._transport.close()


async def open_socket(port: int, token: str) -> Socket:
    _, socket = await asyncio.get_running_loop().create_connection(Socket, "127.0.0.1", port)
    await socket.opened.wait()
    assert (await socket.told(type="hello", token=token))["type"] == "welcome"
    return socket


class Http:
    """One kept connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        self._reader = reader
        self._writer = writer
        self._token = token

    async def post(self, path: str, body: bytes) -> int:
        """The status."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await self._reader.readexactly(int(length))
        return int(answer[9:12])

    def close(self) -> None:
        self._writer.close()


async def open_http(port: int, token: str) -> Http:
    return Http(*await asyncio.open_connection("127.0.0.1", port), token)


def free_port() -> int:
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def rss_kb(pid: int) -> int:
    """What a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def cpu_s(pid: int) -> float:
    """What a process has used of the processors."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
