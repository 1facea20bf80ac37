"""What a game, or all that concerns the caller, is told on each transport of HTTP: one connection's messages."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, TypeVar

import httpx
import msgspec

from shared.client.http import Http, Params
from shared.client.problems import ApiProblem, Lost
from shared.client.sse import Message, messages
from shared.client.stream import attentive
from shared.client.told import (
    Closed,
    Ended,
    Entry,
    GameTold,
    KeepAlive,
    MineStreamTold,
    MineTold,
    Resync,
    StreamTold,
)
from shared.client.values import Item, Page

T = TypeVar("T")

POLL_S = 25
"""How long a long poll waits."""
EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"

_told: msgspec.json.Decoder[StreamTold] = msgspec.json.Decoder(StreamTold)  # pyright: ignore[reportArgumentType]
_mine: msgspec.json.Decoder[MineStreamTold] = msgspec.json.Decoder(MineStreamTold)  # pyright: ignore[reportArgumentType]
Decode = Callable[[str], T]
Read = Callable[[httpx.Response, Decode[T]], AsyncGenerator[T]]


async def long_poll(http: Http, path: str, after: int, *, words: bool) -> AsyncGenerator[GameTold]:
    """Page after page."""
    while True:
        params: Params = {"after": after, "wait": POLL_S, "words": str(words).lower()}
        page = await http.get(path, Page, params, wait_s=POLL_S)
        if page.resync:
            yield Resync(page.version)
        for item in page.items:
            yield Entry(item)
        after = page.version
        yield Ended(page.version) if page.ended else KeepAlive("")


def game_stream(
    http: Http, path: str, after: int, media_type: str, *, words: bool
) -> AsyncGenerator[GameTold]:
    params: Params = {"after": after, "words": str(words).lower()}
    return attentive(_stream(http, path, params, media_type, _told.decode), http.answer_s)


def mine_stream(http: Http, cursor: str | None, media_type: str, *, views: bool) -> AsyncGenerator[MineTold]:
    params: Params = {"views": str(views).lower(), **({"cursor": cursor} if cursor else {})}
    return attentive(_stream(http, "/v1/stream", params, media_type, _mine.decode), http.answer_s)


async def _stream(
    http: Http, path: str, params: Params, media_type: str, decode: Decode[Any]
) -> AsyncGenerator[Any]:
    """Raises what comes of a stream that the server ended with its token, as `Http.stream` does of one refused."""
    read: Any = _events if media_type == EVENT_STREAM else _lines
    async with http.stream(path, params, media_type) as response, aclosing(read(response, decode)) as told:
        async for message in told:
            if isinstance(message, Closed):
                raise await http.turned_away(response, ApiProblem(401, message.code, message.detail, {}))
            yield message


async def _events(response: httpx.Response, decode: Decode[Any]) -> AsyncGenerator[Any]:
    """An `entry` is the bare item, any other event the whole message."""
    async for message in messages(response.aiter_lines()):
        yield _entry(message) if message.event == "entry" else decode(message.data)


def _entry(message: Message) -> Entry:
    return Entry(msgspec.json.decode(message.data, type=Item))


async def _lines(response: httpx.Response, decode: Decode[Any]) -> AsyncGenerator[Any]:
    """A line that was cut off is no JSON document, or the same as if it were whole."""
    async for line in response.aiter_lines():
        try:
            message = decode(line)
        except msgspec.DecodeError as error:
            raise Lost("a line was cut off") from error
        yield message
