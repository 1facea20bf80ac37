"""A small disk for Valkey, where this machine lets us mount one."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "256m"


def data(var: Path) -> Path:
    return var / "valkey"


@contextmanager
def small_disk(var: Path) -> Iterator[bool]:
    """Whether Valkey's folder below `var` is now a disk of its own that can be filled."""
    data(var).mkdir(parents=True, exist_ok=True)
    mounted = os.getuid() == 0 and _done(
        "mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(data(var))
    )
    try:
        yield mounted
    finally:
        if mounted:
            _done("umount", str(data(var)))


def is_small(var: Path) -> bool:
    return data(var).is_mount()


def fill(var: Path) -> Path:
    """Leaves no room; returns what took it."""
    filler = data(var) / "filler"
    with filler.open("wb", buffering=0) as file:
        block = bytes(1 << 20)
        try:
            while True:
                file.write(block[: 1 << 20])
        except OSError:
            pass
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            pass
    return filler


def free(filler: Path) -> None:
    filler.unlink()


def _done(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0
