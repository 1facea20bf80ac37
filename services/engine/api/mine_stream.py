"""What concerns the caller, live: the pages of `/v1/sync`, framed for each transport."""

from collections.abc import AsyncGenerator

from services.engine.api.follow import TRANSPORTS
from services.engine.api.frames import Form, frame
from services.engine.api.mine import Mine
from services.engine.api.mine_wire import Changes, MineTold, StreamHello, StreamKeepAlive
from shared.api.figures import connected
from shared.api.moment import now_ms, rfc3339

KEEP_ALIVE_S = 15.0
"""After so much silence a stream says where it stands."""


async def frames(
    mine: Mine, account: str, cursor: str | None, language: str, form: Form, *, views: bool
) -> AsyncGenerator[bytes]:
    """`hello`, `changes` (a snapshot first, unless the cursor is still good), and `keep-alive` in between."""
    with connected(TRANSPORTS[form]):
        yield framed(StreamHello(KEEP_ALIVE_S, rfc3339(now_ms())), form)
        reached = cursor or ""
        async for told in mine.changes(account, cursor, language, quiet_s=KEEP_ALIVE_S, views=views):
            if told is None:
                yield framed(StreamKeepAlive(reached, rfc3339(now_ms())), form)
            else:
                reached = told.cursor
                yield framed(told, form)


def framed(told: MineTold, form: Form) -> bytes:
    """In an event stream the cursor is the event's id, so that a browser resumes by itself."""
    if form is Form.EVENT and isinstance(told, Changes):
        return f"id: {told.cursor}\n".encode() + frame(told, form)
    return frame(told, form)
