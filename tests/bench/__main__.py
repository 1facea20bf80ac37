"""`python -m tests.bench`: all figures of this machine, in a few minutes at the most."""

import tempfile
from pathlib import Path

from tests.bench import folding, sockets, worker
from tests.bench.figures import tell

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        tell([*folding.measure(), *worker.measure(Path(folder) / "w"), *sockets.measure(Path(folder) / "s")])
