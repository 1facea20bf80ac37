"""What a client may say on the socket: the closed union of its messages, and its glossary."""

from typing import Annotated, Any

import msgspec

from services.engine.api.wire import CommandId, Version
from shared.api.kindschemas import any_kind


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """First of all, and again with a fresh token before the old one expires."""

    token: str | None = None
    """`None`: a spectator."""
    language: str = ""
    """Like an Accept-Language header."""
    words: bool = False
    """Entries come with sentences to show."""


class Subscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="subscribe"):
    """Follows a game after a version; a game that is followed already starts there anew."""

    game: str
    after: Version = 0


class Unsubscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unsubscribe"):
    game: str


class SendCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="command"):
    """The same as `POST /v1/games/{game}/commands`; answered by `accepted` or `refused` with its `id`."""

    game: str
    id: CommandId
    do: Annotated[dict[str, Any], any_kind("command")]
    expect: Version | None = None


class FollowMine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="follow-mine"):
    """Follows everything that concerns the account, after a cursor."""

    cursor: str | None = None


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Answered by `pong` with the same `id`, to see whether the connection still stands."""

    id: str = ""


Heard = Hello | Subscribe | Unsubscribe | SendCommand | FollowMine | Ping

from_text = msgspec.json.Decoder(Heard).decode
from_packed = msgspec.msgpack.Decoder(Heard).decode
