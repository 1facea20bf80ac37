"""What bots' processes count. The pool's processes tell their parent, which serves the figures of all."""

import contextlib
import socket
import threading
from typing import NamedTuple

import msgspec
import structlog

from shared.api.people import Level as BotLevel
from shared.games.kinds import KINDS
from shared.watch.figures import SLOW_S, Among, Count, Spread

log = structlog.get_logger(__name__)

AUTOMA = "automa"
"""The level of the seat that a game for two brings itself."""
_KIND, _LEVEL = Among(KINDS), Among((*BotLevel, AUTOMA))

THINKING_S = Spread(
    "bot_thinking_seconds",
    "From reading a game until a bot's command is sent",
    SLOW_S,
    kind=_KIND,
    level=_LEVEL,
)
QUEUED_S = Spread(
    "bot_queue_seconds", "How long a bot's turn waited in Celery's queue", SLOW_S, kind=_KIND, level=_LEVEL
)
THOUGHTS = Count(
    "bot_thoughts",
    "Bots' turns looked at: a command sent, nothing to do any more, failed, or Valkey away",
    outcome=Among(("sent", "nothing", "failed", "away")),
)
LARGEST = 4096
"""Bytes of a report; it has some fifty."""


class Report(NamedTuple):
    """One task."""

    outcome: str
    thinking_s: float
    queued_s: float | None = None
    kind: str = ""
    level: str = ""

    def note(self) -> None:
        THOUGHTS.add(self.outcome)
        if self.kind:
            THINKING_S.note(self.thinking_s, self.kind, self.level)
            if self.queued_s is not None:
                QUEUED_S.note(self.queued_s, self.kind, self.level)


_decode = msgspec.msgpack.Decoder(Report).decode
_encode = msgspec.msgpack.Encoder().encode


class Reports:
    """A pair of sockets that are open before the pool is forked. What finds no room is lost: nobody waits for figures."""

    def __init__(self) -> None:
        self._in, self._out = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._out.setblocking(False)

    def tell(self, report: Report) -> None:
        with contextlib.suppress(OSError):
            self._out.send(_encode(report))

    def hear(self) -> Report:
        return _decode(self._in.recv(LARGEST))

    def close(self) -> None:
        self._in.close()
        self._out.close()

    def note_all(self) -> None:
        """In a thread of the parent, as long as it lives."""
        threading.Thread(target=self._note_all, name="reports", daemon=True).start()

    def _note_all(self) -> None:
        while True:
            try:
                self.hear().note()
            except msgspec.DecodeError as error:
                log.error("report-unreadable", error=type(error).__name__)
