"""Compiles the search, beside the first jobs, or loads what was compiled before, ahead of them.

Compiling takes some ten seconds a game. numba keeps the result and finds out by a file's time whether it is stale,
but only of the file that holds the outermost function; so the folder is named by what all of them say.
"""

import hashlib
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

from numba.core import config

from services.bots.policies import policies
from services.bots.policies.moves import Move
from services.bots.search import elevators, floor
from services.bots.search.budget import Budget
from shared.games.kinds import KINDS
from shared.games.rules import Seat, Setup
from shared.log.fair import Draws
from shared.seeds import house_sets
from shared.settings import settings

HERE = Path(__file__).parent
SOURCES = ("playout", "search")
OUTERMOST = {"elevators": elevators.search, "floor": floor.search}
"""What is compiled with everything that it calls inside."""

ONCE = Budget(ms=None, simulations=1)

DONE = "done"
"""A file beside the results, once all of them are there."""


def ready(var: Path) -> bool:
    """Whether this process can search at once; what was compiled meanwhile is loaded at the first call that finds it."""
    if not (_folder(var) / DONE).exists():
        return False
    warm(var)
    return True


def compile_aside() -> None:
    """Compiles in a process of its own, for `ready` to find; nobody waits for it."""
    subprocess.Popen([sys.executable, "-m", "services.bots.warm"])


@cache
def warm(var: Path) -> None:
    """For this process and all forked from it later. `var` takes the results where the code's folder may not be written."""
    folder = _folder(var)
    config.CACHE_DIR = str(folder)  # pyright: ignore[reportAttributeAccessIssue]
    for kind, search in OUTERMOST.items():
        search.enable_caching()
        _search_once(kind)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DONE).touch()


@cache
def _folder(var: Path) -> Path:
    beside = HERE / "__pycache__"
    writable = os.access(beside if beside.exists() else HERE, os.W_OK)
    return (beside if writable else var / "compiled") / f"search-{_digest()}"


def _digest() -> str:
    files = sorted(path for folder in SOURCES for path in (HERE / folder).glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def _search_once(kind: str) -> None:
    """At the beginning of some game."""
    rules = KINDS[kind]
    sets = house_sets()
    setup = Setup(3, rules.options(set=sets[kind]) if kind in sets else rules.options())
    state = rules.initial(setup)
    for event in rules.open(state, Draws(bytes(32), 0)):
        state = rules.evolve(state, event)
    for seat in map(Seat, range(setup.players)):
        legal = rules.legal(state, seat)
        moves = tuple(Move(command, rules.preview(state, seat, command)) for command in legal)
        policies(ONCE)[kind]("hard", seat, rules.view(state, seat), moves, random.Random(0))  # noqa: S311


if __name__ == "__main__":
    warm(settings().var)
