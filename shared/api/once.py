"""Where Idempotency-Key meets the requests: the guard, the middleware, and what answers a repetition."""

from typing import Any, cast

import structlog
from litestar import Response
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from redis.exceptions import RedisError

from shared.api.auth import caller_of, signed_in
from shared.api.idempotency import (
    CLAIM,
    HEADER,
    HOLDING,
    REPLAYED,
    Claim,
    Idempotency,
    Kept,
    claim_in,
    headers_of,
    is_kept,
    request_of,
)
from shared.api.language import spoken_in
from shared.api.limits import WRITING, address_of

log = structlog.get_logger()

BY_ID = "idempotent_by_id"
"""A handler's `opt`: its body has an id that makes it idempotent for ever; the header is not looked at."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]


def takes_key(handler: BaseRouteHandler, method: str) -> bool:
    return method.upper() in WRITING and BY_ID not in handler.opt


async def once(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard: claims the write's key, if it has one."""
    fields = cast("dict[str, Any]", connection.scope)
    key = connection.headers.get(HEADER)
    if key is None or not takes_key(handler, fields.get("method", "")) or _must_sign_in(fields, handler):
        return
    idempotency: Idempotency = connection.app.state.idempotency
    body: bytes = await cast(Any, connection).body()
    request = request_of(fields["method"], fields["path"], fields["query_string"], body)
    whose = caller_of(fields) or f"at {address_of(connection)}"
    claim = await idempotency.claim(key, whose, request)
    connection.state[CLAIM] = claim
    connection.state[HOLDING] = idempotency.hold(claim)


def _must_sign_in(scope: object, handler: BaseRouteHandler) -> bool:
    """Whether the route's own guard will refuse: then nothing is done, and the key is nobody's."""
    return caller_of(scope) is None and signed_in in cast(Any, handler).resolve_guards()


def answered_before(kept: Kept) -> Response[bytes]:
    headers = {**kept.headers, REPLAYED: "true"}
    return Response(kept.body, status_code=kept.status, headers=headers)


class KeepAnswers(ASGIMiddleware):
    """Keeps a claimed write's answer before it leaves, so that no client has seen one that is not kept."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        held: list[Any] = []

        async def holding(message: Message) -> None:
            claim = claim_in(scope)
            if claim is None:
                await send(message)
                return
            held.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                fields = cast("dict[str, Any]", scope)
                spoken = spoken_in(fields.get("state", {}))
                await _settle(fields["litestar_app"].state.idempotency, claim, held, spoken)
                for each in held:
                    await send(each)

        try:
            await next_app(scope, receive, holding)
        finally:
            if done := cast("dict[str, Any]", scope).get("state", {}).get(HOLDING):
                done.set()


async def _settle(
    idempotency: Idempotency, claim: Claim, messages: list[Any], spoken: dict[str, str]
) -> None:
    """What cannot be kept is answered nevertheless: it is done. `spoken`: fields that are set after this."""
    start, *bodies = messages
    body = b"".join(message.get("body", b"") for message in bodies)
    try:
        if is_kept(start["status"]):
            await idempotency.keep(claim, Kept(start["status"], {**spoken, **headers_of(start)}, body))
        else:
            await idempotency.give_up(claim)
    except RedisError as error:
        log.warning("answer-not-kept", error=type(error).__name__)


keep_answers = KeepAnswers()
