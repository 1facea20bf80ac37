"""What all sockets of a process share."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import msgspec

from services.engine.api.games import Games
from services.engine.api.socket_caps import SocketCaps
from shared.api.auth import Access, Caller
from shared.api.ended import Ended
from shared.api.limits import Limits
from shared.api.places import Places
from shared.api.presence import Presence
from shared.seeds import Texts

MineStream = Callable[[Caller, str | None, str], AsyncIterator[Any]]
"""An account's changes after a cursor, told in a language, without end; `None` when it was quiet for a while."""


class Desk(msgspec.Struct, kw_only=True):
    games: Games
    check: Callable[[str], Awaitable[Access]]
    """What a token says; raises what an HTTP request with it would be refused with."""
    ended: Ended
    limits: Limits
    places: Places
    presence: Presence
    texts: Texts
    origins: Sequence[str] = ()
    """Web pages from elsewhere are refused; empty for none, as no cookie could be misused."""
    caps: SocketCaps = SocketCaps()
    mine: MineStream | None = None
