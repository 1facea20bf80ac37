"""A finished game's log as a document: every entry as it reads and as it was stored."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from shared.api.moment import rfc3339
from shared.games.kinds import KINDS
from shared.games.rules import wire
from shared.log.entry import ENGINE, Opening, decode_entry
from shared.log.fair import Draw
from shared.log.game import Folded, events_of


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """One draw: a shuffle of sorted texts (`from`), or whole numbers from 0 to `below` - 1."""

    version: int
    """Of the entry whose events rest on it."""
    n: int
    purpose: str
    out: tuple[str | int, ...]
    from_: tuple[str, ...] | None = None
    below: int | None = None


class RawEntry(msgspec.Struct, frozen=True):
    """An entry in full: as it reads, and as it was stored."""

    version: int
    at: str
    seat: int | None
    """Whose command it was; `None` for what happened by itself."""
    events: tuple[dict[str, Any], ...]
    """As the log has them, nothing left out."""
    draws: tuple[Drawn, ...]
    raw: str
    """Base64 of the stored bytes, which the hash chain is over."""


def unfolded(opening: Opening, payloads: Sequence[bytes]) -> Iterator[tuple[int, Folded]]:
    """Each entry with its version. Raises `msgspec.DecodeError`."""
    rules = KINDS[opening.kind]
    for version, payload in enumerate(payloads, 1):
        entry = decode_entry(payload)
        yield version, Folded(entry, events_of(opening, rules, entry))


def raw_entries(opening: Opening, payloads: Sequence[bytes]) -> Iterator[RawEntry]:
    """Everything, hidden things too: only for games that have ended."""
    for payload, (version, (entry, events)) in zip(payloads, unfolded(opening, payloads), strict=True):
        yield RawEntry(
            version=version,
            at=rfc3339(entry.at),
            seat=None if entry.actor == ENGINE else entry.actor,
            events=tuple(wire(event) for event in events),
            draws=tuple(drawn(version, draw) for draw in entry.draws),
            raw=b64encode(payload).decode(),
        )


def drawn(version: int, draw: Draw) -> Drawn:
    return Drawn(version, draw.n, draw.purpose, draw.out, draw.from_, draw.below)
