"""`python -m services.onebox`."""

import uvicorn
from litestar import Litestar

from services.engine.api import app as engine
from services.lobby import app as lobby
from services.web.page import web_router
from shared.api import records
from shared.api.app import application
from shared.settings import Settings, settings

LAST_ANSWERS_S = 2
"""How long open streams and long polls may hold up the end; their clients come back by version."""


def onebox(found: Settings) -> Litestar:
    routers = [*lobby.routers(), *engine.routers(), web_router()]
    return application(routers, found, lifespan=[lobby.lifespan, engine.lifespan])


def main() -> None:
    records.configure()
    found = settings()
    uvicorn.run(
        onebox(found),
        host=found.host,
        port=found.port,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=LAST_ANSWERS_S,
    )


if __name__ == "__main__":
    main()
