"""What every registered kind gives the kit, and a table to play it on without a log or a server."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shared.games.rules import AnyRules, Command, Event, Rejected, Seat, Setup, TimeOut
from shared.log.fair import Draws, draw_key


@dataclass(frozen=True)
class Kit:
    """A kind's part: `tests/games/<kind>/kit.py` exports one as `KIT`."""

    rules: AnyRules
    setups: Mapping[str, Setup[Any]]
    """Every option and combination, by a readable name, component sets filled in."""
    candidates: Callable[[Any, Seat], Iterable[Command]]
    """Far more commands than can be legal: every card, place, flag, also nonsense that still has the types."""
    redraw: Callable[[Any, Seat | None, random.Random], Any]
    """The same state with everything hidden from that seat (or a spectator) redrawn at random."""
    plain_count: Callable[[Any, int], int]
    """Command sequences of a length from a state, counted by an enumerator that shares no code with the rules."""
    count_depth: int = 3


@dataclass
class Step:
    """One decision: who wished what, and what came of it. `command` is `None` for the opening."""

    seat: Seat | None
    command: Command | TimeOut | None
    events: tuple[Event, ...]


@dataclass
class Board:
    """One game in memory, driven by commands; `steps` is its log."""

    rules: AnyRules
    setup: Setup[Any]
    secret: bytes = bytes(32)
    state: Any = None
    steps: list[Step] = field(default_factory=list)
    draws: int = 0

    def __post_init__(self) -> None:
        self.seats = self.setup.players + len(self.rules.house_seats(self.setup))
        self.key = draw_key(self.secret, "g_kit", [""] * self.seats)
        self.state = self.rules.initial(self.setup)
        chance = Draws(self.key, 0)
        self._apply(None, None, self.rules.open(self.state, chance), chance)

    def play(self, seat: int | None, command: Any) -> tuple[Event, ...]:
        """Decides and evolves; a `Rejected` leaves everything as it was."""
        if self.rules.outcome(self.state) is not None:
            raise Rejected("game-over")
        chance = Draws(self.key, self.draws)
        by = None if seat is None else Seat(seat)
        return self._apply(by, command, self.rules.decide(self.state, by, command, chance), chance)

    def _apply(
        self, seat: Seat | None, command: Any, events: tuple[Event, ...], chance: Draws
    ) -> tuple[Event, ...]:
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        self.draws += len(chance.made)
        self.steps.append(Step(seat, command, events))
        return events

    def choices(self) -> list[tuple[Seat | None, Any]]:
        """Everything that can happen now: legal commands of all seats, and timers."""
        if self.rules.outcome(self.state) is not None:
            return []
        seats = [Seat(seat) for seat in range(self.seats)]
        commands = [(seat, command) for seat in seats for command in self.rules.legal(self.state, seat)]
        return [*commands, *((None, TimeOut(timer.key)) for timer in self.rules.timers(self.state))]

    def play_out(self, rng: random.Random, limit: int = 5000) -> "Board":
        """Random legal commands and timers to the end of the game."""
        while choices := self.choices():
            self.play(*rng.choice(choices))
            assert len(self.steps) < limit, "the game does not end"
        return self


def board(kit: Kit, name: str, seed: int) -> Board:
    """A fresh game of a named setup; equal seeds give equal deals."""
    return Board(kit.rules, kit.setups[name], secret=seed.to_bytes(32, "big"))


def fold(kit: Kit, name: str, steps: Iterable[Step]) -> Any:
    """The state from events alone."""
    state = kit.rules.initial(kit.setups[name])
    for step in steps:
        for event in step.events:
            state = kit.rules.evolve(state, event)
    return state
