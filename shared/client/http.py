"""Requests that are sent again until they are answered, for as long as the caller is patient."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import TypeVar

import httpx
import msgspec

from shared.client.problems import ApiProblem, Lost, Unreachable, asked_pause, is_not_now, problem_of
from shared.client.tokens import Keep, Renewed, TokenHolder, Tokens, forget

T = TypeVar("T")

Params = Mapping[str, str | int]

EXPIRED = "token-expired"

CONNECT_S = 5.0
IDLE_S = 3.0
"""How long an idle connection is kept: less than a server does (5 s), lest it is used while it is being closed."""
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
ANSWER_S = 15.0
"""How long one attempt may take, beside the time that a long poll asks the server to wait."""


def pauses() -> Iterator[float]:
    """Seconds before each further attempt: doubling up to a limit, spread so that clients do not meet."""
    longest = FIRST_PAUSE_S
    while True:
        yield longest * (0.5 + secrets.randbelow(500) / 1000)
        longest = min(longest * 2, LONGEST_PAUSE_S)


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
        answer_s: float = ANSWER_S,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.address = address
        self.language = language
        self.patience_s = patience_s
        self.answer_s = answer_s
        self._client = httpx.AsyncClient(
            base_url=address,
            headers={"accept-language": language},
            timeout=httpx.Timeout(answer_s, connect=CONNECT_S),
            transport=transport,
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=IDLE_S),
            verify=address.startswith("https:"),  # who speaks no TLS need not load certificates for 20 ms
        )
        self.holder = TokenHolder(tokens, keep)

    async def close(self) -> None:
        await self._client.aclose()

    async def get(self, path: str, answer: type[T], params: Params | None = None, *, wait_s: int = 0) -> T:
        """`wait_s` is how long the server was asked to wait before it answers."""
        timeout = httpx.Timeout(self.answer_s + wait_s, connect=CONNECT_S)
        request = self._client.build_request("GET", path, params=dict(params or {}), timeout=timeout)
        return msgspec.json.decode(await self._answer(request), type=answer)

    async def send(self, method: str, path: str, body: object, answer: type[T], *, signed: bool = True) -> T:
        """Sends a body until it is answered, under one key, by which the server carries it out once.

        `signed` is whether it says who sends it.
        """
        content = msgspec.json.encode(body)
        headers = {"content-type": "application/json", "idempotency-key": secrets.token_urlsafe(18)}
        request = self._client.build_request(method, path, content=content, headers=headers)
        return msgspec.json.decode(await self._answer(request, signed=signed), type=answer)

    @asynccontextmanager
    async def stream(self, path: str, params: Params, media_type: str) -> AsyncGenerator[httpx.Response]:
        """One attempt at a stream. Raises `Lost` when it may be made again, else `ApiProblem`.

        Nothing here ends a silent one: only who reads it knows how long it may be silent.
        """
        headers = {"accept": media_type, **self.holder.authorization()}
        timeout = httpx.Timeout(self.answer_s, connect=CONNECT_S, read=None)
        try:
            async with self._client.stream(
                "GET", path, params=dict(params), headers=headers, timeout=timeout
            ) as response:
                if not response.is_success:
                    await response.aread()
                    raise await self.turned_away(response, problem_of(response))
                yield response
        except httpx.TransportError as error:
            raise Lost(repr(error)) from error

    async def turned_away(self, response: httpx.Response, problem: ApiProblem) -> Lost | ApiProblem:
        """What to raise for a stream that was refused, or ended, with a problem."""
        said = response.request.headers.get("authorization", "")
        if is_not_now(problem) or await self.renewed(said, problem):
            return Lost(str(problem), asked_pause(response))
        return problem

    async def renewed(self, authorization: str, problem: ApiProblem) -> bool:
        """Whether it is worth sending again, as the token had expired and there is a new one now."""
        return problem.code == EXPIRED and await self.holder.renew(authorization, self._renew)

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
                authorization = request.headers.get("authorization", "")
                if not is_not_now(problem) and not await self.renewed(authorization, problem):
                    raise problem
                pause = max(pause, asked_pause(response))
            except httpx.TransportError as error:
                trouble = error
            if asyncio.get_running_loop().time() + pause > until:
                raise given_up(trouble, self.address)
            await asyncio.sleep(pause)
        raise AssertionError("pauses never end")


def given_up(trouble: Exception, address: str) -> Exception:
    """What an impatient caller is told of the last trouble."""
    if isinstance(trouble, ApiProblem):
        return trouble
    unreachable = Unreachable(f"no answer from {address}: {trouble or type(trouble).__name__}")
    unreachable.__cause__ = trouble
    return unreachable
