"""The schemas of what each kind of game brings: commands, options, views, previews and seen events."""

from typing import Any, get_args, get_type_hints

import msgspec

from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Event
from shared.log.seatcommands import SeatCommand
from shared.log.seats import SeatEvent

Json = dict[str, Any]

REF = "#/components/schemas/{name}"
PARTS = ("command", "options", "view", "preview", "event")
SEATS = "seats"
SEATS_PARTS = ("command", "event")
"""What seats of every kind of game have too."""


def any_kind(part: str, *, or_none: bool = False) -> msgspec.Meta:
    """Says that an `Any` is this part of the kind that is played: `Annotated[Any, any_kind("view")]`."""
    names = [*KINDS, *([SEATS] if part in SEATS_PARTS else [])]
    refs = [{"$ref": REF.format(name=f"{name}.{part}")} for name in names]
    return msgspec.Meta(extra_json_schema={"anyOf": [*refs, {"type": "null"}] if or_none else refs})


def kind_components() -> Json:
    """Component schemas, their names beginning with the kind's: `floor.command`, `floor.PlayCard`; seats' are all kinds'."""
    seats = _components(SEATS, dict(zip(SEATS_PARTS, (SeatCommand, _wire_union(SeatEvent)), strict=True)))
    kinds = {name: schema for rules in KINDS.values() for name, schema in _of_kind(rules).items()}
    return {**kinds, **seats}


def _of_kind(rules: AnyRules) -> Json:
    types = (rules.command, rules.options, rules.view_type, rules.preview_type, _wire_union(rules.seen))
    return _components(rules.kind, dict(zip(PARTS, types, strict=True)))


def _components(owner: str, types: Json) -> Json:
    schemas, components = msgspec.json.schema_components(types.values(), ref_template=_ref(owner))
    named = dict(zip(types, schemas, strict=True))
    for name, schema in components.items():  # generators of clients name classes by titles, which must differ
        schema["title"] = f"{schema.get('title', name)} of {owner}"
    return {f"{owner}.{name}": schema for name, schema in {**components, **named}.items()}


def _ref(kind: str) -> str:
    return REF.replace("{name}", kind + ".{name}")


def _wire_union(seen: Any) -> Any:
    """The union of what receivers get for events, which the log writes as arrays."""
    first, *others = map(_wire_type, get_args(seen) or (seen,))
    union: Any = first
    for other in others:
        union |= other
    return union


def _wire_type(event: type[Event]) -> type[msgspec.Struct]:
    hints = get_type_hints(event, include_extras=True)
    fields = [(name, hints[name]) for name in event.__struct_fields__]
    return msgspec.defstruct(event.__name__, fields, tag=event.__struct_config__.tag, frozen=True)
