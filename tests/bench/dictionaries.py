"""Trains the archive's dictionaries: `python -m tests.bench.dictionaries <kind> <number>` writes one into `seeds/archive`.

A new number is needed when a kind's events or options have changed so much that games no longer get small; old ones stay.
"""

import random
import sys
from collections.abc import Iterator

import msgspec
import zstandard

from shared.games.kinds import KINDS
from shared.log.archive import DICTIONARIES
from shared.log.packing import columns
from tests.engine.finished import finished

SIZE = 32 * 1024
GAMES = 240
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def samples(kind: str, first_seed: int = 1000) -> Iterator[bytes]:
    """The columns of games at every number of seats."""
    players = KINDS[kind].players
    for seed in range(first_seed, first_seed + GAMES):
        game = "g_" + "".join(random.Random(seed).choices(ALPHABET, k=26))
        parted = columns(finished(kind, game=game, players=players[seed % len(players)], seed=seed))
        assert parted is not None
        yield msgspec.msgpack.encode(parted[0])


def train(kind: str, number: int) -> bytes:
    """Its id is made of kind and number, so that no two are mixed up."""
    dict_id = 40_000 + 1000 * sorted(KINDS).index(kind) + number
    return zstandard.train_dictionary(SIZE, list(samples(kind)), dict_id=dict_id, level=19).as_bytes()


if __name__ == "__main__":
    wanted, which = sys.argv[1], int(sys.argv[2])
    DICTIONARIES.mkdir(parents=True, exist_ok=True)
    (DICTIONARIES / f"{wanted}-{which}.zdict").write_bytes(train(wanted, which))
