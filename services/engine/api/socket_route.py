"""`/v1/socket`: one WebSocket for everything that a player follows."""

from typing import Any, cast
from urllib.parse import urlsplit

from litestar import asgi
from litestar.types import Receive, Scope, Send

from services.engine.api.socket import Session
from services.engine.api.socket_close import CloseCode, Closing
from services.engine.api.socket_desk import Desk
from services.engine.api.socket_in import Heard
from services.engine.api.socket_line import Line, Purse
from services.engine.api.socket_out import Said
from services.engine.api.socket_visitor import Visitor
from shared.api.limits import household
from shared.api.negotiate import READING
from shared.api.openapi import describes
from shared.api.problem import ApiError, Code
from shared.api.protocols import PROMPT


@asgi(
    "/v1/socket",
    copy_scope=False,
    opt=describes(Code.UPGRADE_REQUIRED, messages={"socket-in": Heard, "socket-out": Said}),
)
async def open_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Opens a WebSocket for everything that a player follows, and for their commands.

    The client says messages of `socket-in`, `hello` first, and hears those of `socket-out`: as text frames JSON, as
    binary frames MessagePack, whichever the first frame is. The token goes into `hello`. Plain HTTP gets 426.
    """
    if scope["type"] != "websocket":
        raise _refused(cast(Any, scope)["method"])
    desk: Desk = cast(Any, scope)["litestar_app"].state.sockets
    prompt = cast(Any, scope)["extensions"].get(PROMPT) if scope.get("extensions") else None
    line = Line(receive, send, Purse(desk.caps.frames, desk.caps.frames_per_s), prompt)
    await line.accept()
    if not _welcome_from(scope, desk):
        await line.close(Closing(CloseCode.FORBIDDEN, "origin"))
        return
    client = scope.get("client")
    await Session(desk, line, Visitor(desk, household(client[0] if client else ""))).run()


def _refused(method: str) -> ApiError:
    """Of plain HTTP."""
    if method in READING:
        return ApiError(Code.UPGRADE_REQUIRED, headers={"Upgrade": "websocket"})
    return ApiError(Code.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(READING)})


def _welcome_from(scope: Scope, desk: Desk) -> bool:
    """Whether the page may call; programs that are no browsers name no origin."""
    origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), None)
    if origin is None or not desk.origins:
        return True
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    return origin in desk.origins or urlsplit(origin).netloc == host
