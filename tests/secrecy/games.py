"""Games that were played some way by random legal commands, as logs, without a server."""

from collections.abc import Sequence
from importlib import import_module
from random import Random

import msgspec

from services.engine.worker.judge import Arrived, Held, judge
from shared.games.kinds import KINDS
from shared.games.rules import Seat, TimeOut
from shared.log.commands import TIMER, Sent, StartGame, pack
from shared.log.entry import Holder, Pace
from shared.log.game import Game
from tests.games.kit import Kit

KITS: dict[str, Kit] = {kind: import_module(f"tests.games.{kind}.kit").KIT for kind in KINDS}
CASES = tuple((kind, name) for kind, kit in KITS.items() for name in kit.setups)
TURN_MS = 86_400_000
BEGAN_MS = 1_700_000_000_000


def played(
    kind: str, name: str, rng: Random, steps: int, *, game: str = "g_1", people: Sequence[str] = ()
) -> tuple[Held, list[bytes]]:
    """A game of so many entries, or as many as it takes to its end, and its log. `people` hold the first seats."""
    setup, held, log = KITS[kind].setups[name], Held(Game(game)), list[bytes]()
    seats = range(setup.players)
    called = [*people, *(f"a_{seat}" for seat in seats)][: setup.players]
    start = StartGame(
        kind=kind, players=setup.players, options=msgspec.to_builtins(setup.options),
        pace=Pace(turn_ms=TURN_MS, bank_ms=60_000), holders=tuple(map(Holder, called)),
        secret=rng.randbytes(32).hex(), contributions=("",) * setup.players,
    )  # fmt: skip
    _judged(held, log, Sent("start", game, "lobby", None, pack(start)), 0)
    for step in range(1, steps):
        if (sent := _next(held.game, called, rng, step)) is None:
            break
        _judged(held, log, sent, step)
    return held, log


def _next(game: Game, called: Sequence[str], rng: Random, step: int) -> Sent | None:
    """Somebody's move; a timer where nobody has one."""
    if game.outcome is not None:
        return None
    moves = [(seat, move) for seat in game.seats for move in game.rules.legal(game.state, Seat(seat))]
    if moves:
        seat, move = rng.choice(moves)
        by = called[seat] if seat < len(called) else "bot"
        return Sent(f"c-{step}", game.id, by, seat, pack(move))
    timers = game.rules.timers(game.state)
    return Sent(f"t-{step}", game.id, TIMER, None, pack(TimeOut(timers[0].key))) if timers else None


def _judged(held: Held, log: list[bytes], sent: Sent, at: int) -> None:
    verdict = judge(held, Arrived(sent, BEGAN_MS + at * 1000, 0))
    if verdict.entry is not None:
        log.append(verdict.entry)
