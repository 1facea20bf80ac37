"""How much one address or one account may ask for, counted in Valkey for all processes together."""

from collections.abc import Mapping
from enum import StrEnum
from ipaddress import ip_address, ip_network
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from redis.asyncio import Redis

from shared.api.auth import caller_of
from shared.api.problem import ApiError, Code

FUNCTIONS = Path(__file__).with_name("limits.lua")
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Bucket(StrEnum):
    GUESTS = "guests"
    """New guest accounts of one address."""
    WRITES = "writes"
    """Everything that changes something, by one account."""


class Limit(NamedTuple):
    number: int
    per_s: int
    burst: int
    """How many may come at once."""


LIMITS: Mapping[Bucket, Limit] = {Bucket.GUESTS: Limit(30, 60, 30), Bucket.WRITES: Limit(20, 1, 60)}

WRITING = ("POST", "PUT", "PATCH", "DELETE")

HEADERS = "ratelimit_headers"
"""Where in a request's state its answer's headers wait."""


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Limits:
    def __init__(self, redis: Redis, limits: Mapping[Bucket, Limit] = LIMITS) -> None:
        self._redis = redis
        self._limits = limits

    async def take(self, bucket: Bucket, who: str) -> dict[str, str]:
        """Counts one request and gives the answer's RateLimit headers; raises `too-many-requests`."""
        limit = self._limits[bucket]
        cost = limit.per_s * 1_000_000 // limit.number
        passed, left, wait_us, full_us = await cast(Any, self._redis).fcall(
            "gcra", 1, f"limit:{bucket}:{who}", cost, limit.burst
        )
        headers = _headers(limit, left, full_us)
        if passed:
            return headers
        raise ApiError(
            Code.TOO_MANY_REQUESTS,
            params={"limit": bucket.value},
            headers={**headers, "Retry-After": str(_seconds(wait_us))},
        )


def _headers(limit: Limit, left: int, full_us: int) -> dict[str, str]:
    return {
        "RateLimit-Policy": f"{limit.number};w={limit.per_s};burst={limit.burst}",
        "RateLimit-Limit": str(limit.burst),
        "RateLimit-Remaining": str(left),
        "RateLimit-Reset": str(_seconds(full_us)),
    }


def _seconds(us: int) -> int:
    return ceil(us / 1_000_000)


async def limit_writes(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: counts what a signed-in account writes."""
    who = caller_of(connection.scope)
    if who and cast("dict[str, Any]", connection.scope)["method"] in WRITING:
        await _count(connection, Bucket.WRITES, who)


async def limit_guests(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: counts by the connection's own address; a header could be anybody's invention."""
    await _count(connection, Bucket.GUESTS, household(connection.client.host if connection.client else ""))


def household(address: str) -> str:
    """An address as limits count it: of IPv6 the first half, as whoever has one address has all of that.

    >>> household("192.0.2.7"), household("2001:db8:0:1:2:3:4:5"), household("")
    ('192.0.2.7', '2001:db8:0:1::', 'local')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address or "local"
    if parsed.version == 4:
        return address
    return str(ip_network((parsed, 64), strict=False).network_address)


async def _count(connection: AnyConnection, bucket: Bucket, who: str) -> None:
    limits: Limits = connection.app.state.limits
    connection.state[HEADERS] = await limits.take(bucket, who)
