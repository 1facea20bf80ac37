"""What may be wished for at a table."""

import msgspec


class Join(msgspec.Struct, frozen=True):
    """Whoever has the seat already may so change the entropy."""

    seat: int | None = None
    """`None`: the first that is free."""
    entropy: str | None = None


class Leave(msgspec.Struct, frozen=True):
    pass


class SeatBot(msgspec.Struct, frozen=True):
    seat: int
    level: str


class RemoveBot(msgspec.Struct, frozen=True):
    seat: int


class Start(msgspec.Struct, frozen=True):
    pass


class Expire(msgspec.Struct, frozen=True):
    """The steward's: the time of a table is over, which nobody has changed since."""

    version: int


Wish = Join | Leave | SeatBot | RemoveBot | Start | Expire
