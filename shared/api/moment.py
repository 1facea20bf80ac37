"""Times as apps get them: RFC 3339, UTC, whole milliseconds."""

import time
from datetime import UTC, datetime
from functools import lru_cache


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=256)
def rfc3339(at_ms: int) -> str:
    """The moment of an entry is written once for each that it is told to.

    >>> rfc3339(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    moment = datetime.fromtimestamp(at_ms // 1000, UTC).replace(microsecond=at_ms % 1000 * 1000)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
