"""How connections are held: with small buffers, and not for ever by somebody who does not read."""

import asyncio
import random
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

log = structlog.get_logger()

BUFFERED = 32 * 1024
"""Bytes that may wait to be sent on one connection before its writer waits."""
SLOW_S = 10.0
"""How long a full buffer may stay full."""
LAST_ANSWERS_S = 2
"""How long requests may hold up the end of a process."""
SHARED_S = 15.0
"""After about so long a proxy's connection is closed with its next answer, so that new processes get their part of them."""
TOO_SLOW = 4408
"""A socket's close code for it."""


PROMPT = "paternoster.prompt"
"""The name in a WebSocket scope's `extensions` of its `Prompt`, where a server has one."""


class Prompt(NamedTuple):
    """Sends messages at once, for whoever need not wait: past the layers around `send`, and without a task."""

    ready: Callable[[], bool]
    """Whether the connection is open and its reader keeps up; else `send`, which waits or fails."""
    text: Callable[[bytes], None]
    binary: Callable[[bytes], None]


class Patience:
    """Cuts a connection off whose buffer does not empty: whatever it should have heard is in the log."""

    def __init__(self, cut_off: Any) -> None:
        self._cut_off = cut_off
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(SLOW_S, self._cut_off)

    def end(self) -> None:
        if self._timer:
            self._timer.cancel()


class HttpProtocol(HttpToolsProtocol):
    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=BUFFERED)
        self._patience = Patience(self._cut_off)
        self._over_at = self.loop.time() + SHARED_S * random.uniform(0.8, 1.2)  # noqa: S311 (no secret)

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.end()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        cycle: Any = self.cycle
        if self.config.proxy_headers and cycle is not None and self.loop.time() > self._over_at:
            cycle.keep_alive = False

    def pause_writing(self) -> None:
        super().pause_writing()
        self._patience.begin()

    def resume_writing(self) -> None:
        self._patience.end()
        super().resume_writing()

    def shutdown(self) -> None:
        """A stream would hold up the end and lose nothing by it: its client comes back by version.

        What is not answered in time ends without an answer, which clients try again, not with the server's bare 500.
        """
        super().shutdown()
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            return
        if cycle.chunked_encoding:
            self.transport.close()
        else:
            asyncio.get_running_loop().call_later(LAST_ANSWERS_S * 0.75, self.transport.close)

    def _cut_off(self) -> None:
        log.info("slow-reader-cut-off", transport="http")
        self.transport.abort()


class SocketProtocol(WebSocketsSansIOProtocol):
    """Messages of one turn of the event loop leave together: the system call is most of what one costs."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=BUFFERED)
        self._patience = Patience(self._cut_off)
        self._gathered = 0
        """Bytes of messages that leave at the end of this turn; they wait in `conn`, before whatever follows them."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._patience.begin()

    def resume_writing(self) -> None:
        self._patience.end()
        super().resume_writing()

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = cast(Any, self.scope)["extensions"]
        extensions[PROMPT] = Prompt(self._may_gather, self._gather_text, self._gather_binary)
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.send" or not self._may_gather():
            await super().send(message)
        elif (text := message.get("text")) is not None:
            self._gather_text(text.encode())
        else:
            self._gather_binary(message["bytes"])

    def _gather_text(self, content: bytes) -> None:
        self.conn.send_text(content)
        self._gathered_more(len(content))

    def _gather_binary(self, content: bytes) -> None:
        self.conn.send_binary(content)
        self._gathered_more(len(content))

    def _gathered_more(self, size: int) -> None:
        if not self._gathered:
            self.loop.call_soon(self._leave)
        self._gathered += size + 1
        if self._gathered > BUFFERED:
            self._leave()

    def _may_gather(self) -> bool:
        return (
            self.conn.state is State.OPEN
            and not (self.close_sent or self.disconnected or self.initial_response)
            and self.writable.is_set()
        )

    def _leave(self) -> None:
        self._gathered = 0
        gathered = self.conn.data_to_send()
        if gathered and not self.transport.is_closing():
            self.transport.write(b"".join(gathered))

    def _cut_off(self) -> None:
        """The reason waits behind what was not read; who reads it late still learns it, if it is soon."""
        log.info("slow-reader-cut-off", transport="socket")
        self.stop_keepalive()
        self.conn.send_close(TOO_SLOW, "too slow")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait(cast(Any, {"type": "websocket.disconnect", "code": TOO_SLOW}))
        self.transport.close()
        self.loop.call_later(SLOW_S, self.transport.abort)
