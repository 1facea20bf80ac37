"""A stream or long poll lasts no longer than the token that it was begun with.

When that expires or is revoked, or its session ends, the stream says so as its last item (`closed`), and a long poll
is answered as a request with that token would be. Streams never look at tokens themselves.
"""

import time
from typing import Any, cast

import msgspec
from anyio import CancelScope, current_time
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shared.api.auth import Access, access_of, check_token, refused, token_of
from shared.api.ended import Ended
from shared.api.failure import as_api_error
from shared.api.language import speak
from shared.api.media import EVENT_STREAM, STREAMED
from shared.api.places import is_stream
from shared.api.problem import ApiError, Code

AnyConnection = ASGIConnection[Any, Any, Any, Any]

LEASE = "lease"
"""Where in a request's state waits what may end it."""


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """Last on a stream that ends before what it tells of: its token is not good any more."""

    code: str
    """What a request with that token is refused with: get a new one and come back after `token-expired`."""
    detail: str
    """For people, in their language."""


class Lease:
    """How long a request may go on."""

    def __init__(self, ended: Ended) -> None:
        self.going = CancelScope()
        """Unlike a task's cancelling this cannot be swallowed, as it is by `asyncio.wait_for` before Python 3.12."""
        self._ended = ended
        self._session: str | None = None

    def begin(self, access: Access) -> None:
        self._session = access.session
        if access.expires_at is not None:
            self.going.deadline = current_time() + access.expires_at - time.time()
        self._ended.watch(access.session, self.going.cancel)

    def end(self) -> None:
        if self._session is not None:
            self._ended.unwatch(self._session, self.going.cancel)


async def leased(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: from here on the token decides how long the request may go on, if it is a stream."""
    lease: Lease | None = cast("dict[str, Any]", connection.scope).get("state", {}).get(LEASE)
    access = access_of(connection.scope)
    if lease is not None and access is not None:
        lease.begin(access)


class Telling:
    """An answer on its way out; knows whether it has begun, and as what."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._media_type: str | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            given = dict(message["headers"]).get(b"content-type", b"")
            self._media_type = given.decode("latin-1").partition(";")[0]
        await self._send(message)

    @property
    def begun(self) -> bool:
        return self._media_type is not None

    @property
    def streams(self) -> bool:
        return self._media_type in STREAMED

    async def close(self, closed: Closed) -> None:
        """The last item, and the end."""
        data = msgspec.json.encode(closed)
        body = b"event: closed\ndata: %b\n\n" % data if self._media_type == EVENT_STREAM else data + b"\n"
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


class LastWhileGood(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        fields = cast("dict[str, Any]", scope)
        if not is_stream(fields["route_handler"]):
            await next_app(scope, receive, send)
            return
        telling, lease = Telling(send), Lease(fields["litestar_app"].state.ended)
        fields.setdefault("state", {})[LEASE] = lease
        try:
            with lease.going:
                await next_app(scope, receive, telling)
        finally:
            lease.end()
        if lease.going.cancelled_caught:
            await _give_reason(ASGIConnection(scope), telling)


async def _give_reason(connection: AnyConnection, telling: Telling) -> None:
    reason = await _reason(connection)
    if not telling.begun:
        raise reason
    if telling.streams:  # a page that is on its way arrives
        told = reason.problem(connection.app.state.texts, speak(connection))
        await telling.close(Closed(told.code, told.detail))


async def _reason(connection: AnyConnection) -> ApiError:
    """What the token is refused with now."""
    try:
        await check_token(connection.app.state, token_of(connection) or "")
    except Exception as error:
        return as_api_error(error)
    return refused(Code.TOKEN_EXPIRED)


last_while_good = LastWhileGood()
