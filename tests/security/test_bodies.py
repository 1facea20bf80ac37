"""Bodies: nobody sets what only the server may, and none of them is too much for it."""

import gzip
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from shared.api.caps import CAPS, Cap
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.test_every_route import DOCUMENT, WITH_BODY, Failing, Route

SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
ONLY_OURS = {
    "id": "a_1", "account": "a_1", "staff": ["admin:write"], "scopes_granted": ["admin:write"], "state": "started",
    "version": 99, "host": "a_1", "rating": 3000, "created_at": "2020-01-01T00:00:00Z", "secret": "00", "by": "staff",
}  # fmt: skip
"""Fields of what is stored that a client might try to bring along."""
FREE = {"do", "options"}
"""Documents of a kind, which its own types judge."""


def _body(route: Route) -> dict[str, Any]:
    return route.operation["requestBody"]["content"]["application/json"]["example"]


def _objects(schema: Any, at: str, seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, Any]]:
    """Every object in a body's schema, with where it stands."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        if name not in seen:
            yield from _objects(SCHEMAS[name], at, seen | {name})
        return
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from _objects(part, at, seen)
    if "items" in schema:
        yield from _objects(schema["items"], f"{at}[]", seen)
    if "properties" in schema:
        yield at, schema
        for field, inner in schema["properties"].items():
            if field not in FREE:
                yield from _objects(inner, f"{at}.{field}", seen)


@pytest.mark.parametrize("route", WITH_BODY, ids=str)
def test_no_object_in_a_body_takes_fields_that_it_does_not_name(route: Route) -> None:
    schema = route.operation["requestBody"]["content"]["application/json"]["schema"]
    open_ones = [at for at, found in _objects(schema, "$") if found.get("additionalProperties") is not False]
    assert open_ones == [], "give its Struct forbid_unknown_fields=True"


async def test_what_only_the_server_sets_cannot_be_brought_along(anybody: Phone) -> None:
    failing = Failing()
    for route in WITH_BODY:
        for field, value in ONLY_OURS.items():
            body = _body(route)
            if field in body:
                continue
            answer = await anybody.send(route.method, route.named(), {**body, field: value})
            if answer.json().get("code") != "malformed" or field not in answer.text:
                failing[f"{route} {field}"] = answer.text
    assert not failing


DEEP = {
    "application/json": (b"[" * 30_000, b'{"do":' * 10_000, b'{"options":' + b'{"a":' * 10_000),
    "application/msgpack": (
        b"\x91" * 60_000,
        b"\x81\xa2do" * 15_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
    ),
}
LARGE = CAPS[Cap.BODY_BYTES] + 1


@pytest.mark.parametrize("media_type", DEEP)
async def test_a_body_of_great_depth_or_length_is_malformed(anybody: Phone, media_type: str) -> None:
    failing = Failing()
    for route in WITH_BODY:
        for content in DEEP[media_type]:
            headers = {"content-type": media_type}
            answer = await anybody.send(route.method, route.named(), content=content, headers=headers)
            if (answer.status_code, answer.json()["code"]) != (400, "malformed"):
                failing[f"{route} {content[:12]!r}"] = answer.text
    assert not failing


async def _endless() -> Any:
    for _ in range(LARGE // 1024 + 1):
        yield b" " * 1024


async def test_a_body_over_the_cap_is_refused_with_a_length_and_without_one(anybody: Phone) -> None:
    failing = Failing()
    for route in WITH_BODY:
        for content in (b" " * LARGE, _endless()):
            headers = {"content-type": "application/json"}
            answer = await anybody.send(route.method, route.named(), content=content, headers=headers)
            if (answer.status_code, answer.json()["code"]) != (413, "body-too-large"):
                failing[f"{route} {type(content).__name__}"] = answer.text
    assert not failing


async def test_a_packed_body_is_not_unpacked(guest: Guest) -> None:
    """So none can be a bomb."""
    ann = await guest()
    packed = gzip.compress(msgspec.json.encode({"name": "Eve"}))
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    answer = await ann.send("PATCH", "/v1/me", content=packed, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def _lists(schema: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Lists in a body's schema, by the way to them."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        schema = SCHEMAS[name]
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _lists(part, at)
    if schema.get("type") == "array":
        yield at, schema
    for field, inner in schema.get("properties", {}).items():
        if field not in FREE and len(at) < 3:
            yield from _lists(inner, (*at, field))


@pytest.mark.parametrize("route", WITH_BODY, ids=str)
def test_every_list_in_a_body_says_how_long_it_may_be(route: Route) -> None:
    """Or 64 KB of it are looked at one by one."""
    schema = route.operation["requestBody"]["content"]["application/json"]["schema"]
    endless = [".".join(at) for at, found in _lists(schema) if "maxItems" not in found]
    assert endless == [], "give it msgspec.Meta(max_length=...)"
