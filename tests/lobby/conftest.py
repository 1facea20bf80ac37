"""The lobby alone, on a real Valkey; phones as in the integration tests."""

import pytest
from redis.asyncio import Redis

from services.lobby.steward.expiry import Expiry
from services.lobby.steward.steward import expiry_of
from shared.settings import Settings
from tests.integration.conftest import app, crowd, guest, http, nobody

__all__ = ["app", "crowd", "guest", "http", "nobody"]


@pytest.fixture
def duty(server: Redis, config: Settings) -> Expiry:
    return expiry_of(server, config)
