"""The API's description, OpenAPI 3.1, made from the handlers and from the types that also decode and encode.

Litestar's own one knows neither our problems nor two media types at a time; msgspec's schemas know defaults,
discriminators and forbidden fields. Handlers add what no signature says by `describes(...)` in their `opt`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from litestar import Litestar
from litestar.routes import ASGIRoute, HTTPRoute

from shared.api.caps import Bucket
from shared.api.fields import ANSWERED, ASKED
from shared.api.kindschemas import REF, kind_components
from shared.api.limits import LIMITED_AS
from shared.api.messages import MESSAGES, message_components
from shared.api.negotiate import ALSO
from shared.api.once import BY_ID
from shared.api.operation import ANSWER, EXAMPLE, IF_ASKED, PENDING, PROBLEMS, Operation, example_of
from shared.api.problem import ProblemDetails
from shared.api.readable import readable
from shared.api.scopes import SCOPE, Scope
from shared.api.socket_operation import SocketOperation

Json = dict[str, Any]

INFO = {
    "title": "Paternoster",
    "version": "1",
    "summary": "Three elevator card games for people and bots",
    "description": (
        "JSON or MessagePack by Content-Type and Accept. Errors are problem+json with a stable `code`. "
        "Every GET answers HEAD, sends an ETag and honours If-None-Match."
    ),
}


def describes(
    *problems: str,
    example: msgspec.Struct | None = None,
    also: tuple[str, ...] = (),
    answer: Any = None,
    counts_as: Bucket | None = None,
    pending: Any = None,
    by_id: bool = False,
    scope: Scope | None = None,
    speaks_if_asked: bool = False,
    messages: Mapping[str, Any] | None = None,
) -> Json:
    """A handler's `opt`: codes of its own problems, an example of its body, media types beside the usual ones.

    `answer` is the type of what it returns, where its annotation cannot say it; `counts_as` the limit that it
    counts in, if not its method's; `pending` what it answers with 202; `by_id` that its body's id makes it idempotent;
    `scope` what an API token needs for it; `speaks_if_asked` that its answer has texts, and a language, only then;
    `messages` the closed unions that are told, or heard, on its stream or socket, by name.
    """
    counted = {LIMITED_AS: counts_as} if counts_as else {}
    keyed = {BY_ID: True} if by_id else {}
    return {
        PROBLEMS: problems, EXAMPLE: example, ALSO: also, ANSWER: answer, PENDING: pending, **counted, **keyed,
        **({SCOPE: scope} if scope else {}), IF_ASKED: speaks_if_asked,
        MESSAGES: messages or {},
    }  # fmt: skip


def document(app: Litestar) -> Json:
    operations = list(_operations(app))
    types = {
        ProblemDetails: None,
        **{type_: None for op in operations for type_ in (op.body, op.answer, op.pending) if type_},
    }
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    told = message_components(_messages(operations), types)
    by_type = dict(zip(types, schemas, strict=True))
    codes = {code for operation in operations for code in operation.codes}
    paths: Json = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = operation.described(by_type)
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "servers": [{"url": "/"}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": readable({**told, **components, **kind_components()}),
            "headers": ANSWERED,
            "examples": {code: example_of(code) for code in sorted(codes)},
            "parameters": ASKED,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


def _messages(operations: Sequence[Operation]) -> Json:
    """All unions, those of streams first: a socket says what streams say, and more."""
    ordered = sorted(operations, key=lambda operation: isinstance(operation, SocketOperation))
    return {
        name: union
        for operation in ordered
        for name, union in operation.handler.opt.get(MESSAGES, {}).items()
    }


def _operations(app: Litestar) -> Iterator[Operation]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                methods = handler.http_methods - {"HEAD", "OPTIONS"}
                if handler.resolve_include_in_schema() and methods:
                    yield Operation(route, handler, min(methods).lower())
        elif isinstance(route, ASGIRoute) and MESSAGES in route.route_handler.opt:
            yield SocketOperation(route, route.route_handler)
