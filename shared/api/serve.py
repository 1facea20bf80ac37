"""Serves an application over HTTP: the same for each service alone and for all on one address."""

import logging
from typing import Any

import uvicorn
from litestar import Litestar

from shared.api.caps import CAPS, Cap
from shared.api.protocols import LAST_ANSWERS_S, HttpProtocol, SocketProtocol
from shared.garbage import collect_seldom
from shared.logs import set_up
from shared.settings import Settings
from shared.watch import traces


def serve(app: Litestar, settings: Settings, service: str) -> None:
    """Until the process is told to end."""
    set_up(service)
    collect_seldom()
    traces.set_up(service)
    logging.getLogger("uvicorn.error").addFilter(_no_sockets_opened)
    uvicorn.run(app, host=settings.host, port=settings.port, **options(settings))


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
