"""What the socket says: the closed union of its messages, and its glossary. A game's own items are `told.Told`."""

import msgspec

from services.engine.api.mine_wire import Changes
from services.engine.api.told import Told
from services.engine.api.wire import SeenEvent


class Credits(msgspec.Struct, frozen=True):
    """How many frames the client may send at once, and how fast they come back."""

    burst: int
    per_s: int


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    account: str | None
    server_time: str
    keep_alive_s: float
    credits: Credits
    most_games: int
    """How many games this socket may follow."""
    expires_at: str | None
    """Say `hello` again with a fresh token before then."""


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The command is entry `version` of the game, for good."""

    game: str
    id: str
    version: int
    events: tuple[SeenEvent, ...]


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """A command (`id`), or following a game, came to nothing; like a problem document of HTTP."""

    code: str
    detail: str
    params: dict[str, str | int]
    game: str | None = None
    id: str | None = None
    retry_after_s: int | None = None
    """Send the same again then."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    id: str
    server_time: str


class Mine(msgspec.Struct, frozen=True, tag="mine"):
    """What changed of all that concerns the account, as on `/v1/stream`."""

    changes: Changes


Said = Told | Welcome | Accepted | Refused | Pong | Mine
