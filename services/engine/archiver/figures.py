"""What the archiver counts."""

import time

from services.engine.archiver.sweep import Moved
from shared.watch.figures import Count, Level

GAMES = Count("archived_games", "Games whose logs moved to the archive")
BYTES = Count("archived_bytes", "Their size there")
BROKEN = Level("archive_broken_logs", "Logs that the last look found not to fold, which stay in Valkey")
LOOKED_AT = Level("archive_last_success_timestamp_seconds", "When the archiver last got through all logs")


def note(moved: Moved) -> None:
    """One whole look."""
    GAMES.add(by=moved.games)
    BYTES.add(by=moved.bytes)
    BROKEN.set(to=moved.broken)
    LOOKED_AT.set(to=time.time())
