"""A game folded from its log: the rules' state and what the engine knows beside it."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Event, Outcome, Phrase, Seat, SeatName, Setup
from shared.log.entry import (
    BotSatIn,
    Entry,
    Opening,
    PlayerReturned,
    SeatEvent,
    decode_entry,
    first_hash,
    mark,
    next_hash,
)
from shared.log.port import CorruptLog
from shared.log.upcast import upcast


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


class Game:
    """One game at some version. `apply` takes the next entry; nothing else changes it."""

    __slots__ = (
        "accepted", "draws", "head", "id", "opening", "outcome", "rules", "seats", "sitting_in", "state",
        "timers", "updated_at", "version",
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
    sitting_in: dict[int, str]
    """Seats of players whose bot plays for them now, and its level."""
    timers: dict[str, int]
    """What happens by itself and when (ms since 1970): the rules' timers and `turn:<seat>:<clock>`."""
    draws: int
    accepted: dict[str, int]
    """Version by command id."""
    updated_at: int

    def __init__(self, game: str) -> None:
        self.id = game
        self.version = 0
        self.head = first_hash(game)
        self.outcome = None
        self.sitting_in = {}
        self.timers = {}
        self.draws = 0
        self.accepted = {}
        self.updated_at = 0

    def apply(self, payload: bytes) -> Folded:
        """Takes entry `version + 1`. Raises `CorruptLog`; the game is then unusable."""
        try:
            entry = decode_entry(payload)
            if entry.before != mark(self.head):
                raise CorruptLog(f"{self.id}: entry {self.version + 1} does not follow entry {self.version}")
            if self.version == 0:
                self._open(entry)
            events = events_of(self.opening, self.rules, entry)
            self._evolve(events)
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
        self._set_timers(entry.at)
        return Folded(entry, events)

    def _open(self, entry: Entry) -> None:
        if entry.opening is None:
            raise CorruptLog(f"{self.id}: entry 1 has no opening")
        self.opening = entry.opening
        self.rules = KINDS[entry.opening.kind]
        self.seats = range(len(entry.opening.holders))
        self.state = self.rules.initial(setup_of(entry.opening))

    def _evolve(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case BotSatIn(seat, level):
                    self.sitting_in[seat] = level
                case PlayerReturned(seat):
                    self.sitting_in.pop(seat, None)
                case _:
                    self.state = self.rules.evolve(self.state, event)

    def _set_timers(self, at: int) -> None:
        if self.outcome is not None:
            self.timers = {}
            return
        wanted = {timer.key: timer.delay_ms for timer in self.rules.timers(self.state)}
        if (turn_ms := self.opening.pace.turn_ms) is not None:
            for seat in self.seats:
                if self.bot_at(seat) is None and (clock := self.clock(seat)) is not None:
                    wanted[f"turn:{seat}:{clock}"] = turn_ms
        self.timers = {key: self.timers.get(key, at + delay) for key, delay in wanted.items()}

    def clock(self, seat: int) -> int | None:
        """See `Rules.clock`."""
        return self.rules.clock(self.state, Seat(seat))

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that plays this seat now, its own or one that sits in; `None` for a person."""
        return self.opening.holders[seat].bot or self.sitting_in.get(seat)

    def seat_of(self, player: str) -> int | None:
        """The seat a player holds; `None` for a spectator."""
        return next((s for s, holder in enumerate(self.opening.holders) if holder.player == player), None)

    def due(self) -> dict[int, int]:
        """When the time of seats runs out; the earliest moment of each that has a deadline."""
        found: dict[int, int] = {}
        for key, at in self.timers.items():
            kind, _, rest = key.partition(":")
            if kind == "turn":
                seat = int(rest.partition(":")[0])
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


def see(rules: AnyRules, events: Iterable[Event], receiver: Seat | None) -> list[Event]:
    """What a seat or a spectator (`None`) sees of a decision's events."""
    seen = (
        event if isinstance(event, (BotSatIn, PlayerReturned)) else rules.redact(event, receiver)
        for event in events
    )
    return [event for event in seen if event is not None]


def phrases(rules: AnyRules, event: Event) -> tuple[Phrase, ...]:
    """A seen event in words, of the kind's own or a seat's."""
    match event:
        case BotSatIn(seat):
            return (Phrase("seat-bot-sat-in", {"seat": SeatName(seat)}),)
        case PlayerReturned(seat):
            return (Phrase("seat-player-returned", {"seat": SeatName(seat)}),)
        case _:
            return rules.phrases(event)
