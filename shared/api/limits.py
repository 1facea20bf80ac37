"""How much one account and one address may ask for, counted in Valkey for all processes together."""

from collections.abc import Mapping, Sequence
from ipaddress import ip_address, ip_network
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from redis.asyncio import Redis

from shared.api.auth import caller_of
from shared.api.caps import RATES, Bucket, Limit
from shared.api.figures import LIMITED
from shared.api.problem import ApiError, Code

FUNCTIONS = Path(__file__).with_name("limits.lua")
AnyConnection = ASGIConnection[Any, Any, Any, Any]

WRITING = ("POST", "PUT", "PATCH", "DELETE")

HEADERS = "ratelimit_headers"
"""Where in a request's state its answer's headers wait."""
LIMITED_AS = "limited_as"
"""A handler's `opt`: the account's bucket that it counts in, if not its method's; `None`: in none."""

OF_ADDRESS = {
    Bucket.READS: Bucket.READS_OF_ADDRESS,
    Bucket.WRITES: Bucket.WRITES_OF_ADDRESS,
    Bucket.COMMANDS: Bucket.COMMANDS_OF_ADDRESS,
    Bucket.STREAMS: Bucket.STREAMS_OF_ADDRESS,
    Bucket.CODES: Bucket.CODES_OF_ADDRESS,
    Bucket.INVITATIONS: Bucket.WRITES_OF_ADDRESS,
}


class Count(NamedTuple):
    """What one request did to one bucket."""

    bucket: Bucket
    limit: Limit
    passed: bool
    left: int
    wait_s: int
    full_s: int

    def headers(self) -> dict[str, str]:
        limit, name = self.limit, self.bucket.value
        told = {
            "RateLimit-Policy": f'"{name}";q={limit.burst};w={limit.full_s}',
            "RateLimit": f'"{name}";r={self.left};t={self.full_s}',
        }
        return told if self.passed else {**told, "Retry-After": str(self.wait_s)}


async def load_functions(redis: Redis) -> None:
    """Makes the functions known to the server; safe to repeat."""
    await redis.function_load(FUNCTIONS.read_text(encoding="utf-8"), replace=True)


class Limits:
    def __init__(self, redis: Redis, limits: Mapping[Bucket, Limit] = RATES) -> None:
        self._redis = redis
        self._limits = limits

    async def take(self, bucket: Bucket, who: str) -> dict[str, str]:
        """Counts one request and gives the answer's headers; raises `too-many-requests`."""
        return await self.take_all([(bucket, who)])

    async def take_all(self, buckets: Sequence[tuple[Bucket, str]]) -> dict[str, str]:
        """Counts one request in several buckets; the headers are those of the one that is nearest to its limit."""
        counted = [(bucket, who) for bucket, who in buckets if bucket in self._limits]
        if not counted:
            return {}
        counts = await self._count(counted)
        tightest = min(counts, key=lambda count: (count.passed, count.left))
        if tightest.passed:
            return tightest.headers()
        LIMITED.add(tightest.bucket)
        raise ApiError(
            Code.TOO_MANY_REQUESTS, params={"limit": tightest.bucket.value}, headers=tightest.headers()
        )

    async def _count(self, buckets: Sequence[tuple[Bucket, str]]) -> list[Count]:
        pipeline: Any = self._redis.pipeline(transaction=False)
        for bucket, who in buckets:
            number, per_s, burst = self._limits[bucket]
            pipeline.fcall("gcra", 1, f"limit:{bucket}:{who}", per_s * 1_000_000 // number, burst)
        found = cast("list[list[int]]", await pipeline.execute())
        return [
            Count(bucket, self._limits[bucket], bool(passed), left, _seconds(wait_us), _seconds(full_us))
            for (bucket, _), (passed, left, wait_us, full_us) in zip(buckets, found, strict=True)
        ]


def _seconds(us: int) -> int:
    return ceil(us / 1_000_000)


async def limited(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard: counts a request by its account and by its address."""
    method = cast("dict[str, Any]", connection.scope).get("method")
    bucket = handler.opt.get(LIMITED_AS, Bucket.WRITES if method in WRITING else Bucket.READS)
    if method is None or bucket is None:
        return
    who = caller_of(connection.scope)
    own = [(bucket, str(who))] if who else []
    await _take(connection, [*own, (OF_ADDRESS[bucket], address_of(connection))])


async def limit_guests(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: counts who makes accounts."""
    await _take(connection, [(Bucket.GUESTS, address_of(connection))])


async def limit_sign_ins(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: counts who tries passwords and identities."""
    await _take(connection, [(Bucket.SIGN_INS, address_of(connection))])


async def _take(connection: AnyConnection, buckets: Sequence[tuple[Bucket, str]]) -> None:
    limits: Limits = connection.app.state.limits
    if told := await limits.take_all(buckets):
        connection.state[HEADERS] = told


def address_of(connection: AnyConnection) -> str:
    """The connection's own household; a header could be anybody's invention."""
    return household(connection.client.host if connection.client else "")


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
