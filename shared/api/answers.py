"""What every answer carries, and the one line that is logged about it."""

import time
from collections.abc import Mapping
from typing import Any, cast

import structlog
from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shared.api import figures
from shared.api.auth import caller_of
from shared.api.language import spoken_in
from shared.api.limits import HEADERS
from shared.api.negotiate import READING
from shared.watch.requests import request

log = structlog.get_logger()

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""A handler that gives pages sets its own policy."""


async def set_headers(message: Message, scope: Scope) -> None:
    """Hook before an answer's head leaves."""
    if message["type"] != "http.response.start":
        return
    fields = cast("dict[str, Any]", scope)
    headers: Any = MutableScopeHeaders.from_message(message)
    cache = "private, no-cache" if fields.get("method") in READING else "no-store"
    state: dict[str, Any] = fields.get("state", {})
    for name, value in {
        **ALWAYS,
        "cache-control": cache,
        **state.get(HEADERS, {}),
        **spoken_in(state),
    }.items():
        headers.setdefault(name, value)
    if fields.get("method") == "OPTIONS" and message["status"] == 204:
        headers["allow"] = _methods(fields)


def _methods(scope: Mapping[str, Any]) -> str:
    """All methods of a path. Litestar's own answer knows only those that were registered first."""
    routes = cast(Litestar, scope["litestar_app"]).routes
    paths = (route for route in routes if isinstance(route, HTTPRoute))
    return ", ".join(
        sorted(
            {name for route in paths if route.path_format == scope["path_template"] for name in route.methods}
        )
    )


class RequestLog(ASGIMiddleware):
    """One record per request: no body, token, query or address."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        begun = time.perf_counter()
        status, head_s = 0, 0.0

        async def noting(message: Message) -> None:
            nonlocal status, head_s
            if message["type"] == "http.response.start":
                status, head_s = message["status"], time.perf_counter() - begun
            await send(message)

        fields = cast("dict[str, Any]", scope)
        method, route = fields["method"], fields.get("path_template")
        with request(f"{method} {route}"):
            try:
                await next_app(scope, receive, noting)
            finally:
                took_s = time.perf_counter() - begun
                figures.answered(route, method, status, head_s or took_s)
                log.info(
                    "request",
                    method=method,
                    path=scope["path"],
                    status=status,
                    ms=round(took_s * 1000, 1),
                    by=caller_of(scope),
                )


log_request = RequestLog()
