"""A game's items as server-sent events."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from litestar.response import Stream

from services.engine.api.follow import Following
from services.engine.api.frames import Form
from shared.api.failure import as_api_error
from shared.api.language import SPEAKING
from shared.api.media import EVENT_STREAM
from shared.api.problem import Code


def event_stream(following: Following, after: int) -> Stream:
    """Each message as an event of its tag's name; an `entry` has its version as id."""
    return stream(following, Form.EVENT, after, EVENT_STREAM)


def stream(following: Following, form: Form, after: int, media_type: str) -> Stream:
    return streamed(following.frames(form, after), media_type)


def streamed(frames: AsyncGenerator[bytes], media_type: str) -> Stream:
    headers = {
        "Content-Type": media_type,  # or Litestar takes the route's, and browsers refuse the stream
        "Cache-Control": "no-cache",
        "X-Accel-Buffering": "no",
        "Vary": SPEAKING,
    }
    return Stream(_until_away(frames), media_type=media_type, headers=headers)


async def _until_away(frames: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """Ends a stream whose log cannot be read any more: its client comes back by version."""
    try:
        async with aclosing(frames):
            async for frame in frames:
                yield frame
    except Exception as error:
        if as_api_error(error).code != Code.UNAVAILABLE:
            raise
