"""What the routes of talk read and answer. Field by field this is the API."""

from typing import Annotated

import msgspec

from services.lobby.talk.emotes import Emote
from services.lobby.talk.sayings import Mode
from shared.api.people import Person

TEXT_LENGTH = 200


class EmoteInfo(msgspec.Struct, frozen=True):
    key: Emote
    sign: str
    """One emoji."""
    text: str
    """In the caller's language."""


class EmoteList(msgspec.Struct, frozen=True):
    emotes: tuple[EmoteInfo, ...]


class NewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Either an emote or a text."""

    emote: Emote | None = None
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=TEXT_LENGTH)] | None = None


class MessageInfo(msgspec.Struct, frozen=True):
    number: int
    """Grows; with gaps."""
    at: str
    player: Person
    emote: Emote | None
    text: str | None
    """An emote's is in the caller's language; `null` when a moderator has hidden it."""
    hidden: bool


class MessageList(msgspec.Struct, frozen=True):
    mode: Mode
    """What may be said here: `all`, `emotes` only, or nothing (`off`)."""
    messages: tuple[MessageInfo, ...]
    """Oldest first."""
    more: bool
    """Ask again at once, after the last of these."""


class NewMode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mode: Mode
