"""The port of a log: an append-only list of entries, numbered 1, 2, 3 ..., of opaque bytes.

A game's log and a table's log are the same thing. `MemoryLog` and `ValkeyLog` pass one contract suite.
"""

from collections.abc import Sequence
from typing import Protocol


class VersionTaken(Exception):
    """Somebody else appended first: `last` is the log's last version now."""

    def __init__(self, log: str, last: int) -> None:
        super().__init__(f"{log} is at version {last}")
        self.last = last


class ArchiveAway(OSError):
    """The archive cannot be reached or does not answer; nothing is known of the log."""


class CorruptLog(Exception):
    """A log has a gap, a broken hash chain, or entries that do not decode or fold."""


class Log(Protocol):
    async def append(self, log: str, last: int, entries: Sequence[bytes]) -> int:
        """Appends all entries after version `last` or none; returns the new last version.

        Raises `VersionTaken` when `last` is not the log's last version.
        """
        ...

    async def read(self, log: str, after: int = 0, count: int | None = None) -> list[bytes]:
        """Entries `after + 1`, `after + 2`, ... in order, at most `count`; empty for a log that does not exist.

        Raises `CorruptLog` when a version is missing.
        """
        ...
