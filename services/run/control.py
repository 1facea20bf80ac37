"""Talking to the running process manager."""

from typing import Any, cast
from xmlrpc.client import Fault, ServerProxy

import msgspec
from supervisor.xmlrpc import SupervisorTransport

from services.run.programs import supervisor_socket
from shared.settings import Settings


class State(msgspec.Struct, frozen=True):
    name: str
    state: str
    """Like `RUNNING`, `BACKOFF` (it ended at once and is tried again) or `FATAL` (no longer tried)."""
    pid: int


class Control:
    def __init__(self, settings: Settings) -> None:
        transport: Any = SupervisorTransport(None, None, f"unix://{supervisor_socket(settings)}")
        self._supervisor: Any = ServerProxy("http://127.0.0.1", transport=transport).supervisor

    def states(self) -> list[State]:
        """Of all programs; empty while the process manager cannot be reached."""
        try:
            found = cast(list[dict[str, Any]], self._supervisor.getAllProcessInfo())
        except (OSError, Fault):
            return []
        return [State(info["name"], info["statename"], info["pid"]) for info in found]

    def shut_down(self) -> bool:
        """False when none runs."""
        try:
            self._supervisor.shutdown()
        except (OSError, Fault):
            return False
        return True
