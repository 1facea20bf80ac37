"""What concerns the caller, as `/v1/sync`, `/v1/stream` and `/v1/me/games` tell it."""

from typing import Any

import msgspec

from shared.client.values import Outcome, Player, SeatHolder


class LastEvent(msgspec.Struct, frozen=True):
    """The last thing that happened, in the caller's language."""

    version: int
    at: str
    text: str


class MyGame(msgspec.Struct, frozen=True):
    id: str
    kind: str
    version: int
    state: str
    you: int
    my_turn: bool
    updated_at: str
    seats: tuple[SeatHolder, ...]
    due_at: str | None = None
    outcome: Outcome | None = None
    last: LastEvent | None = None
    view: dict[str, Any] | None = None


class MyGames(msgspec.Struct, frozen=True):
    """What waits for the caller first, most urgent first."""

    games: tuple[MyGame, ...]
    badge: int
    next: str | None = None


class GameChange(msgspec.Struct, frozen=True, tag="game"):
    game: MyGame


class MyTable(msgspec.Struct, frozen=True):
    id: str
    kind: str
    state: str
    host: Player
    seats: tuple[str | None, ...]
    mine: bool


class TableChange(msgspec.Struct, frozen=True, tag="table"):
    table: MyTable


class FriendChange(msgspec.Struct, frozen=True, tag="friend"):
    player: Player
    standing: str


class MyInvitation(msgspec.Struct, frozen=True):
    id: str
    table: str
    kind: str
    by: Player
    state: str
    expires_at: str


class InvitationChange(msgspec.Struct, frozen=True, tag="invitation"):
    invitation: MyInvitation


class ChatChange(msgspec.Struct, frozen=True, tag="chat"):
    """Something was said at a table; `last` is the last message's number."""

    table: str
    last: int


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    id: str
    code: str
    at: str
    params: dict[str, Any] = {}


Change = GameChange | TableChange | FriendChange | InvitationChange | ChatChange | Notice


class Changes(msgspec.Struct, frozen=True, tag="changes"):
    """A page. Keep `cursor` after what came with it; with `reset`, forget first what was known."""

    reset: bool
    changes: tuple[Change, ...]
    badge: int
    cursor: str
    more: bool = False
