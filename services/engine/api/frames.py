"""What is told, as bytes: the same for all transports but for what is put around it.

An entry is encoded once for all receivers that see the same of it in the same form.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from services.engine.api.told import Entry
from services.engine.api.view import View, item_of
from shared.api.telling import Telling
from shared.games.rules import AnyRules, Event
from shared.log.game import Folded, see

KEPT = 64
"""Encoded entries of a followed game kept at hand."""


class Form(StrEnum):
    EVENT = "event"
    """Of a server-sent events stream."""
    LINE = "line"
    """Of an NDJSON stream."""
    TEXT = "text"
    """A socket's text frame, JSON."""
    PACKED = "packed"
    """A socket's binary frame, MessagePack."""


class Manner(NamedTuple):
    """How an entry is told."""

    version: int
    telling: Telling | None
    form: Form


_json = msgspec.json.Encoder().encode
_msgpack = msgspec.msgpack.Encoder().encode


def frame(told: msgspec.Struct, form: Form) -> bytes:
    """A message of the closed unions; in an event stream its tag is the event's name."""
    return FRAMERS[form](told)


def _event(told: msgspec.Struct) -> bytes:
    if isinstance(told, Entry):
        return b"id: %d\nevent: entry\ndata: %b\n\n" % (told.item.version, _json(told.item))
    return b"event: %b\ndata: %b\n\n" % (str(told.__struct_config__.tag).encode(), _json(told))


def _line(told: msgspec.Struct) -> bytes:
    return _json(told) + b"\n"


FRAMERS: Mapping[Form, Callable[[msgspec.Struct], bytes]] = {
    Form.EVENT: _event,
    Form.LINE: _line,
    Form.TEXT: _json,
    Form.PACKED: _msgpack,
}


class Told(NamedTuple):
    """What an entry has been encoded to."""

    all: bytes | None
    """For everybody, where strangers see the whole entry: nobody sees less than they do."""
    some: list[tuple[list[Event], bytes]]
    """Else by what is seen of it."""


class EntryFrames:
    """One game's entries as frames. The oldest go first when there are too many."""

    def __init__(self, game: str, rules: AnyRules) -> None:
        self._game = game
        self._rules = rules
        self._kept: dict[Manner, Told] = {}

    def get(self, version: int, folded: Folded, view: View, form: Form) -> bytes:
        manner = Manner(version, view.telling, form)
        told = self._kept.get(manner) or self._begun(manner, folded)
        if told.all is not None:
            return told.all
        seen = see(self._rules, folded.events, view.seat)
        for same, known in told.some:
            if same == seen:
                return known
        made = self._encoded(manner, folded, seen)
        told.some.append((seen, made))
        return made

    def _begun(self, manner: Manner, folded: Folded) -> Told:
        seen = see(self._rules, folded.events, None)
        told = Told(self._encoded(manner, folded, seen) if seen == list(folded.events) else None, [])
        self._kept[manner] = told
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return told

    def _encoded(self, manner: Manner, folded: Folded, seen: Sequence[Event]) -> bytes:
        item = item_of(self._rules, manner.version, folded, seen, manner.telling)
        return frame(Entry(self._game, item), manner.form)
