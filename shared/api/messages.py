"""Messages of streams and sockets as component schemas: closed unions, their members told apart by `type`."""

from collections.abc import Collection, Mapping
from typing import Any, get_args

import msgspec

from shared.api.kindschemas import REF
from shared.api.media import EVENT_STREAM, JSON

Json = dict[str, Any]

MESSAGES = "messages"
"""A handler's `opt`: closed unions of what it tells, or is told, by the names that they have in the description."""


def union_ref(name: str) -> Json:
    return {"$ref": REF.format(name=f"{name}.message")}


def streamed(media_type: str, name: str, union: Any) -> Json:
    """A stream of messages as one media type: of server-sent events each event, of others the whole as text."""
    if media_type != EVENT_STREAM:
        return {"schema": {"type": "string"}, "x-item-schema": union_ref(name)}
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": union_ref(name)}
    event = {"type": "string", "enum": [tag_of(member) for member in get_args(union)]}
    properties = {"event": event, "data": data, "id": {"type": "string"}}
    return {"schema": {"type": "object", "properties": properties, "required": ["event", "data"]}}


def tag_of(member: type[msgspec.Struct]) -> str:
    return str(member.__struct_config__.tag)


def message_components(unions: Mapping[str, Any], answers: Collection[Any]) -> Json:
    """Each union as `<name>.message`; a member is of the first union that has it: `stream.Entry`.

    A member that is among `answers` too has a schema there already.
    """
    homes = _homes(unions, answers)
    found: Json = {}
    for member, home in homes.items():
        name = member.__name__
        _, parts = msgspec.json.schema_components([member], ref_template=REF)
        own = parts.pop(name)
        _add(found, parts)
        if home != name:  # generators of clients name classes by titles, which must differ
            own["title"] = f"{name} of {home.removesuffix('.' + name)}"
        _add(found, {home: own})
    return {**found, **{f"{name}.message": _union(union, homes) for name, union in unions.items()}}


def _homes(unions: Mapping[str, Any], answers: Collection[Any]) -> dict[type[msgspec.Struct], str]:
    """What each member's schema is called."""
    homes: dict[type[msgspec.Struct], str] = {}
    for name, union in unions.items():
        for member in get_args(union):
            homes.setdefault(member, member.__name__ if member in answers else f"{name}.{member.__name__}")
    return homes


def _union(union: Any, homes: Mapping[type[msgspec.Struct], str]) -> Json:
    refs = {tag_of(one): REF.format(name=homes[one]) for one in get_args(union)}
    return {
        "anyOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }


def _add(found: Json, more: Json) -> None:
    for name, schema in more.items():
        if found.setdefault(name, schema) != schema:
            raise ValueError(f"two schemas are called {name}")
