"""What a finished game takes in the archive."""

import statistics

from shared.log.archive import packer
from tests.bench.figures import Figure
from tests.engine.finished import finished

GAMES = 20
FLOOR_BYTES = 1536


def measure() -> list[Figure]:
    """All seats people, whose command ids cannot be compressed; bots' games take less."""
    return [
        Figure(
            "an archived floor game of 3 people, largest",
            max(_sizes("floor")),
            "bytes",
            FLOOR_BYTES,
            at_most=True,
        ),
        *(
            Figure(f"an archived {kind} game of 3 people, median", statistics.median(_sizes(kind)), "bytes")
            for kind in ("floor", "elevators", "eddie")
        ),
    ]


def _sizes(kind: str) -> list[int]:
    """Games that no dictionary was trained on."""
    return [len(packer().pack("g_1", kind, finished(kind, seed=seed))) for seed in range(GAMES)]
