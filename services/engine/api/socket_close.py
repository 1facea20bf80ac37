"""Why a socket is closed. What a client should do then stands in `docs/api.md`."""

from enum import IntEnum

from shared.api.problem import ApiError


class CloseCode(IntEnum):
    BROKEN = 1011
    """Ours to mend."""
    RESTART = 1012
    """The process ends; the server sends it."""
    UNAVAILABLE = 1013
    MALFORMED = 4400
    TOKEN = 4401
    """Invalid, or not good any more while connected."""
    FORBIDDEN = 4403
    """A foreign origin, or the token of another account than before."""
    TOO_SLOW = 4408
    """No `hello` in time, or what was sent did not get through."""
    TOO_MANY = 4429
    """Frames, or open sockets."""


BY_STATUS = {
    401: CloseCode.TOKEN,
    403: CloseCode.FORBIDDEN,
    429: CloseCode.TOO_MANY,
    503: CloseCode.UNAVAILABLE,
}


class Closing(Exception):
    """Raise it to end a socket."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def closing_of(problem: ApiError) -> Closing:
    """The end of a socket that HTTP would have refused so; the reason is the problem's code."""
    return Closing(BY_STATUS.get(int(problem.status), CloseCode.BROKEN), problem.code)
