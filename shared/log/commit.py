"""One commit of a partition: everything a batch of judged commands changes, in one function call."""

import msgspec


class GameAppend(msgspec.Struct):
    game: str
    last: int
    entries: list[bytes] = msgspec.field(default_factory=list[bytes])


class Plan(msgspec.Struct):
    """What the function `commit` of `functions.lua` carries out, after all its checks."""

    games: list[GameAppend] = msgspec.field(default_factory=list[GameAppend])
    due: list[tuple[str, int | None]] = msgspec.field(default_factory=list[tuple[str, int | None]])
    """`<game> <timer>` and when it is due; `None` takes it out."""
    secrets: list[tuple[str, bytes | None]] = msgspec.field(default_factory=list[tuple[str, bytes | None]])
    """Key and value; `None` deletes."""
    running: list[tuple[str, int | None]] = msgspec.field(default_factory=list[tuple[str, int | None]])
    """Game and when it began; `None` when it has ended."""
    parked: list[tuple[str, str]] = msgspec.field(default_factory=list[tuple[str, str]])
    answers: list[tuple[str, bytes, int, bool]] = msgspec.field(
        default_factory=list[tuple[str, bytes, int, bool]]
    )
    """Key, encoded `Answer`, how long it is kept in ms, and whether it is the first: then there must be none yet."""
    feed: list[bytes] = msgspec.field(default_factory=list[bytes])
    feed_length: int = 10_000
    done: list[bytes] = msgspec.field(default_factory=list[bytes])
    """Stream ids of the commands that this commit settles."""
    away_ms: int = 3000
    """A gap in the notes of being at work that is longer means that we were away; then only `giving_back` is carried out."""
    giving_back: bool = False
    given_back: str | None = None
    """Until when we were away, in ms, once every game of the partition has been given it back."""
    messages: list[tuple[str, bytes]] = msgspec.field(default_factory=list[tuple[str, bytes]])
    """Channel and message: replies and live entries."""
