"""What came of one attempt to send."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

ANSWER_S = 10.0
"""For all of an attempt."""


class Sent(NamedTuple):
    """The other side took it."""

    why: str = ""


class Later(NamedTuple):
    """Not now; the same may be sent again."""

    why: str
    after_s: float = 0.0
    """What the other side asked for."""


class Gone(NamedTuple):
    """There is no such device any more."""

    why: str


class Refused(NamedTuple):
    """It will not be taken, however often it is sent."""

    why: str


Outcome = Sent | Later | Gone | Refused


def asked_pause(headers: Mapping[str, str]) -> float:
    """Seconds that a Retry-After asks for, as a number or a date; 0 for none and for nonsense.

    >>> asked_pause({"retry-after": "7"}), asked_pause({}), asked_pause({"retry-after": "soon"})
    (7.0, 0.0, 0.0)
    """
    asked = headers.get("retry-after", "").strip()
    if asked.isascii() and asked.isdigit():
        return float(asked[:9])
    try:
        return max(0.0, (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def is_passing(status: int) -> bool:
    """Whether a status says that the same may be taken later.

    >>> [status for status in (200, 400, 404, 408, 410, 425, 429, 500, 503) if is_passing(status)]
    [408, 425, 429, 500, 503]
    """
    return status >= 500 or status in (408, 425, 429)
