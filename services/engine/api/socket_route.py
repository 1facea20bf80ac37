"""`/v1/socket`: one WebSocket for everything that a player follows."""

from typing import Any, cast
from urllib.parse import urlsplit

from litestar import asgi
from litestar.types import Receive, Scope, Send

from services.engine.api.socket import Session
from services.engine.api.socket_close import CloseCode, Closing
from services.engine.api.socket_desk import Desk
from services.engine.api.socket_line import Line, Purse
from services.engine.api.socket_visitor import Visitor
from shared.api.limits import household
from shared.api.problem import ApiError, Code


@asgi("/v1/socket", copy_scope=False)
async def open_socket(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "websocket":
        raise ApiError(Code.UPGRADE_REQUIRED, headers={"Upgrade": "websocket"})
    desk: Desk = cast(Any, scope)["litestar_app"].state.sockets
    line = Line(receive, send, Purse(desk.caps.frames, desk.caps.frames_per_s))
    await line.accept()
    if not _welcome_from(scope, desk):
        await line.close(Closing(CloseCode.FORBIDDEN, "origin"))
        return
    client = scope.get("client")
    await Session(desk, line, Visitor(desk, household(client[0] if client else ""))).run()


def _welcome_from(scope: Scope, desk: Desk) -> bool:
    """Whether the page may call; programs that are no browsers name no origin."""
    origin = next((value.decode() for name, value in scope["headers"] if name == b"origin"), None)
    if origin is None or not desk.origins:
        return True
    host = next((value.decode() for name, value in scope["headers"] if name == b"host"), "")
    return origin in desk.origins or urlsplit(origin).netloc == host
