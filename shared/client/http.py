"""Requests that are sent again until they are answered, for as long as the caller is patient."""

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import httpx
import msgspec

from shared.client.tokens import Keep, Renewed, TokenHolder, Tokens, forget

T = TypeVar("T")

Params = Mapping[str, str | int]

RETRIED = frozenset({429, 502, 503, 504})
"""Answers that say "not now"; each of them leaves the server as it was, or the request may be repeated."""

EXPIRED = "token-expired"

FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
ANSWER_S = 15.0
"""How long one attempt may take, beside the time that a long poll asks the server to wait."""


class ApiProblem(Exception):
    """The server's refusal. `code` is stable; `detail` is for people, in the client's language."""

    def __init__(self, status: int, code: str, detail: str, params: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.params = params


class Unreachable(Exception):
    """No answer within the client's patience. What was sent may have been carried out or not."""


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


def pauses() -> Iterator[float]:
    """Seconds before each further attempt: doubling up to a limit, spread so that clients do not meet."""
    longest = FIRST_PAUSE_S
    while True:
        yield longest * (0.5 + secrets.randbelow(500) / 1000)
        longest = min(longest * 2, LONGEST_PAUSE_S)


def asked_pause(answer: httpx.Response) -> float:
    """What the server asks for in `Retry-After`, in seconds."""
    text = answer.headers.get("retry-after", "")
    return float(text) if text.isdecimal() else 0.0


class Http:
    """One server, and the tokens of one account, renewed when they expire.

    Give `transport` to talk to an application in the same process, `keep` to have tokens outlive the process.
    """

    def __init__(
        self,
        address: str,
        *,
        tokens: Tokens | None = None,
        keep: Keep = forget,
        language: str = "en",
        patience_s: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.patience_s = patience_s
        self._client = httpx.AsyncClient(
            base_url=address,
            headers={"accept-language": language},
            timeout=httpx.Timeout(ANSWER_S, connect=5),
            transport=transport,
        )
        self.holder = TokenHolder(tokens, keep)

    async def close(self) -> None:
        await self._client.aclose()

    async def get(self, path: str, answer: type[T], params: Params | None = None, *, wait_s: int = 0) -> T:
        """`wait_s` is how long the server was asked to wait before it answers."""
        request = self._client.build_request(
            "GET", path, params=dict(params or {}), timeout=ANSWER_S + wait_s
        )
        return msgspec.json.decode(await self._answer(request), type=answer)

    async def send(self, method: str, path: str, body: object, answer: type[T], *, signed: bool = True) -> T:
        """Sends a body that may arrive more than once: the caller sees to it that this does no harm.

        `signed` is whether it says who sends it.
        """
        content = msgspec.json.encode(body)
        headers = {"content-type": "application/json"}
        request = self._client.build_request(method, path, content=content, headers=headers)
        return msgspec.json.decode(await self._answer(request, signed=signed), type=answer)

    def open_stream(
        self, path: str, params: Params, silence_s: float
    ) -> AbstractAsyncContextManager[httpx.Response]:
        """One attempt at a stream of server-sent events."""
        headers = {"accept": "text/event-stream", **self.holder.authorization()}
        timeout = httpx.Timeout(silence_s, connect=5)
        return self._client.stream("GET", path, params=dict(params), headers=headers, timeout=timeout)

    async def renewed(self, request: httpx.Request, problem: ApiProblem) -> bool:
        """Whether a request is worth sending again, as its token had expired and there is a new one now."""
        if problem.code != EXPIRED:
            return False
        return await self.holder.renew(request.headers.get("authorization", ""), self._renew)

    async def _renew(self, held: Tokens) -> Renewed:
        body = {"refresh_token": held.refresh_token, "attempt": held.attempt}
        return await self.send("POST", "/v1/sessions/refresh", body, Renewed, signed=False)

    async def _answer(self, request: httpx.Request, *, signed: bool = True) -> bytes:
        """The body of the first real answer. Raises `ApiProblem` or `Unreachable`."""
        until = asyncio.get_running_loop().time() + self.patience_s
        for pause in pauses():
            if signed:
                request.headers.update(self.holder.authorization())
            try:
                response = await self._client.send(request)
                if response.is_success:
                    return response.content
                trouble: Exception = (problem := problem_of(response))
                if response.status_code not in RETRIED and not await self.renewed(request, problem):
                    raise problem
                pause = max(pause, asked_pause(response))
            except httpx.TransportError as error:
                trouble = error
            if asyncio.get_running_loop().time() + pause > until:
                raise _given_up(trouble, self._client.base_url)
            await asyncio.sleep(pause)
        raise AssertionError("pauses never end")


def _given_up(trouble: Exception, address: httpx.URL) -> Exception:
    if isinstance(trouble, ApiProblem):
        return trouble
    unreachable = Unreachable(f"no answer from {address}: {trouble or type(trouble).__name__}")
    unreachable.__cause__ = trouble
    return unreachable
