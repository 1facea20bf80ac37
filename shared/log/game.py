"""A game folded from its log: the rules' state and what the engine knows beside it."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Event, Outcome, Seat, Setup
from shared.log.chairs import Chairs
from shared.log.clocks import Clocks, seat_of, turn_key
from shared.log.entry import ENGINE, Entry, Opening, decode_entry, first_hash, mark, next_hash
from shared.log.port import CorruptLog
from shared.log.seats import SEAT_EVENTS, SeatEvent, SeatOffLeave, SeatOnLeave, ServiceAway, TakenBack
from shared.log.upcast import upcast

ABSENT = "absent"
"""The timer of a game in which nobody is there any more."""
MOST_EARLIER = 8
"""Moves that can be taken back."""


class Folded(NamedTuple):
    """An entry with its events decoded."""

    entry: Entry
    events: tuple[Event, ...]


@cache
def event_decoder(kind: str) -> "msgspec.msgpack.Decoder[tuple[Event, ...]]":
    """Decodes an entry's events: the kind's own and the seats'."""
    events: Any = tuple[KINDS[kind].event | SeatEvent, ...]  # pyright: ignore[reportInvalidTypeForm] (made at run time)
    return msgspec.msgpack.Decoder(events)


def events_of(opening: Opening, rules: AnyRules, entry: Entry) -> tuple[Event, ...]:
    """The events of an entry, lifted to the current rules' shape."""
    raw = bytes(entry.events)
    if opening.rules_version != rules.version:
        raw = upcast(opening.kind, opening.rules_version, rules.version, raw)
    return event_decoder(opening.kind).decode(raw)


def setup_of(opening: Opening) -> Setup[Any]:
    """Raises `msgspec.ValidationError` when the options are not the kind's."""
    options = msgspec.convert(opening.options, KINDS[opening.kind].options)
    return Setup(opening.players, options)


class Earlier(NamedTuple):
    """The game before a move that showed nobody anything hidden, and so may be taken back."""

    version: int
    state: Any
    actor: int


class Game:
    """One game at some version. `apply` takes the next entry; nothing else changes it."""

    __slots__ = (
        "accepted", "begun", "chairs", "clocks", "draws", "earlier", "head", "id", "moved_at", "moves", "opening",
        "outcome", "reversible", "rules", "seats", "state", "timers", "updated_at", "version",
    )  # fmt: skip

    id: str
    version: int
    head: bytes
    """The hash chain's full hash at this version."""
    opening: Opening
    rules: AnyRules
    state: Any
    outcome: Outcome | None
    seats: range
    chairs: Chairs
    clocks: Clocks
    timers: dict[str, int]
    """What happens by itself and when (ms since 1970): the rules' timers, `turn:<seat>:<clock>`, and `absent`."""
    draws: int
    accepted: dict[str, int]
    """Version by command id."""
    updated_at: int
    begun: bool
    """Some player has made a move."""
    moved_at: int
    """The version since which the rules' state has been what it is."""
    moves: dict[int, int]
    """The version of each seat's own last move."""
    reversible: frozenset[type[Event]]
    """What a move that may be taken back consists of; empty where none may."""
    earlier: list[Earlier]
    """What may be taken back, oldest first."""

    def __init__(self, game: str) -> None:
        self.id = game
        self.version = 0
        self.head = first_hash(game)
        self.outcome = None
        self.timers = {}
        self.draws = 0
        self.accepted = {}
        self.updated_at = 0
        self.begun = False
        self.moved_at = 0
        self.moves = {}
        self.earlier = []

    def apply(self, payload: bytes) -> Folded:
        """Takes entry `version + 1`. Raises `CorruptLog`; the game is then unusable."""
        try:
            entry = decode_entry(payload)
            if entry.before != mark(self.head):
                raise CorruptLog(f"{self.id}: entry {self.version + 1} does not follow entry {self.version}")
            if self.version == 0:
                self._open(entry)
            events = events_of(self.opening, self.rules, entry)
            self._evolve(entry, events)
        except CorruptLog:
            raise
        except Exception as cause:
            raise CorruptLog(f"{self.id}: entry {self.version + 1}: {type(cause).__name__}") from cause
        self.version += 1
        self.head = next_hash(self.head, payload)
        self.draws += len(entry.draws)
        self.accepted[entry.command] = self.version
        self.updated_at = entry.at
        self.outcome = self.rules.outcome(self.state)
        if self.chairs.ended is not None:
            self.outcome = self.chairs.outcome(len(self.seats))
        self._set_timers(entry.at, ENGINE if entry.actor in self.chairs.sitting_in else entry.actor)
        return Folded(entry, events)

    def _open(self, entry: Entry) -> None:
        if entry.opening is None:
            raise CorruptLog(f"{self.id}: the first entry has no opening")
        opening = self.opening = entry.opening
        self.rules = KINDS[opening.kind]
        self.state = self.rules.initial(setup_of(opening))
        self.seats = range(len(opening.holders))
        self.chairs = Chairs([holder.player for holder in opening.holders], opening.players)
        self.clocks = Clocks(opening.pace, self.chairs.people)
        self.reversible = self.rules.reversible and self.rules.reversible | SEAT_EVENTS

    def _evolve(self, entry: Entry, events: tuple[Event, ...]) -> None:
        before, moved = self.state, False
        for event in events:
            if type(event) in SEAT_EVENTS:
                self._seat(event, entry.at)
            else:
                self.state = self.rules.evolve(self.state, event)
                moved = True
        if moved:
            self._moved(before, entry, events)

    def _moved(self, before: Any, entry: Entry, events: tuple[Event, ...]) -> None:
        """The rules' state went on."""
        actor, self.moved_at = entry.actor, self.version + 1
        self.moves[actor] = self.moved_at
        chairs = self.chairs
        if chairs.offer or chairs.missed:
            chairs.moved(actor)
        if not self.begun and actor in chairs.people:
            self.begun = True
        if self.reversible:
            self._remember(before, entry, events)

    def _remember(self, before: Any, entry: Entry, events: tuple[Event, ...]) -> None:
        """The state before a move that may be taken back; any other move makes those before it final."""
        if entry.draws or not self.reversible.issuperset(map(type, events)):
            self.earlier.clear()
        else:
            self.earlier = [*self.earlier[1 - MOST_EARLIER :], Earlier(self.version, before, entry.actor)]

    def _seat(self, event: Event, at: int) -> None:
        match event:
            case ServiceAway(ms):
                self.timers = {key: due + ms for key, due in self.timers.items()}
                self.clocks.stop_all(at, ms)
            case SeatOnLeave(seat, until):
                self.clocks.stop(seat, at, until)
            case SeatOffLeave(seat):
                self.clocks.stop(seat, at, at)
            case TakenBack(version):
                self._take_back(version)
            case _:
                self.chairs.evolve(event, self.version + 1)

    def _take_back(self, version: int) -> None:
        taken = next(at for at, earlier in enumerate(self.earlier) if earlier.version == version)
        for earlier in self.earlier[taken:]:
            self.moves.pop(earlier.actor, None)
        self.state = self.earlier[taken].state
        del self.earlier[taken:]
        self.moved_at = self.version + 1
        self.chairs.offer = None

    def _set_timers(self, at: int, actor: int) -> None:
        if self.outcome is not None:
            self.timers = {}
            return
        start = at if at > self.clocks.back_at else self.clocks.back_at
        if self.chairs.sitting_in and self.chairs.paused:
            self.clocks.move_on({}, at, actor, begun=self.begun)
            self.timers = {ABSENT: self.timers.get(ABSENT, start + self.opening.pace.absent_ms)}
            return
        kept = self.timers
        timers = {
            timer.key: kept.get(timer.key, start + timer.delay_ms) for timer in self.rules.timers(self.state)
        }
        if self.opening.pace.turn_ms is not None:
            timers |= self._turns(at, actor)
        self.timers = timers

    def _turns(self, at: int, actor: int) -> dict[str, int]:
        """The deadlines of players who are there; those of others go on unseen, so that coming back wins no time."""
        awaited = {
            turn_key(seat, clock): seat
            for seat in self.chairs.people
            if (clock := self.rules.clock(self.state, Seat(seat))) is not None
        }
        self.clocks.move_on(awaited, at, actor, begun=self.begun)
        if not self.chairs.sitting_in:
            return self.clocks.turns
        return {
            key: due for key, due in self.clocks.turns.items() if awaited[key] not in self.chairs.sitting_in
        }

    def clock(self, seat: int) -> int | None:
        """See `Rules.clock`; nothing is awaited while the game is paused."""
        return None if self.chairs.paused else self.rules.clock(self.state, Seat(seat))

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays this seat now, its own or one that sits in; `None` for a person."""
        if bot := self.opening.holders[seat].bot:
            return bot
        sitting = self.chairs.sitting_in.get(seat)
        return sitting and sitting.level

    def seat_of(self, player: str) -> int | None:
        """The seat a player holds; `None` for a spectator."""
        for seat, holder in enumerate(self.opening.holders):
            if holder.player == player:
                return seat
        return None

    def due(self) -> dict[int, int]:
        """When the time of seats runs out; the earliest moment of each that has a deadline."""
        found: dict[int, int] = {}
        for key, at in self.timers.items():
            if key.startswith("turn:"):
                seat = seat_of(key)
                found[seat] = min(at, found.get(seat, at))
        return found

    def awaited(self) -> list[int]:
        """Seats that something is awaited of."""
        return [seat for seat in self.seats if self.clock(seat) is not None]


def fold(game: str, payloads: Iterable[bytes]) -> Game:
    """A game from its whole log."""
    folded = Game(game)
    for payload in payloads:
        folded.apply(payload)
    return folded


def folds_to(game: str, payloads: Iterable[bytes]) -> int:
    """The last version up to which a log folds; 0 for none."""
    folded = Game(game)
    try:
        for payload in payloads:
            folded.apply(payload)
    except CorruptLog:
        pass
    return folded.version


def see(rules: AnyRules, events: Iterable[Event], receiver: Seat | None) -> list[Event]:
    """What a seat or a spectator (`None`) sees of a decision's events."""
    seen = (event if type(event) in SEAT_EVENTS else rules.redact(event, receiver) for event in events)
    return [event for event in seen if event is not None]
