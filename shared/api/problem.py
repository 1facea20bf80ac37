"""The one shape of every error answer, `application/problem+json`, and the closed table of our own codes.

A rule's refusal brings its own slug as `code`; everything else is a `Code`.
"""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from shared.games.rules import Problem as Fault

MEDIA_TYPE = "application/problem+json"


class Code(StrEnum):
    """Stable names that apps may compare with."""

    MALFORMED = "malformed"
    TOKEN_MISSING = "token-missing"  # noqa: S105 (the name of a problem, not a password)
    TOKEN_INVALID = "token-invalid"  # noqa: S105
    TOKEN_EXPIRED = "token-expired"  # noqa: S105
    NOT_HOST = "not-host"
    NOT_SEATED = "not-seated"
    NO_SUCH_ROUTE = "no-such-route"
    NO_SUCH_ACCOUNT = "no-such-account"
    NO_SUCH_KIND = "no-such-kind"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_GAME = "no-such-game"
    NO_SUCH_SEAT = "no-such-seat"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    NOT_ACCEPTABLE = "not-acceptable"
    VERSION_CONFLICT = "version-conflict"
    GAME_OVER = "game-over"
    ALREADY_SEATED = "already-seated"
    SEAT_TAKEN = "seat-taken"
    NO_BOT_THERE = "no-bot-there"
    TABLE_FULL = "table-full"
    TABLE_NOT_OPEN = "table-not-open"
    SEATS_OPEN = "seats-open"
    BODY_TOO_LARGE = "body-too-large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    NOT_YOUR_SEAT = "not-your-seat"
    GAME_PARKED = "game-parked"
    INVALID_OPTIONS = "invalid-options"
    TOO_MANY_REQUESTS = "too-many-requests"
    INTERNAL_ERROR = "internal-error"
    UNAVAILABLE = "unavailable"
    NOT_ANSWERED_YET = "not-answered-yet"


class Meaning(NamedTuple):
    status: HTTPStatus
    title: str


CODES: Mapping[Code, Meaning] = MappingProxyType(
    {
        Code.MALFORMED: Meaning(HTTPStatus.BAD_REQUEST, "The request does not have the documented form"),
        Code.TOKEN_MISSING: Meaning(HTTPStatus.UNAUTHORIZED, "An access token is needed"),
        Code.TOKEN_INVALID: Meaning(HTTPStatus.UNAUTHORIZED, "The access token is not one of ours"),
        Code.TOKEN_EXPIRED: Meaning(HTTPStatus.UNAUTHORIZED, "The access token has expired"),
        Code.NOT_HOST: Meaning(HTTPStatus.FORBIDDEN, "Only the table's host may do that"),
        Code.NOT_SEATED: Meaning(HTTPStatus.FORBIDDEN, "Only who holds a seat may do that"),
        Code.NO_SUCH_ROUTE: Meaning(HTTPStatus.NOT_FOUND, "There is nothing at this address"),
        Code.NO_SUCH_ACCOUNT: Meaning(HTTPStatus.NOT_FOUND, "There is no such account"),
        Code.NO_SUCH_KIND: Meaning(HTTPStatus.NOT_FOUND, "There is no such kind of game"),
        Code.NO_SUCH_TABLE: Meaning(HTTPStatus.NOT_FOUND, "There is no such table"),
        Code.NO_SUCH_GAME: Meaning(HTTPStatus.NOT_FOUND, "There is no such game"),
        Code.NO_SUCH_SEAT: Meaning(HTTPStatus.NOT_FOUND, "The table has no such seat"),
        Code.METHOD_NOT_ALLOWED: Meaning(HTTPStatus.METHOD_NOT_ALLOWED, "Not with this method; see Allow"),
        Code.NOT_ACCEPTABLE: Meaning(
            HTTPStatus.NOT_ACCEPTABLE, "None of the accepted media types can be given"
        ),
        Code.VERSION_CONFLICT: Meaning(HTTPStatus.CONFLICT, "The game is not at the expected version"),
        Code.GAME_OVER: Meaning(HTTPStatus.CONFLICT, "The game has ended"),
        Code.ALREADY_SEATED: Meaning(HTTPStatus.CONFLICT, "The player already has a seat at the table"),
        Code.SEAT_TAKEN: Meaning(HTTPStatus.CONFLICT, "Somebody else has this seat"),
        Code.NO_BOT_THERE: Meaning(HTTPStatus.CONFLICT, "No bot sits there"),
        Code.TABLE_FULL: Meaning(HTTPStatus.CONFLICT, "No seat is free"),
        Code.TABLE_NOT_OPEN: Meaning(HTTPStatus.CONFLICT, "The table has started or closed"),
        Code.SEATS_OPEN: Meaning(HTTPStatus.CONFLICT, "Some seats are still free"),
        Code.BODY_TOO_LARGE: Meaning(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large"),
        Code.UNSUPPORTED_MEDIA_TYPE: Meaning(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Not a media type we read"),
        Code.INVALID_OPTIONS: Meaning(
            HTTPStatus.UNPROCESSABLE_ENTITY, "The kind does not allow these options"
        ),
        Code.NOT_YOUR_SEAT: Meaning(HTTPStatus.FORBIDDEN, "Somebody else holds this seat"),
        Code.GAME_PARKED: Meaning(
            HTTPStatus.SERVICE_UNAVAILABLE, "The game is set aside until somebody has repaired it"
        ),
        Code.TOO_MANY_REQUESTS: Meaning(HTTPStatus.TOO_MANY_REQUESTS, "Too many requests"),
        Code.INTERNAL_ERROR: Meaning(HTTPStatus.INTERNAL_SERVER_ERROR, "Something is wrong with the server"),
        Code.UNAVAILABLE: Meaning(HTTPStatus.SERVICE_UNAVAILABLE, "Not available just now; try again"),
        Code.NOT_ANSWERED_YET: Meaning(
            HTTPStatus.SERVICE_UNAVAILABLE, "Accepted for judging, not yet judged"
        ),
    }
)


class ProblemDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error answer. `code` is stable, `detail` is for people, `params` are the detail's figures."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    params: Mapping[str, str | int]
    problems: tuple[Fault, ...] = ()
    """Each thing that is wrong with a table's options."""


class ApiError(Exception):
    """Raise it anywhere below a handler; the client gets its `problem()`.

    A code of ours brings its status and title; any other (a rule's slug) needs a `status`.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        params: Mapping[str, str | int] | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        problems: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(code)
        meaning = meaning_of(code)
        self.code = code
        self.status = status or meaning.status
        self.title = meaning.title
        self.detail = detail or meaning.title
        self.params = params or {}
        self.headers = headers or {}
        self.problems = problems

    def problem(self) -> ProblemDetails:
        return ProblemDetails(
            f"/problems/{self.code}",
            self.title,
            int(self.status),
            self.code,
            self.detail,
            self.params,
            self.problems,
        )


def meaning_of(code: str) -> Meaning:
    """
    >>> meaning_of("seat-taken").status, meaning_of("suit-already-in-trick").title
    (<HTTPStatus.CONFLICT: 409>, 'The rules do not allow that')
    """
    if code in CODES:
        return CODES[Code(code)]
    return Meaning(HTTPStatus.CONFLICT, "The rules do not allow that")


def malformed(detail: str, path: str = "$") -> ApiError:
    return ApiError(Code.MALFORMED, detail, params={"path": path})
