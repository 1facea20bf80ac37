"""The log in memory: for tests, simulations and everything that need not outlive its process."""

from collections.abc import Sequence

from shared.log.port import VersionTaken


class MemoryLog:
    def __init__(self) -> None:
        self._logs: dict[str, list[bytes]] = {}

    async def append(self, log: str, last: int, entries: Sequence[bytes]) -> int:
        kept = self._logs.setdefault(log, [])
        if len(kept) != last:
            raise VersionTaken(log, len(kept))
        kept.extend(entries)
        return len(kept)

    async def read(self, log: str, after: int = 0, count: int | None = None) -> list[bytes]:
        end = None if count is None else after + count
        return self._logs.get(log, [])[after:end]
