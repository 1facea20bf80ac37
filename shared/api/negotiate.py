"""Requests that decode themselves by Content-Type, answers that encode themselves by Accept.

A handler takes `data: FromBody[SomeStruct]` and returns a Struct, or `Negotiated(struct, etag=...)`; no more.
"""

from typing import Any, Generic, TypeVar, cast

from litestar import Request, Response, route
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import JSONBody
from litestar.response.base import ASGIResponse

from shared.api.conditional import is_known, tag_of
from shared.api.media import ENCODINGS, JSON, choose, decode, encode
from shared.api.problem import ApiError, Code

FromBody = JSONBody
"""Marks a handler's `data`; whatever its name in Litestar, MessagePack will do as well."""

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]

READING = ("GET", "HEAD")
VARY = {"vary": "Accept, Accept-Language, Authorization"}

ALSO = "also"
"""A handler's `opt`: media types it gives beside JSON and MessagePack."""


def get(path: str, **rest: Any) -> HTTPRouteHandler:
    """Like Litestar's, and answers HEAD too."""
    return route(path, http_method=["GET", "HEAD"], **rest)


class ApiRequest(Request[Any, Any, Any]):
    """Decodes a body strictly, straight into the type that the handler's `data` names."""

    async def json(self) -> Any:
        wanted = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        return decode(await self.body(), self.headers.get("content-type", ""), wanted)


class Negotiated(Response[T], Generic[T]):
    """An answer in the media type that the client likes best; 304 or no body where it asks for that."""

    def __init__(self, content: T, *, etag: str | int | bytes | None = None, **rest: Any) -> None:
        """`etag`: what stands for this state, a version or bytes; without it the answer's bytes do."""
        super().__init__(content, **rest)
        if etag is not None:
            self.headers["etag"] = tag_of(etag)

    def encoded(self, request: AnyRequest) -> tuple[bytes, str]:
        """The body and its media type."""
        chosen = choose(request.headers.get("accept", ""), offers(request))
        media_type = chosen if chosen in ENCODINGS else JSON
        return encode(self.content, media_type), media_type

    def to_asgi_response(self, app: Any, request: AnyRequest, **given: Any) -> ASGIResponse:
        status = self.status_code or given.get("status_code") or 200
        headers: dict[str, str] = {**(given.get("headers") or {}), **VARY, **self.headers}
        body, media_type = self.encoded(request)
        if request.method in READING and status == 200:
            headers.setdefault("etag", tag_of(body))
            if is_known(headers["etag"], request.headers.get("if-none-match")):
                return ASGIResponse(headers=headers, status_code=304, media_type=media_type)
        if head := request.method == "HEAD":
            headers |= {"content-type": media_type, "content-length": str(len(body))}
        return ASGIResponse(
            body=b"" if head else body,
            headers=headers,
            is_head_response=head,
            media_type=media_type,
            status_code=status,
        )


class Page(Negotiated[str]):
    """A page for people, with the security policy that it needs."""

    def __init__(self, content: str, *, policy: str) -> None:
        super().__init__(content, headers={"content-security-policy": policy})

    def encoded(self, request: AnyRequest) -> tuple[bytes, str]:
        return self.content.encode(), "text/html"


def offers(connection: AnyConnection) -> tuple[str, ...]:
    """What the handler can give."""
    handler = cast("dict[str, Any]", connection.scope).get("route_handler")
    return (*ENCODINGS, *(handler.opt.get(ALSO, ()) if handler else ()))


def wants(request: AnyRequest, media_type: str) -> bool:
    """Whether the client likes this one best of all that the handler can give."""
    return choose(request.headers.get("accept", ""), offers(request)) == media_type


async def acceptable(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard: refuses before anything is done what could not be answered."""
    given = offers(connection)
    if choose(connection.headers.get("accept", ""), given) is None:
        raise ApiError(Code.NOT_ACCEPTABLE, params={"available": ", ".join(given)})
