"""Every request and what came back, as the client's transport saw it: one JSON line each, written as it happens.

Retries are requests of their own, and a stream is one answer that may break off.
"""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import msgspec

TOKENS = "/v1/accounts"
"""Answers below it hold tokens, which are written nowhere."""


class Exchange(msgspec.Struct, omit_defaults=True):
    who: str
    """Account; empty for a spectator."""
    method: str
    path: str
    """With its query."""
    began: float
    """Seconds of this machine's monotonic clock, as `ended`."""
    sent: str = ""
    status: int | None = None
    """`None`: no answer."""
    kind: str = ""
    """Of the answer's content."""
    got: str = ""
    ended: float = 0.0
    whole: bool = False
    """The answer came to its end."""


class History:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.exchanges = 0
        self._file = path.open("wb")
        self._encode = msgspec.json.Encoder().encode

    def write(self, exchange: Exchange) -> None:
        exchange.ended = time.monotonic()
        self.exchanges += 1
        self._file.write(self._encode(exchange) + b"\n")

    def close(self) -> None:
        self._file.close()


def read(path: Path) -> Iterator[Exchange]:
    decode = msgspec.json.Decoder(Exchange).decode
    with path.open("rb") as lines:
        for line in lines:
            yield decode(line)


class Recording(httpx.AsyncBaseTransport):
    """The transport of one person's client."""

    def __init__(self, history: History) -> None:
        self.who = ""
        self._history = history
        self._inner = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_keepalive_connections=4))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["accept-encoding"] = "identity"
        exchange = Exchange(self.who, request.method, request.url.raw_path.decode(), time.monotonic())
        exchange.sent = request.content.decode()
        try:
            response = await self._inner.handle_async_request(request)
        except BaseException:
            self._history.write(exchange)
            raise
        exchange.status = response.status_code
        exchange.kind = response.headers.get("content-type", "")
        assert isinstance(response.stream, httpx.AsyncByteStream)
        response.stream = _Heard(response.stream, exchange, self._history)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Heard(httpx.AsyncByteStream):
    """An answer's body, noted as it passes."""

    def __init__(self, stream: httpx.AsyncByteStream, exchange: Exchange, history: History) -> None:
        self._stream = stream
        self._exchange = exchange
        self._history = history
        self._got: list[bytes] = []
        self._written = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._got.append(chunk)
            yield chunk
        self._exchange.whole = True

    async def aclose(self) -> None:
        try:
            await self._stream.aclose()
        finally:
            if not self._written:
                self._written = True
                if not self._exchange.path.startswith(TOKENS):
                    self._exchange.got = b"".join(self._got).decode(errors="ignore")
                self._history.write(self._exchange)
