"""Serves an application over HTTP: the same for each service alone and for all on one address."""

import asyncio
import contextlib
import logging
import socket
import sys
import time
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.config import STARTUP_FAILURE

from shared.api.caps import CAPS, Cap
from shared.api.leaving import Leaving
from shared.api.protocols import LAST_ANSWERS_S, HttpProtocol, SocketProtocol
from shared.api.turning_away import turn_away
from shared.garbage import collect_seldom
from shared.logs import set_up
from shared.settings import Settings
from shared.watch import traces

TICK_S = 0.05


class Server(uvicorn.Server):
    """Ends in three steps: nobody new, last answers to who is connected and then to who waits, good-bye.

    A proxy may be sending on an idle connection just when it is closed, and may not send that request to another
    process, as this one may have begun it. So idle connections are left to the proxy to close, for `drain_s`.
    """

    def __init__(self, config: uvicorn.Config, drain_s: float, leaving: Leaving) -> None:
        super().__init__(config)
        self._drain_s = drain_s
        self._leaving = leaving

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._drain_s:
            await turn_away(self.servers)
        self.server_state.default_headers.append((b"connection", b"close"))
        until = time.monotonic() + self._drain_s
        while self.server_state.connections and time.monotonic() < until and not self.force_exit:  # noqa: ASYNC110 (nobody is told when a connection ends)
            await asyncio.sleep(TICK_S)
        self._leaving.begin()
        await asyncio.sleep(
            TICK_S
        )  # streams say their last: they are cut where their connections are told to end
        await super().shutdown(sockets)


def serve(app: Litestar, settings: Settings, service: str) -> None:
    """Until the process is told to end."""
    set_up(service)
    collect_seldom()
    traces.set_up(service)
    logging.getLogger("uvicorn.error").addFilter(_no_sockets_opened)
    config = uvicorn.Config(app, host=settings.host, port=settings.port, **options(settings))
    server = Server(config, settings.drain_s, app.state.leaving)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)


def options(settings: Settings) -> dict[str, Any]:
    """How every server of ours is set up. Requests are logged by the application, without bodies or tokens.

    Sockets are not compressed: their frames are small, and a compressor for each would be most of their memory.
    """
    return {
        "http": HttpProtocol,
        "ws": SocketProtocol,
        "ws_max_size": CAPS[Cap.FRAME_BYTES],
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "server_header": False,
        "timeout_graceful_shutdown": LAST_ANSWERS_S,
    }


def _no_sockets_opened(record: logging.LogRecord) -> bool:
    """The server would log each socket twice, and its address and query."""
    return not str(record.msg).startswith(('%s - "WebSocket', "connection open", "connection closed"))
