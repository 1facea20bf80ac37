"""The lobby alone, on a real Valkey; phones as in the integration tests."""

# ruff: noqa: F401
from tests.integration.conftest import app, crowd, guest, http, nobody
