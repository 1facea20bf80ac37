"""What travels to the engine and back: commands on a partition's stream, answers on a reply channel."""

from typing import Any

import msgspec

from shared.games.rules import Command
from shared.log.entry import Absence, Holder, Pace

FIELD = b"e"
"""The one field of every stream entry."""


class StartGame(Command, frozen=True, tag="start-game"):
    """The lobby's command: entry 1 of a new game."""

    kind: str
    players: int
    holders: tuple[Holder, ...]
    """By seat, the players' only; the engine adds the seats that the game brings itself."""
    options: dict[str, Any]
    pace: Pace
    secret: str
    """Hex. Travels on the stream to the engine only, and is deleted with the command."""
    contributions: tuple[str, ...]
    """By seat."""
    rated: bool = True
    absence: Absence = Absence.LAST
    listed: bool = True
    hints: bool = False


class OnLeave(Command, frozen=True, tag="on-leave"):
    """The player is on leave until then (ms since 1970); a moment that has passed ends it."""

    player: str
    until: int


class WasAway(msgspec.Struct, frozen=True):
    """When we were away from a partition, in ms since 1970 of the server's time."""

    since: int
    until: int


class StopGame(Command, frozen=True, tag="stop-game"):
    """The staff's command: the game ends as it is."""


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """A command on its way. The stream orders commands; the same `id` for a game is judged once."""

    id: str
    game: str
    by: str
    """A player's id, or `BOT`, `TIMER`, `LOBBY`, `LEAVE` or `STAFF`, which only our own services write."""
    seat: int | None
    """The seat it is for; `None` for the engine's and the lobby's own."""
    do: msgspec.Raw
    expect: int | None = None
    reply_to: str | None = None
    """Channel of the API process that waits for the answer."""
    trace: str | None = None
    """The `traceparent` of what sent it, where traces are on."""
    follows: bool = False
    """Its sender hears the game's live channel: the entry itself is the answer to a command that is accepted."""


BOT = "bot"
TIMER = "timer"
LOBBY = "lobby"
LEAVE = "leave"
"""Sends what an account's leave means for one of its seats."""
AWAY = "away"
"""Begins the ids of entries that no command made: they give a game the time back that we were away."""
OPENING = f"{LOBBY}:start"
"""The id of the command that opens a game, once. No client can name a command so: its ids have no colon."""
STAFF = "staff"
"""Its only command ends a game, unfinished."""


class Answer(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """What came of a command, for ever the same: accepted as entry `version`, or the reason why not.

    A rejection's `version` is the game's version that it was judged at.
    """

    command: str
    version: int
    reason: str | None = None
    params: dict[str, str | int] = {}
    seat: int | None = None
    """Whose command it was, in answers that are kept: nobody else may ask for them."""


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """An answer on its way back, with the new entry's bytes when the command was accepted just now."""

    game: str
    answer: Answer
    entry: bytes | None = None


class LiveMessage(msgspec.Struct, frozen=True, array_like=True):
    """One commit's entries of a game, on the game's live channel."""

    first: int
    """The first entry's version."""
    entries: tuple[bytes, ...]


class FeedItem(msgspec.Struct, frozen=True, array_like=True):
    """ "This game changed", once per game and commit. It has no card, and stays among our services all the same.

    In a kind without turns `awaited`, `due` and `turns` tell who holds something that fits: a seat is told its own only.
    """

    game: str
    kind: str
    version: int
    awaited: tuple[int, ...]
    """Seats that something is awaited of."""
    bots: dict[int, str]
    """Levels by the seats that bots play now."""
    players: tuple[str | None, ...]
    """Account ids by seat; `None` for bots."""
    ended: bool
    due: dict[int, int] = {}
    """When the time of seats runs out, in ms since 1970; only those that have a deadline."""
    at: int = 0
    """When it changed, in ms since 1970."""
    away: tuple[int, ...] = ()
    """Seats for whose players a bot plays, or would if the game were not paused."""
    paused: bool = False
    """Nobody is there any more, so that nothing is awaited, not even of bots."""
    ending: str | None = None
    """Why it ended without its rules."""
    offer: tuple[int, int] | None = None
    """Version and seat of what the others are asked to agree to."""
    turns: dict[int, int] = {}
    """By awaited seat a number that is new with each of its turns, see `Rules.clock`."""
    trace: str | None = None
    """The `traceparent` of the judging of the last command that changed it, where traces are on."""


decode_sent = msgspec.msgpack.Decoder(Sent).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode
decode_replies = msgspec.msgpack.Decoder(tuple[Reply, ...]).decode
decode_live = msgspec.msgpack.Decoder(LiveMessage).decode
decode_feed = msgspec.msgpack.Decoder(FeedItem).decode
encode = msgspec.msgpack.Encoder().encode


def pack(do: msgspec.Struct) -> msgspec.Raw:
    """A command's bytes for `Sent.do`."""
    return msgspec.Raw(encode(do))
