"""What the routes about oneself send. Field by field this is the API."""

from typing import Annotated, Any

import msgspec

from services.engine.api.wire import SeatView
from shared.api.kindschemas import any_kind
from shared.api.lasting import Closed
from shared.api.people import Person
from shared.games.rules import Outcome


class LastEvent(msgspec.Struct, frozen=True):
    """The last thing that happened of which the caller may know, in words."""

    version: int
    at: str
    text: str


class MyGame(msgspec.Struct, frozen=True):
    """One of the caller's games, as a list shows it."""

    id: str
    kind: str
    version: int
    state: str
    """`playing`, `paused` or `ended`."""
    you: int
    """The caller's seat."""
    my_turn: bool
    """The game waits for the caller."""
    due_at: str | None
    """When the caller's time runs out."""
    updated_at: str
    seats: tuple[SeatView, ...]
    outcome: Outcome | None
    last: LastEvent | None = None
    view: Annotated[Any, any_kind("view", or_none=True)] = None
    """What the caller sees of the table, as `GET /v1/games/{game}` has it; with `views` only."""


class MyGames(msgspec.Struct, frozen=True):
    """The home screen: what waits for the caller first, most urgent first; what has ended last."""

    games: tuple[MyGame, ...]
    badge: int
    """Games that wait for the caller."""
    next: str | None
    """Cursor of the next page."""
    server_time: str


class GameChange(msgspec.Struct, frozen=True, tag="game"):
    """A game of the caller's has begun, moved or ended."""

    game: MyGame


class MyTable(msgspec.Struct, frozen=True):
    id: str
    kind: str
    state: str
    """`open`, `started` or `closed`."""
    host: Person
    seats: tuple[str | None, ...]
    """Names by seat; `null` where nobody sits."""
    mine: bool
    """The caller sits there or hosts it."""


class TableChange(msgspec.Struct, frozen=True, tag="table"):
    """Somebody came or went, it started, or it closed."""

    table: MyTable


class FriendChange(msgspec.Struct, frozen=True, tag="friend"):
    """What somebody and the caller are to each other has changed."""

    player: Person
    standing: str
    """`asks`: waits for the caller's answer; `asked`, `friends` or `none`."""


class MyInvitation(msgspec.Struct, frozen=True):
    id: str
    table: str
    kind: str
    by: Person
    state: str
    """`open`: it waits for an answer. Then `accepted`, `declined`, `withdrawn`, `expired`, or `overtaken`: too late."""
    expires_at: str


class InvitationChange(msgspec.Struct, frozen=True, tag="invitation"):
    """Somebody asks the caller to come to a table; or it is answered, or void."""

    invitation: MyInvitation


class ChatChange(msgspec.Struct, frozen=True, tag="chat"):
    """Something was said at a table of the caller's: `GET /v1/tables/{table}/messages?after=`."""

    table: str
    last: int
    """The last message's number."""


class NoticeGiven(msgspec.Struct, frozen=True, tag="notice"):
    id: str
    code: str
    at: str
    params: dict[str, str | int]


Change = GameChange | TableChange | FriendChange | InvitationChange | ChatChange | NoticeGiven


class Changes(msgspec.Struct, frozen=True, tag="changes"):
    """All that changed since a cursor: each thing once, as it is now, oldest change first."""

    reset: bool
    """The cursor was missing, unknown or too old: forget all games, tables and notices, and begin with these."""
    changes: tuple[Change, ...]
    badge: int
    """Games that wait for the caller."""
    cursor: str
    """For the next question."""
    more: bool
    """Ask again at once: a page was not enough."""
    server_time: str


class StreamHello(msgspec.Struct, frozen=True, tag="hello"):
    """First of all on a stream."""

    keep_alive_s: float
    """So long at most nothing will be heard; connect anew after twice as long."""
    server_time: str


class StreamKeepAlive(msgspec.Struct, frozen=True, tag="keep-alive"):
    cursor: str
    """Unchanged."""
    server_time: str


MineTold = StreamHello | Changes | StreamKeepAlive | Closed
