"""What a follower of games is told: one closed union for every transport, and the glossary of all streams."""

import msgspec

from services.engine.api.wire import Item, SeatAbsent
from shared.api.lasting import Closed


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """First about each game: where it stands, and how long at most nothing will be heard."""

    game: str
    version: int
    server_time: str
    keep_alive_s: float


class Entry(msgspec.Struct, frozen=True, tag="entry"):
    """The next version. Without `resync` before it, it is the one after the last."""

    game: str
    item: Item


class KeepAlive(msgspec.Struct, frozen=True, omit_defaults=True, tag="keep-alive"):
    """Nothing happened for a while; `versions` are the last ones by game."""

    server_time: str
    versions: dict[str, int]
    absent: dict[str, tuple[SeatAbsent, ...]] = {}
    """Who is not there, in games in which the receiver holds a seat and somebody is not."""


class Resync(msgspec.Struct, frozen=True, tag="resync"):
    """The log never was where the receiver says it left off: read the game anew; entries go on after `version`."""

    game: str
    version: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """Nothing will ever follow `version`."""

    game: str
    version: int


Told = Hello | Entry | KeepAlive | Resync | Ended
StreamTold = Told | Closed
"""What a stream of HTTP may say; a socket ends with a close code instead."""
