"""Whether the process lives, and whether it can do its work."""

from typing import Any, cast

import msgspec
from litestar import Router
from litestar.di import NamedDependency
from redis.asyncio import Redis

from shared.api.limits import LIMITED_AS
from shared.api.negotiate import get

UNLIMITED = {LIMITED_AS: None}
"""Whoever asks is watching over us, and life must not depend on Valkey."""


class Health(msgspec.Struct, frozen=True):
    status: str


@get("/live", opt=UNLIMITED)
async def live() -> Health:
    """The process answers."""
    return Health("alive")


@get("/ready", opt=UNLIMITED)
async def ready(redis: NamedDependency[Redis]) -> Health:
    """Valkey answers too; 503 while it does not."""
    await cast(Any, redis).ping()
    return Health("ready")


def health_router() -> Router:
    return Router("/health", route_handlers=[live, ready], tags=["health"])
