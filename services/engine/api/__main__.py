"""Serves the engine API alone: `python -m services.engine.api`."""

from services.engine.api.app import engine_api
from shared.api.serve import serve
from shared.settings import settings

if __name__ == "__main__":
    found = settings()
    serve(engine_api(found), found, "engine-api")
