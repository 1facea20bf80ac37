"""A game and its people on a clock of their own: judged as the worker judges, with nothing but its log kept."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from services.engine.worker.judge import Arrived, Held, give_back, judge
from shared.games.rules import Command, Event, Seat, TimeOut
from shared.log.commands import (
    BOT,
    LEAVE,
    LOBBY,
    STAFF,
    TIMER,
    Answer,
    OnLeave,
    Sent,
    StartGame,
    StopGame,
    WasAway,
    pack,
)
from shared.log.entry import Holder, decode_entry
from shared.log.game import Game, events_of, fold
from shared.log.pace import Pace
from tests.engine.play import start_game

START = 1_800_000_000_000
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Sitting:
    """The first `people` seats are held by players `a_0`, `a_1` ... or as `names` says, the others by bots."""

    def __init__(
        self,
        kind: str = "floor",
        *,
        people: int = 3,
        players: int = 3,
        pace: Pace | None = None,
        seed: int = 1,
        id: str = "g_1",
        names: Sequence[str] = (),
        at: int = START,
    ) -> None:
        self.id = id
        self.names: list[str] = list(names) or [f"a_{seat}" for seat in range(people)]
        self.held = Held(Game(id))
        self.at = at
        self.log: list[bytes] = []
        self.rng = random.Random(seed)
        start = start_game(kind, players, people=len(self.names))
        self._do(Sent("start", id, LOBBY, None, pack(self._paced(start, pace or Pace(turn_ms=MINUTE)))))

    def _paced(self, start: StartGame, pace: Pace) -> StartGame:
        people = [Holder(player=name) for name in self.names]
        return msgspec.structs.replace(start, pace=pace, holders=(*people, *start.holders[len(people) :]))

    @property
    def game(self) -> Game:
        return self.held.game

    @property
    def awaited(self) -> int:
        """The one seat that something is awaited of."""
        (seat,) = self.game.awaited()
        return seat

    def _do(self, sent: Sent) -> Answer:
        verdict = judge(self.held, Arrived(sent, self.at, 0))
        if verdict.entry is not None:
            self.log.append(verdict.entry)
        return verdict.answer

    def _send(self, by: str, seat: int | None, do: Any, **rest: Any) -> Answer:
        return self._do(Sent(f"{by}-{len(self.log)}-{self.at}", self.id, by, seat, pack(do), **rest))

    def named(self, seat: int) -> str:
        """A stranger at a bot's seat."""
        return self.names[seat] if seat < len(self.names) else f"a_{seat}"

    def wishes(self, seat: int, do: Command, **rest: Any) -> str | None:
        """Why not; `None` when it was accepted."""
        return self._send(self.named(seat), seat, do, **rest).reason

    def moves(self, seat: int | None = None) -> str | None:
        """Some legal move of the seat's player, of the awaited one if not said."""
        by = self.awaited if seat is None else seat
        return self.wishes(by, self.choice(by))

    def bot_moves(self, seat: int | None = None) -> str | None:
        by = self.awaited if seat is None else seat
        return self._send(BOT, by, self.choice(by)).reason

    def choice(self, seat: int) -> Command:
        return self.rng.choice(self.game.rules.legal(self.game.state, Seat(seat)))

    def leave(self, seat: int, until: int) -> str | None:
        return self._send(LEAVE, None, OnLeave(self.named(seat), until)).reason

    def is_stopped(self) -> str | None:
        """By the staff."""
        return self._send(STAFF, None, StopGame()).reason

    def runs_out(self, timer: str) -> str | None:
        return self._send(TIMER, None, TimeOut(timer)).reason

    def passes(self, ms: int) -> None:
        """Time, and whatever runs out in it, in order."""
        until = self.at + ms
        while due := [(at, key) for key, at in self.game.timers.items() if at <= until]:
            self.at, key = min(due)
            assert self.runs_out(key) is None
        self.at = until

    def away(self, ms: int) -> None:
        """So long nobody was at work; judged before anything else afterwards."""
        since, self.at = self.at, self.at + ms
        self.gives_back(since, self.at)

    def gives_back(self, since: int, until: int) -> None:
        if entry := give_back(self.held, WasAway(since, until)):
            self.log.append(entry)

    def events(self, back: int = 1) -> tuple[Event, ...]:
        """Of the last entry, or of one before it."""
        return events_of(self.game.opening, self.game.rules, decode_entry(self.log[-back]))

    def told_again(self) -> Game:
        """From the log alone."""
        return fold(self.id, self.log)


def knowledge(game: Game) -> tuple[Any, ...]:
    """Everything that is folded beside the rules' state."""
    clocks, chairs = game.clocks, game.chairs
    return (
        game.version, game.head, game.state, game.timers, game.outcome, game.moved_at, game.moves, game.begun,
        clocks.banks, clocks.turns, clocks.leaves, clocks.back_at,
        chairs.sitting_in, chairs.conceded, chairs.missed, chairs.offer, chairs.ended, game.earlier,
    )  # fmt: skip
