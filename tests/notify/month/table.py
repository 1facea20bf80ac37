"""A table of the month: a real game, judged by the engine's own judge, and when each entry was there to be read."""

from random import Random

from shared.log.pace import Pace, RunOut
from tests.notify.month.clock import DAY, Stamp
from tests.time.sitting import Sitting

KINDS = ("floor", "elevators")


class Table(Sitting):
    def __init__(self, rng: Random, id: str, names: list[str], at: int) -> None:
        turn_ms = rng.choice((1, 1, 2, 3, 7)) * DAY
        pace = Pace(
            turn_ms=turn_ms,
            run_out=rng.choice(list(RunOut)),
            first_ms=rng.choice((None, turn_ms)),
            absent_ms=5 * DAY,
        )
        super().__init__(rng.choice(KINDS), pace=pace, seed=rng.randrange(1 << 30), id=id, names=names, at=at)
        self.brisk = rng.random() < 0.5
        """Its people mostly play at once."""
        self.committed: list[Stamp] = []
        """By entry."""
        self.armed: dict[str, int] = {}
        """Timers that are sure to come up."""
        self.thinking: dict[int, int] = {}
        """Seats whose players know that it is their turn, and which."""
        self.offered = 0
        """The version of the last offer that the others know of."""

    @property
    def runs(self) -> bool:
        return self.game.outcome is None

    def waits_for(self, seat: int, clock: int) -> bool:
        """Whether it still is that turn, and the player's own."""
        return self.runs and self.game.clock(seat) == clock and self.game.bot_at(seat) is None
