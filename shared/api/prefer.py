"""`Prefer: wait=5`: how long a client waits for what others have to do, and where it may ask afterwards (RFC 7240)."""

from collections.abc import Awaitable
from re import compile as pattern
from typing import TypeVar

import msgspec

from shared.api.caps import CAPS, Cap
from shared.api.courier import Unanswered
from shared.api.negotiate import ApiRequest, Negotiated
from shared.api.problem import ApiError, Code

T = TypeVar("T")

WAIT = pattern(r'(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])')


class Pending(msgspec.Struct, frozen=True):
    """Accepted for judging, not yet judged. It will be, whether anybody asks or not."""

    id: str
    """The command's."""
    ask: str
    """GET it for what became of the command; also in `Location`."""


def preferred_wait(prefer: str) -> int | None:
    """Seconds, as far as we go along.

    >>> preferred_wait("wait=5"), preferred_wait('respond-async, Wait="99"'), preferred_wait("wait=soon")
    (5, 30, None)
    """
    found = WAIT.search(prefer.lower())
    return min(int(found[1]), CAPS[Cap.WAIT_S]) if found else None


async def answered(doing: Awaitable[T], wait_s: int | None, pending: Pending) -> Negotiated[T | Pending]:
    """What is done within the wait that was asked for, or 202; without a wait, whatever comes of it."""
    if wait_s is None:
        return Negotiated(await doing)
    applied = {"preference-applied": f"wait={wait_s}"}
    try:
        return Negotiated(await doing, headers=applied)
    except (Unanswered, ApiError) as error:
        if isinstance(error, ApiError) and error.code != Code.NOT_ANSWERED_YET.value:
            raise
    headers = {**applied, "location": pending.ask, "retry-after": "1"}
    return Negotiated(pending, status_code=202, headers=headers)


def wait_of(request: ApiRequest) -> int | None:
    return preferred_wait(request.headers.get("prefer", ""))
