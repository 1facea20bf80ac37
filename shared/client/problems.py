"""What can come of a call or a stream instead of an answer."""

from collections.abc import Mapping
from typing import Any

import httpx
import msgspec


class ApiProblem(Exception):
    """The server's refusal. `code` is stable; `detail` is for people, in the client's language."""

    def __init__(self, status: int | None, code: str, detail: str, params: Mapping[str, Any]) -> None:
        super().__init__(f"{status or 'socket'} {code}: {detail}")
        self.status = status
        """Of HTTP; `None` for what the socket refused."""
        self.code = code
        self.detail = detail
        self.params = params


class Unreachable(Exception):
    """No answer within the client's patience. What was sent may have been carried out or not."""


class Resynced(Exception):
    """The game's log never reached the version that was followed from: read the game anew, follow from there."""

    def __init__(self, game: str, version: int) -> None:
        super().__init__(f"{game} stands at {version}")
        self.game = game
        self.version = version


class Lost(Exception):
    """A connection is of no more use; the next may be, after a pause."""

    def __init__(self, why: str, pause_s: float = 0.0) -> None:
        super().__init__(why)
        self.pause_s = pause_s


NOT_NOW = frozenset({429, 502, 503, 504})
"""Statuses that say "not now"; each of them leaves the server as it was, or the request may be repeated."""
BUSY = frozenset({"idempotency-key-in-use", "not-answered-yet", "too-many-requests", "unavailable"})
"""Codes that say so."""


def is_not_now(problem: ApiProblem) -> bool:
    return problem.status in NOT_NOW or problem.code in BUSY


class _Document(msgspec.Struct):
    code: str = "unknown"
    detail: str = ""
    params: dict[str, Any] = {}


def problem_of(answer: httpx.Response) -> ApiProblem:
    """The exception for an error answer, whoever in between wrote it."""
    try:
        document = msgspec.json.decode(answer.content, type=_Document)
    except msgspec.DecodeError:
        document = _Document(detail=answer.reason_phrase)
    return ApiProblem(answer.status_code, document.code, document.detail, document.params)


def asked_pause(answer: httpx.Response) -> float:
    """What the server asks for in `Retry-After`, in seconds."""
    text = answer.headers.get("retry-after", "")
    return float(text) if text.isdecimal() else 0.0
