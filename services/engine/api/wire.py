"""What the engine's HTTP sends and takes."""

from typing import Annotated, Any

import msgspec

from shared.api.kindschemas import any_kind
from shared.api.people import Person
from shared.games.rules import Outcome
from shared.log.chairs import Why
from shared.log.entry import Pace
from shared.log.seats import Ending

CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$(?!\n)")]
"""Made by the client, unique within the game. Our own services' ids have a colon."""


LAST_VERSION = 2**53 - 1
"""As large a number as every JSON reader keeps whole."""
Version = Annotated[int, msgspec.Meta(ge=0, le=LAST_VERSION)]


SeenEvent = Annotated[dict[str, Any], any_kind("event")]
"""An event as the receiver may see it, with its `type`."""


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish. The same `id` again gets the first answer again, so resend it until there is one."""

    id: CommandId
    do: Annotated[dict[str, Any], any_kind("command")]
    """One of the kind's commands, with its `type`."""
    expect: Version | None = None
    """The version the player saw; any other is a `version-conflict`."""


class Accepted(msgspec.Struct, frozen=True):
    id: str
    version: int
    """The entry that the command became."""
    events: tuple[SeenEvent, ...]
    """What the caller may see of it."""


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str
    player: Person | None
    """`None` for a bot's own seat."""
    bot: str | None
    """Level of the bot that plays this seat now, also when it only sits in."""
    sitting_in: bool
    why: Why | None = None
    """Why a bot plays here for the player."""
    due_at: str | None = None
    """When the player's time runs out; in a kind without turns the caller's own only."""
    bank_ms: int | None = None
    """What the seat has in its bank; while its turn lasts, what it had when the turn began. Told as `due_at` is."""
    leave_until: str | None = None
    """The player's clock stands still until then."""
    hints: int = 0
    """That the player has taken."""


class Offered(msgspec.Struct, frozen=True):
    """What a seat has asked the others; answer with `agree` or `decline` and this `version`. The next move ends it."""

    version: int
    seat: int
    wish: str
    """`takeback` or `end`."""
    agreed: tuple[int, ...]
    asked: tuple[int, ...]
    """All who must agree."""


class Deadline(msgspec.Struct, frozen=True):
    """Something that happens by itself. `turn` timers concern a seat."""

    timer: str
    seat: int | None
    due_at: str


class GameView(msgspec.Struct, frozen=True):
    """A game as the caller may know it."""

    game: str
    kind: str
    version: int
    state: str
    """`playing`, `paused` (nobody is there any more) or `ended`."""
    server_time: str
    updated_at: str
    you: int | None
    """The caller's seat; `None` for a spectator."""
    seats: tuple[SeatView, ...]
    options: Annotated[dict[str, Any], any_kind("options")]
    pace: Pace
    commitment: str
    awaited: tuple[int, ...]
    """Seats that something is awaited of; in a kind without turns the caller's own at the most."""
    deadlines: tuple[Deadline, ...]
    view: Annotated[Any, any_kind("view")]
    outcome: Outcome | None
    ending: Ending | None = None
    """Why it ended, if not by its rules; then nobody is ranked, but behind the last who did not give up."""
    offer: Offered | None = None
    hints: bool = False
    """Whether players may ask for hints."""


class Move(msgspec.Struct, frozen=True):
    do: Annotated[Any, any_kind("command")]
    preview: Annotated[Any, any_kind("preview")]


class Moves(msgspec.Struct, frozen=True):
    """Every command that this seat could send now, each with what it would do as far as the seat may know."""

    game: str
    version: int
    seat: int
    moves: tuple[Move, ...]


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One version of a game's log; bare when the receiver may see nothing of it."""

    version: int
    at: str | None = None
    seat: int | None = None
    """Whose command it was; absent for what happened by itself."""
    events: tuple[SeenEvent, ...] = ()
    words: tuple[str, ...] | None = None


class SeatAbsent(msgspec.Struct, frozen=True, tag="seat-absent"):
    """The seat's player has been gone for a quarter of a minute: no stream, socket or long poll is open."""

    seat: int
    acts_at: str | None
    """When its time runs out and the table's policy acts; `None` while nothing is awaited of it, or for ever,
    and in a kind without turns."""


class Items(msgspec.Struct, frozen=True):
    game: str
    version: int
    """The last version that this page reaches; the next `after`."""
    ended: bool
    """Nothing will ever follow this version."""
    items: tuple[Item, ...]
    resync: bool = False
    """The log never reached the version asked after: read the game anew, then ask after that version."""
    absent: tuple[SeatAbsent, ...] = ()
    """Told to who holds a seat, where nothing happened while waiting."""


class Running(msgspec.Struct, frozen=True):
    id: str
    kind: str
    version: int
    started_at: str
    seats: tuple[SeatView, ...]


class RunningGames(msgspec.Struct, frozen=True):
    games: tuple[Running, ...]
    next: str | None
    """Cursor of the next page."""
