"""The one shape of every error answer, `application/problem+json`, and the closed table of our own codes.

A rule's refusal brings its own slug as `code`; everything else is a `Code`. What is said to people stands in
`seeds/texts/<language>/problems.ftl`.
"""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from types import MappingProxyType

import msgspec

from shared.games.kinds import KINDS
from shared.games.rules import Problem
from shared.seeds import Texts

MEDIA_TYPE = "application/problem+json"


class Code(StrEnum):
    """Stable names that apps may compare with."""

    MALFORMED = "malformed"
    TOKEN_MISSING = "token-missing"  # noqa: S105 (the name of a problem, not a password)
    TOKEN_INVALID = "token-invalid"  # noqa: S105
    TOKEN_EXPIRED = "token-expired"  # noqa: S105
    SESSION_ENDED = "session-ended"
    REFRESH_INVALID = "refresh-invalid"
    SIGN_IN_REFUSED = "sign-in-refused"
    IDENTITY_INVALID = "identity-invalid"
    SCOPE_MISSING = "scope-missing"
    NOT_HOST = "not-host"
    NOT_SEATED = "not-seated"
    NO_SUCH_ROUTE = "no-such-route"
    NO_SUCH_ACCOUNT = "no-such-account"
    NO_SUCH_SESSION = "no-such-session"
    NO_SUCH_API_TOKEN = "no-such-api-token"  # noqa: S105
    NO_SUCH_KIND = "no-such-kind"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_GAME = "no-such-game"
    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_COMMAND = "no-such-command"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    NOT_ACCEPTABLE = "not-acceptable"
    VERSION_CONFLICT = "version-conflict"
    GAME_OVER = "game-over"
    HANDLE_TAKEN = "handle-taken"
    HANDLE_ALREADY_SET = "handle-already-set"
    IDENTITY_TAKEN = "identity-taken"
    TOO_MANY_API_TOKENS = "too-many-api-tokens"
    ALREADY_SEATED = "already-seated"
    SEAT_TAKEN = "seat-taken"
    NO_BOT_THERE = "no-bot-there"
    TABLE_FULL = "table-full"
    TABLE_NOT_OPEN = "table-not-open"
    SEATS_OPEN = "seats-open"
    BODY_TOO_LARGE = "body-too-large"
    IDEMPOTENCY_KEY_IN_USE = "idempotency-key-in-use"
    IDEMPOTENCY_KEY_REUSED = "idempotency-key-reused"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    NOT_YOUR_SEAT = "not-your-seat"
    GAME_PARKED = "game-parked"
    INVALID_OPTIONS = "invalid-options"
    TOO_MANY_REQUESTS = "too-many-requests"
    INTERNAL_ERROR = "internal-error"
    ISSUER_UNREACHABLE = "issuer-unreachable"
    UNAVAILABLE = "unavailable"
    NOT_ANSWERED_YET = "not-answered-yet"


CODES: Mapping[Code, HTTPStatus] = MappingProxyType(
    {
        Code.MALFORMED: HTTPStatus.BAD_REQUEST,
        Code.TOKEN_MISSING: HTTPStatus.UNAUTHORIZED,
        Code.TOKEN_INVALID: HTTPStatus.UNAUTHORIZED,
        Code.TOKEN_EXPIRED: HTTPStatus.UNAUTHORIZED,
        Code.SESSION_ENDED: HTTPStatus.UNAUTHORIZED,
        Code.REFRESH_INVALID: HTTPStatus.UNAUTHORIZED,
        Code.SIGN_IN_REFUSED: HTTPStatus.UNAUTHORIZED,
        Code.IDENTITY_INVALID: HTTPStatus.UNAUTHORIZED,
        Code.SCOPE_MISSING: HTTPStatus.FORBIDDEN,
        Code.NOT_HOST: HTTPStatus.FORBIDDEN,
        Code.NOT_SEATED: HTTPStatus.FORBIDDEN,
        Code.NO_SUCH_ROUTE: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_ACCOUNT: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_SESSION: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_API_TOKEN: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_KIND: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_TABLE: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_GAME: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_SEAT: HTTPStatus.NOT_FOUND,
        Code.NO_SUCH_COMMAND: HTTPStatus.NOT_FOUND,
        Code.METHOD_NOT_ALLOWED: HTTPStatus.METHOD_NOT_ALLOWED,
        Code.NOT_ACCEPTABLE: HTTPStatus.NOT_ACCEPTABLE,
        Code.VERSION_CONFLICT: HTTPStatus.CONFLICT,
        Code.GAME_OVER: HTTPStatus.CONFLICT,
        Code.HANDLE_TAKEN: HTTPStatus.CONFLICT,
        Code.HANDLE_ALREADY_SET: HTTPStatus.CONFLICT,
        Code.IDENTITY_TAKEN: HTTPStatus.CONFLICT,
        Code.TOO_MANY_API_TOKENS: HTTPStatus.CONFLICT,
        Code.ALREADY_SEATED: HTTPStatus.CONFLICT,
        Code.SEAT_TAKEN: HTTPStatus.CONFLICT,
        Code.NO_BOT_THERE: HTTPStatus.CONFLICT,
        Code.TABLE_FULL: HTTPStatus.CONFLICT,
        Code.TABLE_NOT_OPEN: HTTPStatus.CONFLICT,
        Code.SEATS_OPEN: HTTPStatus.CONFLICT,
        Code.IDEMPOTENCY_KEY_IN_USE: HTTPStatus.CONFLICT,
        Code.IDEMPOTENCY_KEY_REUSED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Code.BODY_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        Code.UNSUPPORTED_MEDIA_TYPE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        Code.INVALID_OPTIONS: HTTPStatus.UNPROCESSABLE_ENTITY,
        Code.NOT_YOUR_SEAT: HTTPStatus.FORBIDDEN,
        Code.GAME_PARKED: HTTPStatus.SERVICE_UNAVAILABLE,
        Code.TOO_MANY_REQUESTS: HTTPStatus.TOO_MANY_REQUESTS,
        Code.INTERNAL_ERROR: HTTPStatus.INTERNAL_SERVER_ERROR,
        Code.ISSUER_UNREACHABLE: HTTPStatus.SERVICE_UNAVAILABLE,
        Code.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
        Code.NOT_ANSWERED_YET: HTTPStatus.SERVICE_UNAVAILABLE,
    }
)


class Flaw(StrEnum):
    """What our own checks find malformed, beyond what types say."""

    INVISIBLE_NAME = "invisible-name"
    UNKNOWN_TIME_ZONE = "unknown-time-zone"
    LONG_ENTROPY = "long-entropy"
    FOREIGN_CURSOR = "foreign-cursor"
    IDEMPOTENCY_KEY = "idempotency-key"


class WrongOption(msgspec.Struct, frozen=True):
    """One thing wrong with a table's options."""

    path: str
    code: str
    allowed: str
    detail: str
    """For people, in their language."""


class ProblemDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error answer. `code` is stable, `title` and `detail` are for people, `params` are the detail's figures."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    params: Mapping[str, str | int]
    problems: tuple[WrongOption, ...] = ()
    """Each thing that is wrong with a table's options."""


class ApiError(Exception):
    """Raise it anywhere below a handler; the client gets its `problem()`.

    A code of ours brings its status and is said by `problem-<code>` and `problem-<code>-<about>` of the texts; any
    other is a slug of the rules of `kind`, which say it themselves.
    """

    def __init__(
        self,
        code: str,
        *,
        about: str = "detail",
        kind: str | None = None,
        params: Mapping[str, str | int] | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        super().__init__(code)
        self.code = code
        self.about = about
        self.kind = kind
        self.status = status or status_of(code)
        self.params = params or {}
        self.headers = headers or {}
        self.problems = problems

    def problem(self, texts: Texts, language: str) -> ProblemDetails:
        return ProblemDetails(
            type=f"/problems/{self.code}",
            title=title_of(self.code, texts, language),
            status=int(self.status),
            code=self.code,
            detail=self._detail(texts, language),
            params=self.params,
            problems=tuple(self._wrong_option(texts, language, found) for found in self.problems),
        )

    def _detail(self, texts: Texts, language: str) -> str:
        if self.kind and self.code not in CODES:
            return texts.refuse(language, KINDS[self.kind].refusal(self.code, self.params))
        message = f"problem-{self.code}-{self.about}"
        if texts.has(message):
            return texts.text(language, message, self.params)
        return title_of(self.code, texts, language)

    def _wrong_option(self, texts: Texts, language: str, found: Problem) -> WrongOption:
        detail = texts.text(language, f"{self.kind}-option-{found.code}", {"allowed": found.allowed})
        return WrongOption(found.path, found.code, found.allowed, detail)


def status_of(code: str) -> HTTPStatus:
    """
    >>> status_of("no-such-game"), status_of("suit-already-in-trick")
    (<HTTPStatus.NOT_FOUND: 404>, <HTTPStatus.CONFLICT: 409>)
    """
    return CODES[Code(code)] if code in CODES else HTTPStatus.CONFLICT


def title_of(code: str, texts: Texts, language: str) -> str:
    return texts.text(language, f"problem-{code}" if code in CODES else "problem-refused-by-the-rules")


def malformed(problem: str, path: str = "$", **figures: int) -> ApiError:
    """`problem`: a `Flaw`, which has a sentence of its own with these figures, or what a decoder says, in English."""
    about = problem if isinstance(problem, Flaw) else "detail"
    return ApiError(Code.MALFORMED, about=about, params={"path": path, "problem": str(problem), **figures})
