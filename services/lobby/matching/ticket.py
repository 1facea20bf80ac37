"""A ticket: somebody wants to play, with whomever."""

import hashlib
from enum import StrEnum
from typing import Any

import msgspec

from shared.log.entry import Pace

LIVE_LIFE_MS = 30 * 60_000
ASYNC_LIFE_MS = 7 * 24 * 3600_000
"""How long a ticket waits for others before it ends by itself."""


class State(StrEnum):
    WAITING = "waiting"
    STARTING = "starting"
    """Others are found and the game is being started; too late to cancel."""
    MATCHED = "matched"
    """The game is there."""
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """Nobody fitting came for too long."""
    ABSENT = "absent"
    """Its owner went away from a live ticket."""
    WITHDRAWN = "withdrawn"
    """Its owner plays live by another ticket now."""
    FAILED = "failed"
    """The game could not be started, several times."""

    @property
    def over(self) -> bool:
        return self not in (State.WAITING, State.STARTING)


class Bots(msgspec.Struct, frozen=True, array_like=True):
    """Who may fill up the table, and after how long."""

    after_ms: int
    level: str


class Wish(msgspec.Struct, frozen=True, array_like=True):
    kind: str
    options: dict[str, Any]
    """Whole, component set included."""
    players: tuple[int, ...]
    """Every number that is welcome, ascending."""
    pace: Pace
    live: bool
    rated: bool
    bots: Bots | None = None

    @property
    def pool(self) -> str:
        """Only wishes of one pool can come together: they want the same game at the same pace."""
        return _digest((self.kind, self.options, self.pace, self.rated))

    @property
    def fingerprint(self) -> str:
        return _digest(self)


class Ticket(msgspec.Struct, frozen=True, array_like=True):
    id: str
    account: str
    wish: Wish
    pool: str
    made_at: int
    """Milliseconds since 1970."""
    state: State = State.WAITING
    game: str | None = None
    """Also while it is being started."""
    failures: int = 0
    version: int = 1

    @property
    def ends_at(self) -> int:
        return self.made_at + (LIVE_LIFE_MS if self.wish.live else ASYNC_LIFE_MS)


class Match(msgspec.Struct, frozen=True, array_like=True):
    """Tickets that have been claimed for one game, which is to be started, whatever happens to whoever claimed them."""

    table: str
    players: int
    tickets: tuple[str, ...]
    """Bots take the seats that are left."""
    level: str | None
    """Theirs."""
    at: int


def made(id: str, account: str, wish: Wish, at: int) -> Ticket:
    return Ticket(id, account, wish, wish.pool, at)


def _digest(value: object) -> str:
    encoded = msgspec.msgpack.encode(value, order="deterministic")
    return hashlib.blake2s(encoded, digest_size=16).hexdigest()
