"""`python -m tests.bench`: all figures of this machine, in a few minutes at the most."""

import tempfile
from pathlib import Path

from tests.bench import archiving, folding, growth, rebuilding, search, sockets, tables, worker
from tests.bench.figures import tell

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        tell(
            [
                *folding.measure(),
                *archiving.measure(),
                *rebuilding.measure(Path(folder) / "r"),
                *search.measure(),
                *worker.measure(Path(folder) / "w"),
                *sockets.measure(Path(folder) / "s"),
                *growth.measure(Path(folder) / "g"),
                *tables.measure(),
            ]
        )
