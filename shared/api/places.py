"""How many streams, long polls and sockets one account and one address may have open, over all processes.

Who has a place is there: places tell `Presence`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import structlog
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send
from redis.asyncio import Redis
from redis.exceptions import RedisError
from ulid import ULID

from shared.api.auth import caller_of
from shared.api.caps import Bucket, Cap
from shared.api.figures import LIMITED
from shared.api.limits import LIMITED_AS, address_of
from shared.api.presence import Presence
from shared.api.problem import ApiError, Code

log = structlog.get_logger()

LIFE_MS = 60_000
"""How long a place is thought to be taken after its process was last heard of."""
RENEW_S = 20.0
AT_ONCE = 500
"""Places renewed in one pipeline."""
ANYBODY = 1_000_000
"""A cap that keeps nobody out."""
HELD = "place"
"""Where in a request's state its place waits to be given back."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Place(NamedTuple):
    id: str
    keys: tuple[str, ...]
    account: str | None
    game: str | None
    """What is looked at from it."""


class Places:
    def __init__(self, redis: Redis, caps: Mapping[Cap, int], presence: Presence) -> None:
        self._redis: Any = redis
        self._presence = presence
        self._caps = caps
        self._held: dict[str, Place] = {}
        self._renewing: asyncio.Task[None] | None = None

    async def take(self, account: str | None, address: str, game: str | None = None) -> Place:
        """A place to give back by `leave`. Raises `too-many-requests`."""
        wanted = [(Cap.OPEN_STREAMS_OF_ADDRESS, address), *([(Cap.OPEN_STREAMS, account)] if account else [])]
        counted = [(cap, f"open:{cap}:{who}") for cap, who in wanted if cap in self._caps]
        place = Place(str(ULID()), tuple(key for _, key in counted), account, game)
        entered = await self._enter(place, [self._caps[cap] for cap, _ in counted])
        if 0 in entered:
            await self.leave(place)
            LIMITED.add(counted[entered.index(0)][0])
            raise _full(counted[entered.index(0)][0])
        self._hold(place)
        return place

    async def leave(self, place: Place) -> None:
        """Failing is harmless: a place that is not renewed ends by itself."""
        if self._held.pop(place.id, None) and place.account:
            self._presence.leave(place.account, place.game)
        try:
            await self._pipelined([("ZREM", key, place.id) for key in place.keys])
        except RedisError as error:
            log.info("place-not-left", error=type(error).__name__)

    async def close(self) -> None:
        if self._renewing:
            self._renewing.cancel()

    async def _enter(self, place: Place, caps: Sequence[int]) -> list[int]:
        paired = zip(place.keys, caps, strict=True)
        return await self._pipelined([_entering(key, place.id, cap) for key, cap in paired])

    async def _pipelined(self, calls: Sequence[tuple[Any, ...]]) -> list[int]:
        if not calls:
            return []
        pipeline = self._redis.pipeline(transaction=False)
        for call in calls:
            pipeline.execute_command(*call)
        return await pipeline.execute()

    def _hold(self, place: Place) -> None:
        self._held[place.id] = place
        if place.account:
            self._presence.enter(place.account, place.game)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        """Whoever is inside stays inside, whatever the cap says by now."""
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                calls = [
                    _entering(key, place.id, ANYBODY) for place in self._held.values() for key in place.keys
                ]
                for begin in range(0, len(calls), AT_ONCE):
                    await self._pipelined(calls[begin : begin + AT_ONCE])
            except RedisError as error:
                log.info("places-not-renewed", error=type(error).__name__)


def _entering(key: str, place: str, cap: int) -> tuple[Any, ...]:
    return ("FCALL", "enter", 1, key, place, cap, LIFE_MS)


def _full(cap: Cap) -> ApiError:
    return ApiError(Code.TOO_MANY_REQUESTS, params={"limit": cap.value}, headers={"Retry-After": "5"})


def is_stream(handler: BaseRouteHandler) -> bool:
    """Whether its answer may be a stream or a long poll."""
    return handler.opt.get(LIMITED_AS) is Bucket.STREAMS


async def placed(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard: a stream or long poll takes a place until its connection ends."""
    if is_stream(handler) and "method" in connection.scope:
        places: Places = connection.app.state.places
        account, game = caller_of(connection.scope), connection.path_params.get("game")
        connection.state[HELD] = await places.take(account, address_of(connection), game)


class GiveBack(ASGIMiddleware):
    """Gives a request's place back, however the request ends."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        try:
            await next_app(scope, receive, send)
        finally:
            fields = cast("dict[str, Any]", scope)
            if place := fields.get("state", {}).get(HELD):
                await fields["litestar_app"].state.places.leave(place)


give_back = GiveBack()
