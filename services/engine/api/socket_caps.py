"""What one socket may do, and how long it may take."""

import msgspec

from services.engine.api.follow import KEEP_ALIVE_S
from shared.api.caps import CAPS, Cap


class SocketCaps(msgspec.Struct, frozen=True, kw_only=True):
    hello_s: float = 5.0
    """How long a socket may be open without its `hello`."""
    keep_alive_s: float = KEEP_ALIVE_S
    frames: int = CAPS[Cap.FRAMES]
    frames_per_s: int = CAPS[Cap.FRAMES_PER_S]
    games: int = CAPS[Cap.SOCKET_GAMES]
    commands: int = CAPS[Cap.SOCKET_COMMANDS]
