"""A game's items as lines of JSON."""

from litestar.response import Stream

from services.engine.api.follow import Following
from services.engine.api.frames import Form
from services.engine.api.sse import stream
from shared.api.media import NDJSON


def line_stream(following: Following, after: int) -> Stream:
    """Each message as one line, with its tag as `type`."""
    return stream(following, Form.LINE, after, NDJSON)
