"""Logs altered by somebody who knows how they are made: every hash fits again."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from shared.log.entry import Entry, decode_entry, encode_entry, first_hash, mark, next_hash

Change = Callable[[list[Entry]], None]


def tampered(game: str, log: Sequence[bytes], change: Change) -> list[bytes]:
    """The log with some entries changed and the chain made whole again over all of them."""
    entries = [decode_entry(payload) for payload in log]
    change(entries)
    head, payloads = first_hash(game), []
    for entry in entries:
        payloads.append(encode_entry(msgspec.structs.replace(entry, before=mark(head))))
        head = next_hash(head, payloads[-1])
    return payloads


def with_entry(at: int, **changed: Any) -> Change:
    def change(entries: list[Entry]) -> None:
        entries[at] = msgspec.structs.replace(entries[at], **changed)

    return change


def with_draws(at: int, redraw: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Change:
    def change(entries: list[Entry]) -> None:
        entries[at] = msgspec.structs.replace(entries[at], draws=redraw(entries[at].draws))

    return change


def with_events(at: int, rewrite: Callable[[Any], None]) -> Change:
    """`rewrite` gets the events as lists and alters them in place."""

    def change(entries: list[Entry]) -> None:
        events = msgspec.msgpack.decode(entries[at].events)
        rewrite(events)
        entries[at] = msgspec.structs.replace(entries[at], events=msgspec.Raw(msgspec.msgpack.encode(events)))

    return change


def out_swapped(draws: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first shuffle with its first two texts exchanged."""
    at = next(n for n, draw in enumerate(draws) if draw.from_)
    first, second, *rest = draws[at].out
    changed = msgspec.structs.replace(draws[at], out=(second, first, *rest))
    return (*draws[:at], changed, *draws[at + 1 :])
