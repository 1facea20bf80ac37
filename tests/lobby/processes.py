"""Real processes on a Valkey of their own, to be killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.stack import ROOT

Process = subprocess.Popen[bytes]


def start(module: str, var: Path) -> Process:
    """`python -m module`, its log beside the data."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("PATERNOSTER_")}
    with (var / f"{module}.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", module],
            cwd=ROOT,
            env={**given, "PATERNOSTER_VAR": str(var)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )


@contextmanager
def running(var: Path, *modules: str) -> Iterator[list[Process]]:
    processes = [start(module, var) for module in modules]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()
