"""One entry of a game's log: all events of one decision, in an envelope.

Entries are MessagePack arrays without names, so that a game's log stays small; trailing defaults are left out.
The hash chain: `h(0) = SHA-256(game id)`, `h(n) = SHA-256(h(n-1) + entry n)`, and entry n carries the first eight bytes of
`h(n-1)`. The chain itself is full width, so one published `h(n)` vouches for everything before it.
"""

import hashlib
from typing import Any

import msgspec

from shared.games.rules import Event
from shared.log.fair import Draw

ENGINE = -1
"""The actor of what happens by itself: the opening and timers."""


class BotSatIn(Event, frozen=True, tag="bot-sat-in"):
    """The seat's time ran out: a bot plays for it until the player's next command."""

    seat: int
    level: str


class PlayerReturned(Event, frozen=True, tag="player-returned"):
    """The player of a seat that a bot held sent a command again."""

    seat: int


SeatEvent = BotSatIn | PlayerReturned
"""What may happen to a seat in every kind of game; stands in the log among the kind's own events."""


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds a seat from the start: a player, or a bot of some level."""

    player: str | None = None
    bot: str | None = None


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a seat may think, and how long bots seem to."""

    turn_ms: int | None = None
    """`None`: for ever. In kinds without turns: how long a seat that could act may do nothing."""
    bot_ms: int = 500
    """The least time a bot takes for a turn, so that people can follow; kinds without turns have their own."""


class Opening(msgspec.Struct, frozen=True):
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


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """`at` and `seq` are the command's stream id: when it arrived (ms since 1970) and its place within that ms."""

    at: int
    seq: int
    actor: int
    """Seat, or `ENGINE`."""
    command: str
    before: bytes
    events: msgspec.Raw
    """Array of the kind's events and `SeatEvent`s."""
    draws: tuple[Draw, ...] = ()
    opening: Opening | None = None
    secret: str | None = None
    """Hex, in the entry that ends the game."""


_decode = msgspec.msgpack.Decoder(Entry).decode
_encoder = msgspec.msgpack.Encoder()


def encode_entry(entry: Entry) -> bytes:
    """The entry's bytes, without the defaults at its end."""
    fields = (
        entry.at, entry.seq, entry.actor, entry.command, entry.before, entry.events,
        entry.draws, entry.opening, entry.secret,
    )  # fmt: skip
    kept = 9 if entry.secret else 8 if entry.opening else 7 if entry.draws else 6
    return _encoder.encode(fields[:kept])


def decode_entry(payload: bytes) -> Entry:
    """Raises `msgspec.DecodeError` for bytes that are no entry."""
    return _decode(payload)


def first_hash(game: str) -> bytes:
    return hashlib.sha256(game.encode()).digest()


def next_hash(before: bytes, payload: bytes) -> bytes:
    return hashlib.sha256(before + payload).digest()


def mark(head: bytes) -> bytes:
    """What the next entry carries of the chain."""
    return head[:8]
