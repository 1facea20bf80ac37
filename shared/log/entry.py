"""One entry of a game's log: all events of one decision, in an envelope.

Entries are MessagePack arrays without names, and defaults at the end of an array are left out, so that a whole game's log
stays below 8 KB. The hash chain: `h(0) = SHA-256(game id)`, `h(n) = SHA-256(h(n-1) + entry n)`. Entry n carries the first
32 bits of `h(n-1)`, which tell a damaged log; the chain itself is full width, so that one `h(n)` kept elsewhere vouches for
everything before it.
"""

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec

from shared.games.rules import Event
from shared.log.fair import Draw
from shared.log.pace import Pace

ENGINE = -1
"""The actor of what happens by itself: the opening and timers."""


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds a seat from the start: a player, or a bot of some level."""

    player: str | None = None
    bot: str | None = None


class Absence(StrEnum):
    """How a rated game counts for players whose seats bots held when it ended: who ran out of time, left or gave up."""

    LAST = "last"
    """Behind all who stayed."""
    AS_PLAYED = "as-played"
    """With whatever place the bot won for them."""
    UNRATED = "unrated"
    """The game is not rated for anybody."""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game began with, in entry 1 only; nothing of it ever changes."""

    kind: str
    rules_version: int
    players: int
    holders: tuple[Holder, ...]
    options: dict[str, Any]
    """The whole options, component set included, as the kind's option type encodes them."""
    pace: Pace
    commitment: str
    contributions: tuple[str, ...]
    rated: bool = True
    """What the table decided; a game that bots have seats in is not rated, whatever it says here."""
    absence: Absence = Absence.LAST
    listed: bool = True
    """Whether strangers find it among the running games; who knows its id may watch."""
    hints: bool = False
    """Whether players may ask for hints; never in a game that is rated."""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    arrived: int
    """The command's stream id as one number, `ms << 16 | place within the ms`; see `arrival`."""
    actor: int
    """Seat, or `ENGINE`."""
    command: str
    """The command's id."""
    before: int
    """What this entry carries of the chain; see `mark`."""
    events: msgspec.Raw
    """Array of the kind's events and `SeatEvent`s."""
    draws: tuple[Draw, ...] = ()
    opening: Opening | None = None
    secret: str | None = None
    """Hex, in the entry that ends the game."""

    @property
    def at(self) -> int:
        """When the command arrived, in ms since 1970."""
        return self.arrived >> 16


_decode = msgspec.msgpack.Decoder(Entry).decode
_encode = msgspec.msgpack.Encoder().encode


def arrival(ms: int, place: int) -> int:
    """A stream id as `Entry.arrived` has it. A stream cannot take 65,536 commands in one ms."""
    return ms << 16 | min(place, 0xFFFF)


def encode_entry(entry: Entry) -> bytes:
    """The entry's bytes."""
    return _encode(_short(entry, tagged=False))


def encode_events(events: Iterable[Event]) -> msgspec.Raw:
    """A decision's events, for `Entry.events`."""
    return msgspec.Raw(_encode([_short(event, tagged=True) for event in events]))


def _short(value: msgspec.Struct, *, tagged: bool) -> Any:
    """An array-like struct without the defaults at its end, which decoding puts back."""
    defaults = value.__struct_defaults__
    if not defaults:
        return value
    fields = msgspec.structs.astuple(value)
    kept = len(fields)
    for default in reversed(defaults):
        if fields[kept - 1] != default:
            break
        kept -= 1
    return (value.__struct_config__.tag, *fields[:kept]) if tagged else fields[:kept]


def decode_entry(payload: bytes) -> Entry:
    """Raises `msgspec.DecodeError` for bytes that are no entry."""
    return _decode(payload)


def first_hash(game: str) -> bytes:
    return hashlib.sha256(game.encode()).digest()


def next_hash(before: bytes, payload: bytes) -> bytes:
    return hashlib.sha256(before + payload).digest()


def mark(head: bytes) -> int:
    """What the next entry carries of the chain."""
    return int.from_bytes(head[:4], "big")
