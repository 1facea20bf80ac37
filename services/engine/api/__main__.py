"""Serves the engine API alone: `python -m services.engine.api`."""

import uvicorn

from services.engine.api.app import engine_api
from shared.api import records
from shared.settings import settings


def main() -> None:
    records.configure()
    configured = settings()
    uvicorn.run(
        engine_api(configured),
        host=configured.host,
        port=configured.port,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
