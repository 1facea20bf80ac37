"""What a kind of game is: data types and pure functions, bound together in one `Rules`.

A kind is one folder beside this file that exports `RULES`, and one line in `kinds.py`.
`docs/add-a-game.md` goes through it step by step.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NewType, TypeVar

import msgspec

from shared.games.chance import Chance

Seat = NewType("Seat", int)
"""0-based, clockwise."""


class Rejected(Exception):
    """A command that the rules refuse: a stable kebab-case reason with parameters, translated at the edge.

    >>> str(Rejected("suit-already-in-trick", suit="a"))
    'suit-already-in-trick'
    """

    def __init__(self, reason: str, **params: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params = params


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish, imperative. Subclasses give an explicit `tag="play-card"`, sent as `type`."""


class Event(msgspec.Struct, frozen=True, array_like=True):
    """A fact, past tense; also what a receiver may see of one.

    Subclasses give an explicit `tag="card-played"`. The log holds `[tag, field, ...]`, so fields may be
    added at the end with defaults and are never reordered; receivers get `{"type": tag, field: ...}`.
    Fields hold text, numbers, booleans, `None`, tuples and dicts of these: nothing nested that has names.
    """


class TimeOut(msgspec.Struct, frozen=True, tag="time-out"):
    """The engine's command when a timer of `Rules.timers` has run out; `timer` is its key."""

    timer: str


class Timer(msgspec.Struct, frozen=True):
    """Something that happens by itself `delay_ms` after the entry in which `key` first appeared.

    A timer runs as long as its key stays in `Rules.timers(state)` and is forgotten when it leaves.
    """

    key: str
    delay_ms: int


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, by seat. Place 1 won, equal places are shared, `None` is not ranked (an Automa)."""

    places: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    rounds: tuple[tuple[int | None, ...], ...] = ()
    """Scores round by round, each by seat; the last round is last."""


class Problem(msgspec.Struct, frozen=True):
    """One thing wrong with a table's options: where in the document, and what."""

    path: str
    """Like `options.set.groups[0].cards[2].boxes`."""
    code: str
    allowed: tuple[str | int, ...] = ()
    """The values that may stand there, or in a list that stands there; empty where they cannot be listed."""


class Phrase(msgspec.Struct, frozen=True):
    """One sentence about an event: a message of the kind's text catalogue and its arguments."""

    message: str
    """Id in `seeds/texts/<language>/<kind>.ftl`."""
    args: Mapping[str, "str | int | SeatName | Term | Terms"]


class SeatName(msgspec.Struct, frozen=True):
    """Argument of a phrase: the name of whoever sits there."""

    seat: int


class Term(msgspec.Struct, frozen=True):
    """Argument of a phrase: another message of the same catalogue, such as a card's name."""

    message: str


class Terms(msgspec.Struct, frozen=True):
    """Argument of a phrase: several messages, joined as the language joins lists."""

    messages: tuple[str, ...]


O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741
S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=msgspec.Struct)
P = TypeVar("P", bound=msgspec.Struct)


class Setup(msgspec.Struct, Generic[O], frozen=True):
    """What a table decided before the start. `options.set`, where a kind has one, is filled in."""

    players: int
    options: O


@dataclass(frozen=True, slots=True)
class Rules(Generic[O, S, C, E, V, P]):
    """A kind. States, events, commands and views are frozen values; every function is pure."""

    kind: str
    version: int
    """Written into entry 1 of each log; raised when `decide` or `evolve` change for games not yet begun."""
    players: tuple[int, ...]
    """How many people and bots may sit down."""
    realtime: bool
    """Nobody waits for a turn; all seats act at once."""

    options: type[O]
    command: Any
    """Union of the kind's `Command` types."""
    event: Any
    """Union of the kind's `Event` types as they stand in the log."""
    seen: Any
    """Union of the `Event` types that `redact` returns."""
    view_type: type[V]
    preview_type: type[P]
    component_set: type[msgspec.Struct] | None
    """Type of `options.set`; `None` when the options say everything."""

    check: Callable[[Setup[O]], tuple[Problem, ...]]
    """Every problem of the options that their types do not already exclude; empty when the table may start."""
    house_seats: Callable[[Setup[O]], tuple[str, ...]]
    """Names of the bot policies that hold further seats after the players' (`("automa",)`)."""
    initial: Callable[[Setup[O]], S]
    """The state before entry 1's events; draws nothing."""
    open: Callable[[S, Chance], tuple[E, ...]]
    """The events of entry 1."""
    decide: Callable[[S, Seat | None, C | TimeOut, Chance], tuple[E, ...]]
    """Judges a seat's command, or a `TimeOut` (seat `None`) of a key now in `timers`; raises `Rejected`."""
    evolve: Callable[[S, E], S]
    """Obeys one event; never judges, never draws."""
    view: Callable[[S, Seat | None], V]
    """What a seat, or a spectator (`None`), may know: built up from the public part."""
    legal: Callable[[S, Seat], tuple[C, ...]]
    """Every command `decide` would accept from this seat now, in a stable order, each complete."""
    preview: Callable[[S, Seat, C], P]
    """What a legal command would do, as far as this seat may know."""
    redact: Callable[[E, Seat | None], Event | None]
    """An event as a seat or a spectator sees it; `None` when it may not even know that it happened."""
    clock: Callable[[S, Seat], int | None]
    """`None` while nothing is awaited of the seat; else a number, and a new number restarts its clock."""
    timers: Callable[[S], tuple[Timer, ...]]
    """What will happen by itself; the engine stores the deadlines and sends `TimeOut`."""
    outcome: Callable[[S], Outcome | None]
    """`None` while the game runs. No command is accepted afterwards (the engine sees to it)."""
    phrases: Callable[[Event], tuple[Phrase, ...]]
    """A seen event in words; empty when there is nothing to say."""
    refusal: Callable[[str, Mapping[str, str | int]], Phrase]
    """Why a command was refused in words: the message `<kind>-reject-<reason>`, its parameters called by their names."""
    texts: Callable[[O], tuple[str, ...]]
    """Message ids of everything this game's cards and parts are called, for apps to show."""
    reversible: frozenset[type[Event]] = frozenset()
    """Events that show nobody anything that was hidden: only moves that are nothing else may ever be taken back."""


AnyRules = Rules[Any, Any, Any, Any, Any, Any]


def tag_of(value: msgspec.Struct) -> str:
    """The explicit wire name of a command or an event.

    >>> tag_of(TimeOut("tile:1"))
    'time-out'
    """
    return str(value.__struct_config__.tag)


def wire(event: Event) -> dict[str, object]:
    """A seen event as receivers get it: an object with its `type`."""
    return {"type": tag_of(event), **msgspec.structs.asdict(event)}
