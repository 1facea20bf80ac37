"""Schemas as generators of clients can read them; what they say stays the same."""

from collections.abc import Mapping
from typing import Any, cast

Json = dict[str, Any]
PREFIX = "#/components/schemas/"


def readable(schemas: Json) -> Json:
    """Without names that only stand for another, and without `items: false` beside `maxItems`, which says it."""
    aliases = {PREFIX + name: schema["$ref"] for name, schema in schemas.items() if set(schema) == {"$ref"}}
    kept = {name: schema for name, schema in schemas.items() if PREFIX + name not in aliases}
    return _rewritten(kept, aliases)


def _rewritten(part: Any, aliases: Mapping[str, str]) -> Any:
    match part:
        case dict():
            given = cast(Json, part)
            closed = given.get("items") is False and "maxItems" in given
            kept = {name: inner for name, inner in given.items() if not (closed and name == "items")}
            return {name: _rewritten(inner, aliases) for name, inner in kept.items()}
        case list():
            return [_rewritten(inner, aliases) for inner in cast("list[Any]", part)]
        case str():
            return aliases.get(part, part)
        case _:
            return part
