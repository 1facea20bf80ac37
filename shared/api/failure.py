"""Whatever a handler raises becomes a problem; nothing of a failure of ours is told."""

from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from redis.exceptions import RedisError

from shared.api import figures
from shared.api.courier import Unanswered, Unsent
from shared.api.idempotency import Replayed
from shared.api.language import speak
from shared.api.once import answered_before
from shared.api.problem import MEDIA_TYPE, ApiError, Code, malformed
from shared.games.rules import Rejected
from shared.log.port import ArchiveAway, VersionTaken

log = structlog.get_logger()

RETRY = {"Retry-After": "1"}

CUT_OFF = "client disconnected prematurely"
"""What Litestar says, as a failure of ours, of a request whose body did not arrive whole."""

STATUS_CODES = {
    401: Code.TOKEN_INVALID,
    404: Code.NO_SUCH_ROUTE,
    405: Code.METHOD_NOT_ALLOWED,
    406: Code.NOT_ACCEPTABLE,
    413: Code.BODY_TOO_LARGE,
    415: Code.UNSUPPORTED_MEDIA_TYPE,
    429: Code.TOO_MANY_REQUESTS,
}


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The app's one exception handler."""
    if isinstance(error, Replayed):
        return answered_before(error.kept)
    failed = as_api_error(error)
    if "path_template" not in request.scope:
        figures.answered(None, request.method, int(failed.status), 0)
    if failed.status == 500:
        log.error("request-failed", method=request.method, path=request.url.path, exc_info=error)
    body = msgspec.json.encode(failed.problem(request.app.state.texts, speak(request)))
    headers = {**failed.headers, "cache-control": "no-store"}
    if request.method == "HEAD":
        body = b""
    return Response(body, status_code=int(failed.status), media_type=MEDIA_TYPE, headers=headers)


def as_api_error(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case Rejected(reason=reason, params=params):
            return ApiError(reason, params=params)
        case Unanswered():
            return ApiError(Code.NOT_ANSWERED_YET, headers=RETRY)
        case Unsent() | RedisError() | VersionTaken() | ArchiveAway():
            return _unavailable(error)
        case ValidationException():
            return _invalid(error)
        case InternalServerException(detail=said) if said == CUT_OFF:
            return malformed(said)
        case HTTPException(status_code=status) if status < 500:
            return _refused(error)
        case _:
            return ApiError(Code.INTERNAL_ERROR)


def _unavailable(error: Exception) -> ApiError:
    log.warning("unavailable", error=str(error))
    return ApiError(Code.UNAVAILABLE, headers=RETRY)


def _invalid(error: ValidationException) -> ApiError:
    """Litestar found a path or query parameter, or a missing body, wrong."""
    first: dict[str, Any] = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    key, source = first.get("key", "$"), first.get("source", "")
    path = "$" if source == "body" or key == "data" else key
    return malformed(str(first.get("message", error.detail)), path)


def _refused(error: HTTPException) -> ApiError:
    code = STATUS_CODES.get(error.status_code, Code.MALFORMED)
    return ApiError(code, headers=error.headers)
