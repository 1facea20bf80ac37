"""Serves the lobby alone: `python -m services.lobby`."""

import uvicorn

from services.lobby.app import lobby
from shared.logs import set_up
from shared.settings import settings


def main() -> None:
    set_up("lobby")
    configured = settings()
    uvicorn.run(
        lobby(configured),
        host=configured.host,
        port=configured.port,
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
