"""The whole stack as `make run` starts it, in a folder and on a port of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from services.run.control import State, states
from shared.settings import Settings

ROOT = Path(__file__).parents[2]
START_S = 60


class Stack:
    def __init__(self, var: Path, port: int, launcher: "subprocess.Popen[str]") -> None:
        self.var = var
        self.port = port
        self.launcher = launcher
        self.address = f"http://127.0.0.1:{port}"

    def states(self) -> dict[str, State]:
        return {state.name: state for state in states(Settings(var=self.var))}

    def kill(self, program: str) -> int:
        """`kill -9` of a program's main process; returns its number."""
        pid = self.states()[program].pid
        os.kill(pid, signal.SIGKILL)
        return pid

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.address}/health/ready", timeout=5).is_success
        except httpx.HTTPError:
            return False

    def environment(self) -> dict[str, str]:
        """For programs that play on this stack."""
        return {**os.environ, "PATERNOSTER_URL": self.address}


def until(true: Callable[[], bool], within_s: float, what: str) -> None:
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end, f"not within {within_s} s: {what}"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def launch(var: Path, port: int, **more: str) -> "subprocess.Popen[str]":
    """`python -m services.run` with nothing of the caller's own settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PATERNOSTER_")}
    own = {"PATERNOSTER_VAR": str(var), "PATERNOSTER_PORT": str(port), "PATERNOSTER_DEMO": "0", **more}
    return subprocess.Popen(
        [sys.executable, "-m", "services.run"],
        cwd=ROOT,
        env={**inherited, **own},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


@contextmanager
def running(**more: str) -> Iterator[Stack]:
    """A stack that is ready; ended as Ctrl-C ends it."""
    with tempfile.TemporaryDirectory(prefix="pn-") as folder:
        var, port = Path(folder), free_port()
        stack = Stack(var, port, launch(var, port, **more))
        try:
            until(lambda: stack.launcher.poll() is not None or stack.ready(), START_S, "the stack is ready")
            assert stack.launcher.poll() is None, stack.launcher.communicate()[0]
            yield stack
        finally:
            stack.launcher.send_signal(signal.SIGINT)
            stack.launcher.communicate(timeout=30)
