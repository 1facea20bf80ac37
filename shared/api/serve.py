"""Serves an application over HTTP: the same for each service alone and for all on one address."""

import uvicorn
from litestar import Litestar

from shared.logs import set_up
from shared.settings import Settings

LAST_ANSWERS_S = 2
"""How long open streams and long polls may hold up the end; their clients come back by version."""


def serve(app: Litestar, settings: Settings, service: str) -> None:
    """Until the process is told to end. Requests are logged by the application, without bodies or tokens."""
    set_up(service)
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_config=None,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=LAST_ANSWERS_S,
    )
