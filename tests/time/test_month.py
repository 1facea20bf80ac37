"""A month of games by days on a clock of their own: every turn is played or runs out by its rules, and no game stalls.

`PATERNOSTER_MONTH=300` is the whole size; a few games by default. Prints what became of them.
"""

import os
import random
from collections import Counter

import pytest

from shared.log.chairs import Why
from shared.log.pace import DAY_MS, Pace, RunOut
from shared.log.seatcommands import HandOver, OfferEnd, Resign, TakeSeatBack
from shared.log.seats import BotSatIn, GameStopped, SeatConceded, TurnMissed
from tests.time.sitting import HOUR, MINUTE, START, Sitting

GAMES = int(os.environ.get("PATERNOSTER_MONTH", "8"))
MONTH = 30 * DAY_MS
BOT_MS = 500


class Month:
    """One game and its people, each with habits of their own."""

    def __init__(self, number: int, told: Counter[str]) -> None:
        self.rng = random.Random(number)
        self.told = told
        self.turn_ms = self.rng.choice((1, 1, 2, 3, 7)) * DAY_MS
        pace = Pace(
            turn_ms=self.turn_ms,
            run_out=self.rng.choice(list(RunOut)),
            first_ms=self.turn_ms,
            absent_ms=5 * DAY_MS,
        )
        people = self.rng.choice((1, 2, 3))
        self.table = Sitting(self.rng.choice(("floor", "elevators")), people=people, pace=pace, seed=number)
        self.vanishes = [self.rng.random() < 0.15 for _ in range(people)]

    def run(self) -> None:
        while self.table.game.outcome is None and self.table.at < START + MONTH:
            before = self.table.game.version
            self.step()
            assert self.table.game.version > before or self.table.at >= START + MONTH, "it stalls"
        ending = self.table.game.chairs.ended or ("finished" if self.table.game.outcome else "still runs")
        self.told[f"game: {ending}"] += 1

    def step(self) -> None:
        game = self.table.game
        if self.rng.random() < 0.005:
            self.table.away(self.rng.choice((5 * MINUTE, 3 * HOUR)))
            self.told["we were away"] += 1
        elif not game.awaited():
            self.nobody_is_there()
        elif game.bot_at(self.table.awaited):
            self.bot()
        else:
            self.person(self.table.awaited)

    def nobody_is_there(self) -> None:
        (due,) = game_timers(self.table)
        if self.rng.random() < 0.5:
            self.table.passes(DAY_MS)
            assert self.table.wishes(self.anybody(), TakeSeatBack()) is None
            self.told["came back to a game that all had left"] += 1
        else:
            self.table.passes(due - self.table.at)
            assert isinstance(self.table.events()[0], GameStopped)

    def anybody(self) -> int:
        sitting = self.table.game.chairs.sitting_in
        return next(seat for seat, one in sitting.items() if one.why is not Why.CONCEDED)

    def bot(self) -> None:
        self.table.passes(BOT_MS)
        assert self.table.bot_moves() is None
        self.told["bots' moves"] += 1

    def person(self, seat: int) -> None:
        due = self.table.game.due()[seat]
        chance = self.rng.random()
        if self.vanishes[seat] or chance < 0.02:
            self.misses(due)
        elif chance < 0.03:
            self.table.wishes(seat, self.rng.choice((HandOver(), Resign(), OfferEnd())))
            self.told["wishes"] += 1
        elif chance < 0.04 and self.table.leave(seat, self.table.at + 4 * DAY_MS) is None:
            assert self.table.game.due()[seat] > due
            self.told["leaves"] += 1
        else:
            self.table.passes(self.rng.randrange(min(due - self.table.at, 20 * HOUR)))
            assert self.table.moves() is None
            self.told["moves in time"] += 1

    def misses(self, due: int) -> None:
        """Up to a moment before the deadline nothing happens by itself, at the deadline what the policy says."""
        version = self.table.game.version
        self.table.passes(due - 1 - self.table.at)
        assert self.table.game.version == version
        self.table.passes(1)
        (first, *_) = self.table.events()
        assert isinstance(first, (BotSatIn, TurnMissed, SeatConceded, GameStopped))
        self.told[f"ran out: {type(first).__name__}"] += 1


def game_timers(table: Sitting) -> list[int]:
    return list(table.game.timers.values())


def test_in_a_month_of_games_by_days_every_turn_is_played_or_runs_out_and_none_stalls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: Counter[str] = Counter()
    for number in range(GAMES):
        month = Month(number, told)
        month.run()
        folded = month.table.told_again()
        assert (folded.timers, folded.outcome) == (month.table.game.timers, month.table.game.outcome)
    with capsys.disabled():
        print("\n" + "\n".join(f"{count:7} {what}" for what, count in sorted(told.items())))
    assert sum(count for what, count in told.items() if what.startswith("game: ")) == GAMES
