"""What the API answers, as far as the client names it; fields that a newer server adds are let through."""

from typing import Any

import msgspec


class Account(msgspec.Struct, frozen=True):
    id: str
    name: str
    guest: bool = True


class Guest(msgspec.Struct, frozen=True):
    """An account that this client is signed in to."""

    account: Account
    access_token: str
    expires_at: str
    refresh_token: str = ""


class Kind(msgspec.Struct, frozen=True):
    """A kind of game that can be played; the server also tells its options, commands and texts."""

    kind: str
    players: tuple[int, ...]
    realtime: bool
    """Nobody waits for a turn."""


class Kinds(msgspec.Struct, frozen=True):
    kinds: tuple[Kind, ...]


class Player(msgspec.Struct, frozen=True):
    id: str
    name: str
    bot: bool = False
    """A program: the account was made for one."""


class SeatHolder(msgspec.Struct, frozen=True):
    """Who holds a seat: a player, a bot of some level, or nobody yet."""

    seat: int
    player: Player | None = None
    bot: str | None = None
    name: str = ""
    """In a game: what whoever sits there is called, a bot too."""
    ready: bool = False
    """At a table: they have said so."""
    colours: tuple[str, ...] = ()
    """At a table: picked by the player."""
    sitting_in: bool = False
    """A bot plays here for a player who is away."""
    why: str | None = None
    """`timed-out`, `handed-over` or `conceded`."""
    due_at: str | None = None
    """When the player's time runs out."""
    bank_ms: int | None = None
    leave_until: str | None = None
    hints: int = 0
    """That the player has taken."""


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """`live` with `turn_s`, and perhaps a bank, or `async` with `turn_days`."""

    type: str
    turn_s: int | None = None
    turn_days: int | None = None
    bank_s: int | None = None
    increment_s: int | None = None
    run_out: str | None = None
    """When time has run out: `bot`, `first-move` or `concede`; `None` is the table's own choice, `bot`."""


class Table(msgspec.Struct, frozen=True):
    id: str
    kind: str
    players: int
    state: str
    seats: tuple[SeatHolder, ...]
    commitment: str
    host: Player | None = None
    visibility: str = "public"
    code: str | None = None
    """Of a private table at which the caller sits."""
    rated: bool = True
    """Never with a bot at a seat, nor with hints."""
    hints: bool = False
    ask_ready: bool = False
    expires_at: str | None = None
    closed_by: str | None = None
    rematch_of: str | None = None
    rematch: str | None = None


class Outcome(msgspec.Struct, frozen=True):
    """By seat; place 1 won, `None` is not ranked."""

    places: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    rounds: tuple[tuple[int | None, ...], ...] = ()


class Offered(msgspec.Struct, frozen=True):
    """What a seat has asked the others: a `takeback` or the `end`."""

    version: int
    seat: int
    wish: str
    agreed: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


class GameView(msgspec.Struct, frozen=True):
    """A game at `version` as its reader may know it; `view` has a form of its own for each kind."""

    game: str
    kind: str
    version: int
    state: str
    seats: tuple[SeatHolder, ...]
    awaited: tuple[int, ...]
    view: dict[str, Any]
    you: int | None = None
    outcome: Outcome | None = None
    ending: str | None = None
    """Why it ended without its rules: `agreed`, `conceded`, `abandoned` or `not-begun`."""
    offer: Offered | None = None
    hints: bool = False
    """Whether players may ask for hints."""
    server_time: str = ""

    @property
    def ended(self) -> bool:
        return self.state == "ended"


class Move(msgspec.Struct, frozen=True):
    """A legal command, ready to send, beside what it would do."""

    do: dict[str, Any]
    preview: dict[str, Any] = {}


class Moves(msgspec.Struct, frozen=True):
    version: int
    seat: int
    moves: tuple[Move, ...]


class Accepted(msgspec.Struct, frozen=True):
    """A command that stands in the game's log as entry `version`."""

    id: str
    version: int
    events: tuple[dict[str, Any], ...] = ()


class Item(msgspec.Struct, frozen=True):
    """One entry of a game's log as its reader may see it; one that is hidden is its bare version."""

    version: int
    at: str | None = None
    seat: int | None = None
    events: tuple[dict[str, Any], ...] = ()
    words: tuple[str, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """Entries after the version that was asked for; empty when nothing happened while waiting."""

    version: int
    ended: bool
    items: tuple[Item, ...]
    resync: bool = False
    """The log never reached the version that was asked after."""


class RunningGame(msgspec.Struct, frozen=True):
    id: str
    kind: str
    started_at: str | None = None


class Games(msgspec.Struct, frozen=True):
    games: tuple[RunningGame, ...]
    next: str | None = None
