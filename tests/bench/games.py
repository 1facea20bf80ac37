"""Whole games as the commands that were sent, so that a worker can be given them as fast as it can take them."""

import random

from services.engine.worker.judge import Arrived, Held, judge
from shared.games.rules import Seat
from shared.log.commands import BOT, LOBBY, Sent, StartGame, pack
from shared.log.game import Game
from tests.engine.play import start_game


class Played:
    """A random game's commands in order, and its log."""

    def __init__(self, game: str, start: StartGame, seed: int) -> None:
        self.sent: list[Sent] = []
        self.log: list[bytes] = []
        self._held = Held(Game(game))
        self._at = 1_800_000_000_000
        self._send(Sent(":start", game, LOBBY, None, pack(start)))
        rng = random.Random(seed)
        while (state := self._held.game).outcome is None:
            moves = [(seat, do) for seat in state.seats for do in state.rules.legal(state.state, Seat(seat))]
            seat, do = rng.choice(moves)
            self._send(Sent(_command_id(rng), game, BOT, seat, pack(do)))

    def _send(self, sent: Sent) -> None:
        self._at += 1500
        verdict = judge(self._held, Arrived(sent, self._at, 0))
        assert verdict.entry is not None, verdict.answer
        self.sent.append(sent)
        self.log.append(verdict.entry)


def _command_id(rng: random.Random) -> str:
    """As long as those that our client makes."""
    return "".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", k=8))


def floor_games(count: int) -> list[Played]:
    """Three-player games of `floor`, all alike but for their ids and plays."""
    return [Played(f"g_bench{n:05d}", start_game("floor"), n) for n in range(count)]


def interleaved(games: list[Played]) -> list[Sent]:
    """The first command of each game, then the second of each, and so on."""
    longest = max(len(game.sent) for game in games)
    return [game.sent[n] for n in range(longest) for game in games if n < len(game.sent)]
