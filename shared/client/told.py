"""What streams and the socket tell and are told: the closed unions of `docs/api.md`, as this side reads them."""

from datetime import datetime
from typing import Any

import msgspec

from shared.client.mine import Changes
from shared.client.values import Item


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """First on a stream, and about each game of a socket. Silence for twice `keep_alive_s` means it is dead."""

    keep_alive_s: float
    game: str = ""
    version: int = 0


class Entry(msgspec.Struct, frozen=True, tag="entry"):
    item: Item
    game: str = ""


class SeatAbsent(msgspec.Struct, frozen=True, tag="seat-absent"):
    """Its player is not there; `acts_at`: when its time runs out and the table's policy acts."""

    seat: int
    acts_at: str | None = None


class KeepAlive(msgspec.Struct, frozen=True, tag="keep-alive"):
    server_time: str
    absent: dict[str, tuple[SeatAbsent, ...]] = {}
    """By game, to who holds a seat there."""


class Resync(msgspec.Struct, frozen=True, tag="resync"):
    version: int
    game: str = ""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    version: int
    game: str = ""


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """Last on a stream of HTTP whose token is not good any more: what a request with it is refused with."""

    code: str
    detail: str


class Credits(msgspec.Struct, frozen=True):
    burst: int = 60
    per_s: int = 20


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    keep_alive_s: float
    server_time: str = ""
    credits: Credits = Credits()
    expires_at: str | None = None

    @property
    def left_s(self) -> float | None:
        """How long the token is good, by the server's clock."""
        if self.expires_at is None:
            return None
        until, now = map(datetime.fromisoformat, (self.expires_at, self.server_time))
        return (until - now).total_seconds()


class CommandAccepted(msgspec.Struct, frozen=True, tag="accepted"):
    game: str
    id: str
    version: int
    events: tuple[dict[str, Any], ...] = ()


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """A command, which has an `id`; or following a game, which has none; or all that is one's own: neither."""

    code: str
    detail: str
    params: dict[str, Any]
    game: str | None = None
    id: str | None = None
    retry_after_s: int | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    id: str


class Mine(msgspec.Struct, frozen=True, tag="mine"):
    changes: Changes


GameTold = Hello | Entry | KeepAlive | Resync | Ended
MineTold = Hello | Changes | KeepAlive
StreamTold = GameTold | Closed
MineStreamTold = MineTold | Closed
SocketTold = GameTold | Welcome | CommandAccepted | Refused | Pong | Mine


class SayHello(msgspec.Struct, frozen=True, tag="hello", omit_defaults=True):
    token: str | None = None
    language: str = ""
    words: bool = False


class Subscribe(msgspec.Struct, frozen=True, tag="subscribe"):
    game: str
    after: int


class Unsubscribe(msgspec.Struct, frozen=True, tag="unsubscribe"):
    game: str


class SendCommand(msgspec.Struct, frozen=True, tag="command", omit_defaults=True):
    game: str
    id: str
    do: dict[str, Any]
    expect: int | None = None


class FollowMine(msgspec.Struct, frozen=True, tag="follow-mine", omit_defaults=True):
    cursor: str | None = None


Said = SayHello | Subscribe | Unsubscribe | SendCommand | FollowMine
