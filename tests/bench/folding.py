"""Games folded from their logs, whole: decoding, hash chain, rules, timers."""

import time
from collections.abc import Callable

from shared.log.entry import decode_entry
from shared.log.game import events_of, fold
from tests.bench.figures import Figure, median_of
from tests.bench.games import Played
from tests.engine.play import start_game

REPEAT = 30


def measure() -> list[Figure]:
    return [
        Figure(f"folding {kind}", median_of(5, _rate(kind)), "events/s", 100_000)
        for kind in ("floor", "elevators")
    ]


def _rate(kind: str) -> Callable[[], float]:
    game = Played("g_bench", start_game(kind), 1)
    folded = fold("g_bench", game.log)
    events = sum(len(events_of(folded.opening, folded.rules, decode_entry(entry))) for entry in game.log)

    def run() -> float:
        began = time.perf_counter()
        for _ in range(REPEAT):
            fold("g_bench", game.log)
        return events * REPEAT / (time.perf_counter() - began)

    return run
