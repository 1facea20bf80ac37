"""What is on its way: a notice, and its delivery to one device."""

from enum import StrEnum

import msgspec

from shared.api.notices.words import Channel, Happening

MAILBOX = "email"
"""Stands for the account's e-mail address where others name a device."""


class Kind(StrEnum):
    TELL = "tell"
    UPDATE = "update"
    """Says in silence what a message says by now."""
    WITHDRAW = "withdraw"
    """Takes a message away."""
    TEST = "test"
    CODE = "code"
    """Confirms an e-mail address."""


class About(msgspec.Struct, frozen=True, array_like=True):
    """A game at the version that is told of."""

    game: str
    version: int
    due: int | None = None
    clock: int | None = None
    """Which turn of the player's seat it is."""


class Notice(msgspec.Struct, frozen=True, array_like=True):
    id: str
    """Made of what it tells: the same again is the same notice."""
    kind: Kind
    tag: str
    """Messages of one tag replace each other on a device."""
    at: int
    badge: int = 0
    """Games that wait for the player."""
    happening: Happening | None = None
    about: tuple[About, ...] = ()
    """The game that was the last to change first."""
    code: str = ""
    """Of what is no game's: its sentence."""
    params: dict[str, str | int] = {}
    until: int | None = None
    """When it is of no use any more."""
    trace: str | None = None
    """The context of the change that it tells, where traces are on."""

    @property
    def what(self) -> str:
        """Its name in the history."""
        match self.kind:
            case Kind.WITHDRAW:
                return "withdrawn"
            case Kind.CODE:
                return "email-code"
            case Kind.TEST:
                return "test"
            case _:
                return str(self.happening)


class Delivery(msgspec.Struct, frozen=True, array_like=True):
    """A notice on its way to one device, in the account's outbox until it has ended."""

    notice: Notice
    channel: Channel
    device: str
    tries: int = 0
    fallen_back: bool = False
    """It goes by mail because other ways failed."""

    @property
    def id(self) -> str:
        return f"{self.notice.id}>{self.device}"


encode_delivery = msgspec.msgpack.Encoder().encode
decode_delivery = msgspec.msgpack.Decoder(Delivery).decode
