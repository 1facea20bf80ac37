"""Writes the API's description where it is committed: `python -m services.onebox.openapi`, or `make openapi`."""

from pathlib import Path
from typing import Any

import msgspec

from services.onebox.__main__ import onebox
from shared.api.openapi import document
from shared.settings import Settings

FILE = Path(__file__).parents[2] / "docs" / "openapi.json"


def described() -> dict[str, Any]:
    """Of the whole API; nothing is connected, read or kept for it."""
    return document(onebox(Settings(token_key="-" * 32)))


def written(document: dict[str, Any]) -> bytes:
    """In one way only, so that two versions can be compared line by line."""
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(written(described()))
