"""What the games' logs say, read when the month is over: who was awaited since when and until when.

Knows nothing of feeds and notices.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from shared.games.rules import Event, Seat
from shared.log.entry import Entry
from shared.log.game import Game
from tests.notify.month.clock import Stamp
from tests.notify.month.table import Table


class Turn(NamedTuple):
    """A turn that waits for the player of a seat."""

    clock: int
    due: int | None


class Line(NamedTuple):
    """A game at a version."""

    version: int
    committed: Stamp
    entry: Entry
    events: tuple[Event, ...]
    turns: Mapping[str, Turn]
    """By account."""
    held: frozenset[str]
    """Accounts whose seats a bot holds."""
    timers: Mapping[str, int]
    ended: bool


class Span(NamedTuple):
    """A turn from the first version at which it stood to the first at which it did not."""

    game: str
    account: str
    clock: int
    lines: tuple[Line, ...]
    """At which it stood."""
    over: Line | None

    @property
    def since(self) -> int:
        return self.lines[0].committed.at

    @property
    def due(self) -> int | None:
        """The last that was said."""
        return self.lines[-1].turns[self.account].due

    @property
    def due_since(self) -> int:
        """When that was said first."""
        return next(line.committed.at for line in self.lines if line.turns[self.account].due == self.due)

    def until(self, ends: int) -> int:
        return self.over.committed.at if self.over else ends


class Book(NamedTuple):
    """A game's."""

    game: str
    players: tuple[str, ...]
    lines: tuple[Line, ...]

    def at(self, stamp: Stamp) -> Line:
        """The last line that was there to be read."""
        return self.lines[bisect_right(self.lines, stamp, key=lambda line: line.committed) - 1]

    @property
    def end(self) -> Line | None:
        return self.lines[-1] if self.lines[-1].ended else None

    def spans(self) -> Iterator[Span]:
        for account in self.players:
            run: list[Line] = []
            for line in self.lines:
                if run and _clock(run[-1], account) != _clock(line, account):
                    yield _span(self.game, account, run, line)
                    run = []
                if account in line.turns:
                    run.append(line)
            if run:
                yield _span(self.game, account, run, None)


def _clock(line: Line, account: str) -> int | None:
    turn = line.turns.get(account)
    return turn and turn.clock


def _span(game: str, account: str, run: list[Line], over: Line | None) -> Span:
    return Span(game, account, run[0].turns[account].clock, tuple(run), over)


def read(tables: Iterable[Table]) -> dict[str, Book]:
    return {table.id: Book(table.id, tuple(table.names), tuple(_lines(table))) for table in tables}


def _lines(table: Table) -> Iterator[Line]:
    game = Game(table.id)
    for payload, committed in zip(table.log, table.committed, strict=True):
        folded = game.apply(payload)
        held = frozenset(table.names[seat] for seat in game.chairs.sitting_in)
        yield Line(
            game.version, committed, folded.entry, folded.events, _turns(table, game), held, game.timers,
            game.outcome is not None,
        )  # fmt: skip


def _turns(table: Table, game: Game) -> dict[str, Turn]:
    if game.outcome is not None or game.chairs.paused:
        return {}
    clocks = {seat: game.rules.clock(game.state, seat) for seat in map(Seat, range(len(table.names)))}
    return {
        table.names[seat]: Turn(clock, game.timers.get(f"turn:{seat}:{clock}"))
        for seat, clock in clocks.items()
        if clock is not None and seat not in game.chairs.sitting_in
    }
