"""Answers in fewer bytes, by what Accept-Encoding likes: zstd, brotli or gzip.

Litestar's own looks for the coding's name anywhere in the header. Streams pass as they are: each item must leave at once.
"""

import gzip
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, cast

import brotli  # pyright: ignore[reportMissingTypeStubs]
import zstandard
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shared.api.media import STREAMED, ranges

SMALLEST = 500
"""Bytes that are worth it."""
IDENTITY = "identity"

_brotli: Any = brotli


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def _brotled(body: bytes) -> bytes:
    return _brotli.compress(body, quality=4)


def _zstd(body: bytes) -> bytes:
    return zstandard.compress(body, 6)


CODINGS: Mapping[str, Callable[[bytes], bytes]] = {"zstd": _zstd, "br": _brotled, "gzip": _gzip}
"""What we can give, the best for its price first."""


@lru_cache(256)
def coding_for(accepted: str) -> str:
    """What an Accept-Encoding header likes best; `identity` when it names nothing that we have.

    >>> coding_for("gzip, deflate, br"), coding_for("br;q=0.5, gzip"), coding_for("gzip;q=0"), coding_for("")
    ('br', 'gzip', 'identity', 'identity')
    >>> coding_for("*;q=0.1, zstd;q=0"), coding_for("identity, gzip;q=0.5")
    ('br', 'identity')
    """
    liking = dict(ranges(accepted))
    others = liking.get("*", 0.0)
    best = max(CODINGS, key=lambda coding: liking.get(coding, others))
    most = liking.get(best, others)
    return best if most > 0 and most >= liking.get(IDENTITY, 0.0) else IDENTITY


class Compressing(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        await next_app(scope, receive, Outgoing(scope, send))


class Outgoing:
    """Holds an answer's head back until its body is there, as both change."""

    def __init__(self, scope: Scope, send: Send) -> None:
        fields = cast("dict[str, Any]", scope)
        given = dict(fields["headers"]).get(b"accept-encoding", b"").decode("latin-1")
        self._coding = coding_for(given)
        self._is_head = fields["method"] == "HEAD"
        self._send = send
        self._start: Any = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._may_change(message):
            self._start = message
            return
        if message["type"] == "http.response.body" and self._start is not None:
            message = self._changed(cast("dict[str, Any]", message))
            start, self._start = self._start, None
            await self._send(start)
        await self._send(message)

    def _may_change(self, start: Any) -> bool:
        headers: Any = MutableScopeHeaders.from_message(start)
        media_type = headers.get("content-type", "").partition(";")[0]
        streamed = media_type in STREAMED or "content-encoding" in headers
        return not streamed and start["status"] not in (204, 304)

    def _changed(self, message: dict[str, Any]) -> Message:
        """The body, its head told of it. One that comes in parts stays as it is."""
        headers: Any = MutableScopeHeaders.from_message(self._start)
        body: bytes = message.get("body", b"")
        size = int(headers.get("content-length", len(body))) if self._is_head else len(body)
        if message.get("more_body") or size < SMALLEST:
            return cast(Any, message)
        headers["vary"] = ", ".join(filter(None, (headers.get("vary"), "Accept-Encoding")))
        if self._coding == IDENTITY:
            return cast(Any, message)
        headers["content-encoding"] = self._coding
        if self._is_head:
            del headers["content-length"]
            return cast(Any, message)
        packed = CODINGS[self._coding](body)
        headers["content-length"] = str(len(packed))
        return cast(Any, {**message, "body": packed})


compress = Compressing()
