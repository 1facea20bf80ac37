"""Serves the lobby alone: `python -m services.lobby`."""

from services.lobby.app import lobby
from shared.api.serve import serve
from shared.settings import settings

if __name__ == "__main__":
    found = settings()
    serve(lobby(found), found, "lobby")
