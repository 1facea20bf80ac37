"""Talking to the running process manager."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xmlrpc.client import Fault, ServerProxy

import msgspec
from supervisor.xmlrpc import SupervisorTransport

from services.run.checks import Cannot
from services.run.programs import supervisor_socket
from shared.settings import Settings

ENDING_S = 60.0
LOOK_S = 0.1


class State(msgspec.Struct, frozen=True):
    name: str
    state: str
    """Like `RUNNING`, `BACKOFF` (it ended at once and is tried again) or `FATAL` (no longer tried)."""
    pid: int


def states(settings: Settings) -> list[State]:
    """Of all programs; empty while the process manager cannot be reached."""
    try:
        with _supervisor(settings) as supervisor:
            found: list[dict[str, Any]] = supervisor.getAllProcessInfo()
    except (OSError, Fault):
        return []
    return [State(info["name"], info["statename"], info["pid"]) for info in found]


def shut_down(settings: Settings) -> bool:
    """Returns when everything has ended, so that its folder and port are free; `False` when none ran.

    Raises `Cannot` when that takes too long.
    """
    try:
        with _supervisor(settings) as supervisor:
            manager = int(supervisor.getPID())
            supervisor.shutdown()
    except (OSError, Fault):
        return False
    until = time.monotonic() + ENDING_S
    while _is_there(manager):
        if time.monotonic() > until:
            raise Cannot(f"it has not ended yet. See {settings.var}/log/supervisor.log")
        time.sleep(LOOK_S)
    return True


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def _supervisor(settings: Settings) -> Iterator[Any]:
    transport: Any = SupervisorTransport(None, None, f"unix://{supervisor_socket(settings)}")
    try:
        yield ServerProxy("http://127.0.0.1", transport=transport).supervisor
    finally:
        transport.close()
