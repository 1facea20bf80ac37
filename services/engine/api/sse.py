"""A game's items as server-sent events."""

from collections.abc import AsyncGenerator

import msgspec
from litestar.response import Stream

from services.engine.api.follow import Following
from services.engine.api.hub import Channel
from shared.api.language import SPEAKING
from shared.api.media import EVENT_STREAM
from shared.api.moment import now_ms, rfc3339

KEEP_ALIVE_S = 15.0

_encode = msgspec.json.Encoder().encode


def event_stream(following: Following, after: int) -> Stream:
    """`hello`, then `entry` per item with its version as id, comments while it is quiet, and `ended` at the end."""
    headers = {
        "Content-Type": EVENT_STREAM,  # or Litestar takes the route's, and browsers refuse the stream
        "Cache-Control": "no-cache",
        "X-Accel-Buffering": "no",
        "Vary": SPEAKING,
    }
    return Stream(_frames(following, after), media_type=EVENT_STREAM, headers=headers)


async def _frames(following: Following, after: int) -> AsyncGenerator[bytes]:
    greeted = False
    version = after
    async for item in following.stream(after, KEEP_ALIVE_S):
        if not isinstance(item, Channel):
            version = item.version
            yield _frame("entry", item, version)
        elif greeted:
            yield f": {rfc3339(now_ms())} {item.version}\n\n".encode()
        else:
            greeted = True
            yield _frame("hello", _hello(following.game, item))
    yield _frame("ended", {"version": version})


def _hello(game: str, channel: Channel) -> dict[str, str | int | float]:
    return {
        "game": game,
        "version": channel.version,
        "server_time": rfc3339(now_ms()),
        "keep_alive_s": KEEP_ALIVE_S,
    }


def _frame(event: str, data: object, id: int | None = None) -> bytes:
    head = f"event: {event}\n" if id is None else f"id: {id}\nevent: {event}\n"
    return head.encode() + b"data: " + _encode(data) + b"\n\n"
