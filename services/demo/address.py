"""Which server to play on."""

import os

from shared.settings import settings


def address() -> str:
    """`PATERNOSTER_URL`, or the server that `make run` starts with the same settings."""
    found = settings()
    return os.environ.get("PATERNOSTER_URL") or f"http://{found.host}:{found.port}"
