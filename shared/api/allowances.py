"""`GET /v1/limits`: every rate and every cap of this server."""

import msgspec
from litestar import Router
from litestar.di import NamedDependency

from shared.api.caps import Bucket, Cap, caps, rates
from shared.api.negotiate import get
from shared.settings import Settings


class RateInfo(msgspec.Struct, frozen=True):
    name: Bucket
    """As a refusal's `params.limit` and the RateLimit fields name it."""
    requests: int
    per_s: int
    burst: int
    """How many may come at once."""


class CapInfo(msgspec.Struct, frozen=True):
    name: Cap
    value: int


class LimitsInfo(msgspec.Struct, frozen=True):
    rates: tuple[RateInfo, ...]
    caps: tuple[CapInfo, ...]


@get("/limits")
async def read_limits(settings: NamedDependency[Settings]) -> LimitsInfo:
    """How fast, how many, how large."""
    return LimitsInfo(
        tuple(RateInfo(name, *limit) for name, limit in rates(settings).items()),
        tuple(CapInfo(name, value) for name, value in caps(settings).items()),
    )


def limits_router() -> Router:
    return Router("/v1", route_handlers=[read_limits], tags=["description"])
