"""Whole games of every kind as their logs, played at random by the judge that the worker uses."""

import random
from functools import cache
from typing import Any

from services.engine.worker.judge import Arrived, Held, judge
from shared.games.rules import Command, Seat, TimeOut
from shared.log.commands import BOT, LOBBY, TIMER, Sent, StartGame, pack
from shared.log.game import Game
from tests.engine.play import start_game

START = 1_800_000_000_000
KINDS = ("elevators", "floor", "eddie")


class Playing:
    """A game on its way; `log` is its entries."""

    def __init__(self, game: str, start: StartGame, seed: int) -> None:
        self.log: list[bytes] = []
        self.held = Held(Game(game))
        self.at = START
        self._rng = random.Random(seed)
        self._send(Sent(":start", game, LOBBY, None, pack(start)))

    @property
    def game(self) -> Game:
        return self.held.game

    def step(self) -> None:
        """One random command, or the next timer where nobody can act."""
        seats = map(Seat, self.game.seats)
        moves = [(seat, do) for seat in seats for do in self.game.rules.legal(self.game.state, seat)]
        if moves:
            self._act(*self._rng.choice(moves))
        else:
            timer, due = min(self.game.timers.items(), key=lambda pair: pair[1])
            self.at = max(self.at, due)
            self._send(Sent(f"timer:{timer}:{due}:0", self.game.id, TIMER, None, pack(TimeOut(timer))))

    def _act(self, seat: Seat, do: Command) -> None:
        self._send(
            Sent(self._id(seat), self.game.id, self.game.opening.holders[seat].player or BOT, seat, pack(do))
        )

    def _id(self, seat: Seat) -> str:
        if self.game.bot_at(seat):
            return f"bot:{self.game.version}:{seat}"
        return "".join(
            self._rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", k=8)
        )

    def _send(self, sent: Sent) -> None:
        self.at += self._rng.randint(400, 9000)
        verdict = judge(self.held, Arrived(sent, self.at, 0))
        assert verdict.entry is not None, verdict.answer
        self.log.append(verdict.entry)


def playing(
    kind: str, steps: int, *, game: str = "g_1", people: int = 3, players: int = 3, seed: int = 1
) -> Playing:
    """A running game after so many commands."""
    begun = Playing(game, start_game(kind, players, people=people), seed)
    for _ in range(steps):
        begun.step()
    return begun


@cache
def finished(
    kind: str, *, game: str = "g_1", players: int = 3, seed: int = 1, **options: Any
) -> tuple[bytes, ...]:
    """A whole game's log."""
    played = Playing(game, start_game(kind, players, people=players, **options), seed)
    while played.game.outcome is None:
        played.step()
    return tuple(played.log)
