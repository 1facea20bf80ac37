"""The API's description, OpenAPI 3.1, made from the handlers and from the types that also decode and encode.

Litestar's own one knows neither our problems nor two media types at a time; msgspec's schemas know defaults,
discriminators and forbidden fields. Handlers add what no signature says by `describes(...)` in their `opt`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, ParameterKwarg, PathParameter, QueryParameter
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition

from shared.api.auth import signed_in
from shared.api.kindschemas import REF, kind_components
from shared.api.media import ENCODINGS
from shared.api.negotiate import ALSO
from shared.api.problem import MEDIA_TYPE, ApiError, Code, ProblemDetails, status_of
from shared.seeds import DEFAULT_LANGUAGE, Texts

Json = dict[str, Any]

TEXTS = Texts()
"""For examples."""

INFO = {
    "title": "Paternoster",
    "version": "1",
    "summary": "Three elevator card games for people and bots",
    "description": (
        "JSON or MessagePack by Content-Type and Accept. Errors are problem+json with a stable `code`. "
        "Every GET answers HEAD, sends an ETag and honours If-None-Match."
    ),
}

ALWAYS = (Code.TOKEN_INVALID, Code.TOKEN_EXPIRED, Code.NOT_ACCEPTABLE, Code.INTERNAL_ERROR, Code.UNAVAILABLE)
WITH_INPUT = (Code.MALFORMED,)
WITH_BODY = (Code.BODY_TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)
WRITING = (Code.TOO_MANY_REQUESTS,)

LOCATIONS = ((PathParameter, "path"), (QueryParameter, "query"), (HeaderParameter, "header"))

PROBLEMS = "problems"
EXAMPLE = "example"
ANSWER = "answer"


def describes(
    *problems: str, example: msgspec.Struct | None = None, also: tuple[str, ...] = (), answer: Any = None
) -> Json:
    """A handler's `opt`: codes of its own problems, an example of its body, media types beside the usual ones.

    `answer` is the type of what it returns, where its annotation cannot say it.
    """
    return {PROBLEMS: problems, EXAMPLE: example, ALSO: also, ANSWER: answer}


def document(app: Litestar) -> Json:
    operations = list(_operations(app))
    types = {
        ProblemDetails: None,
        **{type_: None for op in operations for type_ in (op.body, op.answer) if type_},
    }
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    by_type = dict(zip(types, schemas, strict=True))
    paths: Json = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = operation.described(by_type)
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "servers": [{"url": "/"}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {**components, **kind_components()},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
    }


def _operations(app: Litestar) -> "Iterator[Operation]":
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                methods = handler.http_methods - {"HEAD", "OPTIONS"}
                if handler.resolve_include_in_schema() and methods:
                    yield Operation(route, handler, min(methods).lower())


class Operation:
    """One method of one path."""

    def __init__(self, route: HTTPRoute, handler: HTTPRouteHandler, method: str) -> None:
        self.path = route.path_format
        self.method = method
        self.handler = handler
        self.fields = handler.parsed_fn_signature.parameters
        self.body: Any = self.fields["data"].annotation if "data" in self.fields else None
        self.answer: Any = handler.opt.get(ANSWER) or _answer_type(handler.parsed_fn_signature.return_type)

    def described(self, schemas: Mapping[Any, Json]) -> Json:
        summary, _, rest = (self.handler.fn.__doc__ or self.handler.handler_name).strip().partition("\n")
        described: Json = {
            "operationId": self.handler.handler_name,
            "summary": summary,
            "description": rest.strip() or summary,
            "tags": self.handler.resolve_tags(),
            "parameters": [*self._parameters()],
            "responses": {**self._success(schemas), **self._problems(schemas)},
            "security": [{"bearer": []}] if self._needs_token() else [{}, {"bearer": []}],
        }
        if self.body is not None:
            described["requestBody"] = self._request(schemas[self.body])
        return described

    def _needs_token(self) -> bool:
        return signed_in in cast(Any, self.handler).resolve_guards()

    def _request(self, schema: Json) -> Json:
        example = self.handler.opt.get(EXAMPLE)
        examples = {"example": msgspec.to_builtins(example)} if example is not None else {}
        content = {media_type: {"schema": schema, **examples} for media_type in ENCODINGS}
        return {"required": not self.fields["data"].has_default, "content": content}

    def _parameters(self) -> Iterator[Json]:
        for name, field in self.fields.items():
            for kind, location in LOCATIONS:
                if isinstance(field.kwarg_definition, kind):
                    yield _parameter(name, field, field.kwarg_definition, location)

    def _success(self, schemas: Mapping[Any, Json]) -> Json:
        also = {media_type: {"schema": {"type": "string"}} for media_type in self.handler.opt.get(ALSO, ())}
        answers = ENCODINGS if self.answer is not None else ()
        content = {media_type: {"schema": schemas[self.answer]} for media_type in answers}
        success: Json = {
            str(self.handler.status_code): {"description": "Done", "content": {**content, **also}}
        }
        if self.method == "get":
            success["304"] = {"description": "The client's If-None-Match is still right"}
        return success

    def _problems(self, schemas: Mapping[Any, Json]) -> Json:
        by_status: dict[int, list[str]] = {}
        for code in dict.fromkeys(self._codes()):
            by_status.setdefault(int(status_of(code)), []).append(code)
        return {
            str(status): _problem(codes, schemas[ProblemDetails])
            for status, codes in sorted(by_status.items())
        }

    def _codes(self) -> Iterable[str]:
        yield from ALWAYS
        yield from self.handler.opt.get(PROBLEMS, ())
        if self._needs_token():
            yield Code.TOKEN_MISSING
        if self.body is not None or any(self._parameters()):
            yield from WITH_INPUT
        if self.body is not None:
            yield from WITH_BODY
        if self.method != "get":
            yield from WRITING


def _answer_type(returned: FieldDefinition) -> Any:
    """The Struct that the answer encodes; `None` for pages and streams."""
    if not returned.is_subclass_of(Response):
        return returned.annotation
    inner: Any = returned.inner_types[0].annotation if returned.inner_types else None
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None


def _parameter(name: str, field: FieldDefinition, limits: ParameterKwarg, location: str) -> Json:
    schema = msgspec.json.schema(field.annotation)
    bounds = {"minimum": limits.ge, "maximum": limits.le}
    schema |= {bound: int(value) for bound, value in bounds.items() if isinstance(value, (int, float))}
    described: Json = {"name": name.replace("_", "-"), "in": location, "required": location == "path"}
    if location != "header":
        described["name"] = name
    if field.has_default and field.default is not None:
        schema["default"] = field.default
    return {**described, "schema": schema}


def _problem(codes: list[str], schema: Json) -> Json:
    examples = {
        str(code): {"value": msgspec.to_builtins(ApiError(code).problem(TEXTS, DEFAULT_LANGUAGE))}
        for code in codes
    }
    described: Json = {
        "description": ", ".join(f"`{code}`" for code in codes),
        "content": {MEDIA_TYPE: {"schema": schema, "examples": examples}},
    }
    if {Code.TOO_MANY_REQUESTS, Code.UNAVAILABLE} & set(codes):
        described["headers"] = {"Retry-After": {"description": "Seconds", "schema": {"type": "integer"}}}
    return described
