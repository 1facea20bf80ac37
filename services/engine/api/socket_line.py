"""One socket as messages: its form, its credits, and its end."""

import time
from typing import Any, NamedTuple

import msgspec
from litestar.types import Receive, Send

from services.engine.api.frames import Form, frame
from services.engine.api.socket_close import CloseCode, Closing
from services.engine.api.socket_in import Heard, from_packed, from_text
from shared.api.protocols import Prompt

LONGEST_REASON = 120
"""Bytes; a close frame has room for 123."""


class Gone(Exception):
    """The other side is not there any more, or we have closed."""


class Purse:
    """Frames that a client may still send: a burst, filled up again as time goes by."""

    __slots__ = ("_at", "_burst", "_left", "_per_s")

    def __init__(self, burst: int, per_s: int) -> None:
        self._burst = burst
        self._per_s = per_s
        self._left = float(burst)
        self._at = 0.0

    def take(self, now: float) -> bool:
        gained = (now - self._at) * self._per_s if self._at else 0.0
        self._left = min(self._left + gained, self._burst)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Frame(NamedTuple):
    form: Form
    content: Any
    """Text or bytes, as the form says."""


class Line:
    __slots__ = ("_closed", "_prompt", "_purse", "_receive", "_send", "form")

    def __init__(self, receive: Receive, send: Send, purse: Purse, prompt: Prompt | None = None) -> None:
        self.form: Form | None = None
        """What the client's first frame was, and so every other one."""
        self._receive = receive
        self._send: Any = send
        self._purse = purse
        self._prompt = prompt
        self._closed = False

    async def accept(self) -> None:
        await self._receive()
        await self._put({"type": "websocket.accept", "headers": []})

    async def hear(self) -> Heard:
        """Raises `Closing` for what should not have been sent, and `Gone`."""
        given = await self._next()
        if not self._purse.take(time.monotonic()):
            raise Closing(CloseCode.TOO_MANY, "frames")
        self.form = self.form or given.form
        if given.form is not self.form:
            raise Closing(CloseCode.MALFORMED, "text and binary frames")
        return _decoded(given)

    async def tell(self, message: msgspec.Struct) -> None:
        await self.put(frame(message, self.form or Form.TEXT))

    async def put(self, content: bytes) -> None:
        """Waits while the client does not read; raises `Gone`."""
        if self.ready():
            self.put_now(content)
        elif self.form is Form.PACKED:
            await self._put({"type": "websocket.send", "bytes": content})
        else:
            await self._put({"type": "websocket.send", "text": content.decode()})

    def ready(self) -> bool:
        """Whether `put_now` may be called: nothing is to be waited for."""
        return self._prompt is not None and not self._closed and self._prompt.ready()

    def put_now(self, content: bytes) -> None:
        if self._prompt is None:
            raise RuntimeError("not ready")
        put = self._prompt.binary if self.form is Form.PACKED else self._prompt.text
        put(content)

    async def close(self, closing: Closing) -> None:
        if self._closed:
            return
        reason = closing.reason.encode()[:LONGEST_REASON].decode(errors="ignore")
        try:
            await self._put({"type": "websocket.close", "code": int(closing.code), "reason": reason})
        except Gone:
            pass
        finally:
            self._closed = True

    async def _next(self) -> Frame:
        message: Any = await self._receive()
        if message["type"] != "websocket.receive":
            self._closed = True
            raise Gone
        text = message.get("text")
        return Frame(Form.PACKED, message["bytes"]) if text is None else Frame(Form.TEXT, text)

    async def _put(self, message: dict[str, Any]) -> None:
        if self._closed:
            raise Gone
        try:
            await self._send(message)
        except OSError as error:
            self._closed = True
            raise Gone from error


def _decoded(given: Frame) -> Heard:
    try:
        if given.form is Form.PACKED:
            return from_packed(given.content)
        return from_text(given.content)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Closing(CloseCode.MALFORMED, str(error)) from error
