"""The one shape of every error answer, `application/problem+json`.

A rule's refusal brings its own slug as `code`; everything else is a `Code`.
"""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus

import msgspec

from shared.api.codes import Code, is_ours
from shared.games.kinds import KINDS
from shared.games.rules import Problem
from shared.seeds import Texts

MEDIA_TYPE = "application/problem+json"


class Flaw(StrEnum):
    """What our own checks find malformed, beyond what types say."""

    INVISIBLE_NAME = "invisible-name"
    INVISIBLE_TEXT = "invisible-text"
    UNKNOWN_TIME_ZONE = "unknown-time-zone"
    EMOTE_OR_TEXT = "emote-or-text"
    MESSAGE_WITHOUT_TABLE = "message-without-table"
    UNKNOWN_COUNTRY = "unknown-country"
    LONG_ENTROPY = "long-entropy"
    FOREIGN_CURSOR = "foreign-cursor"
    IDEMPOTENCY_KEY = "idempotency-key"
    EMPTY_RATING_RANGE = "empty-rating-range"


class WrongOption(msgspec.Struct, frozen=True):
    """One thing wrong with a table's options."""

    path: str
    code: str
    allowed: tuple[str | int, ...]
    """The values that may stand there, or in a list that stands there, as options have them; empty where they cannot
    be listed."""
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
        if self.kind and not is_ours(self.code):
            return texts.refuse(language, KINDS[self.kind].refusal(self.code, self.params))
        message = f"problem-{self.code}-{self.about}"
        if texts.has(message):
            return texts.text(language, message, self.params)
        return title_of(self.code, texts, language)

    def _wrong_option(self, texts: Texts, language: str, found: Problem) -> WrongOption:
        allowed = ", ".join(map(str, found.allowed))
        detail = texts.text(language, f"{self.kind}-option-{found.code}", {"allowed": allowed})
        return WrongOption(found.path, found.code, found.allowed, detail)


def status_of(code: str) -> HTTPStatus:
    """
    >>> status_of("no-such-game"), status_of("suit-already-in-trick")
    (<HTTPStatus.NOT_FOUND: 404>, <HTTPStatus.CONFLICT: 409>)
    """
    return Code(code).status if is_ours(code) else HTTPStatus.CONFLICT


def title_of(code: str, texts: Texts, language: str) -> str:
    return texts.text(language, f"problem-{code}" if is_ours(code) else "problem-refused-by-the-rules")


def malformed(problem: str, path: str = "$", **figures: int) -> ApiError:
    """`problem`: a `Flaw`, which has a sentence of its own with these figures, or what a decoder says, in English."""
    about = problem if isinstance(problem, Flaw) else "detail"
    return ApiError(Code.MALFORMED, about=about, params={"path": path, "problem": str(problem), **figures})
