"""One method of one path, as the API's description tells it: what it takes, and everything that it may answer."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, cast

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, ParameterKwarg, PathParameter, QueryParameter
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition

from shared.api.auth import for_people, scope_of, signed_in
from shared.api.fields import LANGUAGE, answered, asked, perhaps
from shared.api.idempotency import HEADER, REPLAYED, is_kept
from shared.api.limits import LIMITED_AS
from shared.api.media import ENCODINGS
from shared.api.messages import MESSAGES, streamed
from shared.api.negotiate import ALSO
from shared.api.once import takes_key
from shared.api.problem import MEDIA_TYPE, ApiError, Code, ProblemDetails, status_of
from shared.api.scopes import STAFF
from shared.seeds import DEFAULT_LANGUAGE, Texts

Json = dict[str, Any]
Schemas = Mapping[Any, Json]

TEXTS = Texts()
"""For examples."""

ALWAYS = (
    Code.TOKEN_INVALID, Code.TOKEN_EXPIRED, Code.SESSION_ENDED, Code.ACCOUNT_SUSPENDED, Code.NOT_ACCEPTABLE,
    Code.INTERNAL_ERROR, Code.UNAVAILABLE,
)  # fmt: skip
WITH_INPUT = (Code.MALFORMED,)
WITH_BODY = (Code.BODY_TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)
WITH_KEY = (Code.MALFORMED, Code.BODY_TOO_LARGE, Code.IDEMPOTENCY_KEY_IN_USE, Code.IDEMPOTENCY_KEY_REUSED)

LOCATIONS = ((PathParameter, "path"), (QueryParameter, "query"), (HeaderParameter, "header"))
LIMITED = ("RateLimit-Policy", "RateLimit")
WAITING = frozenset(
    {
        Code.TOO_MANY_REQUESTS,
        Code.UNAVAILABLE,
        Code.NOT_ANSWERED_YET,
        Code.IDEMPOTENCY_KEY_IN_USE,
        Code.ISSUER_UNREACHABLE,
    }
)

PROBLEMS = "problems"
EXAMPLE = "example"
ANSWER = "answer"
PENDING = "pending"
IF_ASKED = "speaks_if_asked"


class Operation:
    def __init__(self, route: HTTPRoute, handler: HTTPRouteHandler, method: str) -> None:
        self.path = route.path_format
        self.method = method
        self.handler = handler
        self.fields = handler.parsed_fn_signature.parameters
        self.body: Any = self.fields["data"].annotation if "data" in self.fields else None
        self.answer: Any = handler.opt.get(ANSWER) or _answer_type(handler.parsed_fn_signature.return_type)
        self.pending: Any = handler.opt.get(PENDING)
        self.takes_key = takes_key(handler, method)
        self.limited = handler.opt.get(LIMITED_AS, self) is not None

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """Of all problems."""
        return tuple(dict.fromkeys(str(code) for code in self._codes()))

    def described(self, schemas: Schemas) -> Json:
        described: Json = {
            "operationId": self.handler.handler_name,
            **self._words(),
            "tags": self.handler.resolve_tags(),
            "parameters": [*self._parameters(), *asked(*self._header_fields())],
            "responses": {**self._success(schemas), **self._problems(schemas)},
            "security": self._security(),
        }
        if self.body is not None:
            described["requestBody"] = self._request(schemas[self.body])
        return described

    def _words(self) -> Json:
        summary, _, rest = (self.handler.fn.__doc__ or self.handler.handler_name).strip().partition("\n")
        return {"summary": summary, "description": " ".join(rest.split()) or summary}

    def _security(self) -> list[Json]:
        """The scope that an API token needs stands where OpenAPI has its roles."""
        scope = scope_of(self.handler)
        token = {"bearer": [scope] if scope else []}
        return [token] if self._needs_token() else [{}, token]

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

    def _header_fields(self) -> Iterator[str]:
        if self.method == "get":
            yield "If-None-Match"
        if self.takes_key:
            yield HEADER
        if self.pending is not None and self.method != "get":
            yield "Prefer"
        yield "Accept-Language"

    def _success(self, schemas: Schemas) -> Json:
        content = {**_content(schemas, self.answer), **self._also()}
        described: Json = {"description": "Done", "headers": self._headers()}
        answers = {str(self.handler.status_code): {**described, **({"content": content} if content else {})}}
        if self.pending is not None:
            headers = self._headers("Location", "Retry-After")
            described = {"description": "Not judged yet", "headers": headers}
            answers["202"] = {**described, "content": _content(schemas, self.pending)}
        if self.method == "get":
            description = "The client's If-None-Match is still right"
            answers["304"] = {"description": description, "headers": self._headers()}
        return answers

    def _also(self) -> Json:
        """Media types beside the usual ones: pages, or streams of messages."""
        media_types: tuple[str, ...] = self.handler.opt.get(ALSO, ())
        for name, union in self.handler.opt.get(MESSAGES, {}).items():
            return {media_type: streamed(media_type, name, union) for media_type in media_types}
        return {media_type: {"schema": {"type": "string"}} for media_type in media_types}

    def _headers(self, *more: str) -> Json:
        read = ("ETag", "Vary") if self.method == "get" else ()
        replayed = (REPLAYED,) if self.takes_key else ()
        waited = ("Preference-Applied",) if self.pending is not None and self.method != "get" else ()
        described = answered(*read, *replayed, *waited, *(LIMITED if self.limited else ()), *more)
        return {**described, **self._language()}

    def _language(self) -> Json:
        if self.handler.opt.get(IF_ASKED):
            return perhaps(LANGUAGE)
        return answered(LANGUAGE) if _depends_on(self.handler, "language") else {}

    def _problems(self, schemas: Schemas) -> Json:
        by_status: dict[int, list[str]] = {}
        for code in self.codes:
            by_status.setdefault(int(status_of(code)), []).append(code)
        return {
            str(status): self._problem(status, codes, schemas[ProblemDetails])
            for status, codes in sorted(by_status.items())
        }

    def _problem(self, status: int, codes: list[str], schema: Json) -> Json:
        asks_token = ("WWW-Authenticate",) if status == 401 else ()
        upgrade = ("Upgrade",) if status == 426 else ()
        replayed = (REPLAYED,) if self.takes_key and is_kept(status) else ()
        headers = [LANGUAGE, *replayed, *(LIMITED if self.limited else ()), *asks_token, *upgrade]
        if WAITING & set(codes):
            headers.append("Retry-After")
        examples = {str(code): {"$ref": f"#/components/examples/{code}"} for code in codes}
        return {
            "description": ", ".join(f"`{code}`" for code in codes),
            "headers": answered(*headers),
            "content": {MEDIA_TYPE: {"schema": schema, "examples": examples}},
        }

    def _codes(self) -> Iterable[str]:
        yield from ALWAYS
        yield from self.handler.opt.get(PROBLEMS, ())
        if self._needs_token():
            yield Code.TOKEN_MISSING
        if scope_of(self.handler):
            yield Code.SCOPE_MISSING
        if scope_of(self.handler) in STAFF:
            yield Code.STAFF_ONLY
        if for_people in cast(Any, self.handler).resolve_guards():
            yield Code.NOT_FOR_BOTS
        if self.body is not None or any(self._parameters()):
            yield from WITH_INPUT
        if self.body is not None:
            yield from WITH_BODY
        if self.takes_key:
            yield from WITH_KEY
        if self.limited:
            yield Code.TOO_MANY_REQUESTS


def _content(schemas: Schemas, answer: Any) -> Json:
    return {media_type: {"schema": schemas[answer]} for media_type in ENCODINGS} if answer is not None else {}


def _depends_on(handler: HTTPRouteHandler, name: str) -> bool:
    """Whether the handler, or something that it depends on, is given this."""
    providers = handler.resolve_dependencies()
    needed = set(handler.parsed_fn_signature.parameters)
    while more := {
        inner
        for one in needed & set(providers)
        for inner in providers[one].parsed_fn_signature.parameters
        if inner not in needed
    }:
        needed |= more
    return name in needed


def example_of(code: str) -> Json:
    return {"value": msgspec.to_builtins(ApiError(code).problem(TEXTS, DEFAULT_LANGUAGE))}


def _answer_type(returned: FieldDefinition) -> Any:
    """The Struct that the answer encodes; `None` for pages, streams and answers without a body."""
    if returned.annotation in (None, type(None)):
        return None
    if not returned.is_subclass_of(Response):
        return returned.annotation
    inner: Any = returned.inner_types[0].annotation if returned.inner_types else None
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None


def _parameter(name: str, field: FieldDefinition, limits: ParameterKwarg, location: str) -> Json:
    schema = _inline(msgspec.json.schema(field.annotation))
    bounds = {
        "minimum": limits.ge,
        "maximum": limits.le,
        "minLength": limits.min_length,
        "maxLength": limits.max_length,
    }
    schema |= {bound: int(value) for bound, value in bounds.items() if isinstance(value, (int, float))}
    schema |= {"pattern": limits.pattern} if limits.pattern else {}
    described: Json = {"name": name.replace("_", "-"), "in": location, "required": not field.has_default}
    if location != "header":
        described["name"] = name
    if field.has_default and field.default is not None:
        schema["default"] = field.default
    return {**described, "schema": schema}


def _inline(schema: Json) -> Json:
    """A schema that names nothing outside itself: what `$defs` has stands where it is meant."""
    named: Json = {f"#/$defs/{name}": meant for name, meant in schema.pop("$defs", {}).items()}

    def meant(part: Json) -> Json:
        return named.get(part.get("$ref", ""), part)

    if "anyOf" in schema:
        schema["anyOf"] = [meant(part) for part in schema["anyOf"]]
    return meant(schema)
