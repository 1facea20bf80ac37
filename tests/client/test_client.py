"""The client against a server that misbehaves in every way a bad network has."""

from collections.abc import AsyncIterator, Callable

import httpx
import msgspec
import pytest

from shared.client import ApiProblem, Client, Http, Unreachable
from shared.client.sse import Message, messages

ACCEPTED = {"id": "x", "version": 7, "events": [{"type": "card-played"}]}
Server = Callable[[httpx.Request], httpx.Response]


def client_of(server: Server, patience_s: float = 30) -> Client:
    return Client(Http("http://server", patience_s=patience_s, transport=httpx.MockTransport(server)))


class Script:
    """Answers in turn; an exception is raised, the last one is repeated."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def busy(status: int, after: str = "0") -> httpx.Response:
    return httpx.Response(status, json={"code": "unavailable"}, headers={"retry-after": after})


async def test_a_command_is_sent_again_under_the_same_id_until_it_is_answered() -> None:
    script = Script(
        httpx.ReadTimeout("lost"),
        httpx.ConnectError("down"),
        busy(503),
        busy(429),
        httpx.Response(200, json=ACCEPTED),
    )
    accepted = await client_of(script).command("g", {"type": "play-card"}, expect=6)
    bodies = [msgspec.json.decode(request.content) for request in script.requests]
    assert accepted.version == 7
    assert len(bodies) == 5
    assert {body["id"] for body in bodies} == {bodies[0]["id"]}
    assert bodies[0]["expect"] == 6


async def test_a_write_that_is_sent_again_keeps_its_key_and_another_has_its_own() -> None:
    guest = {"account": {"id": "a_1", "name": "Ann"}, "access_token": "t", "expires_at": ""}
    in_use = httpx.Response(409, json={"code": "idempotency-key-in-use"}, headers={"retry-after": "0"})
    script = Script(httpx.ReadError("lost"), in_use, httpx.Response(201, json=guest))
    client = client_of(script)
    await client.guest()
    await client.guest()
    first, second, third, other = (request.headers["idempotency-key"] for request in script.requests)
    assert first == second == third != other


async def test_two_commands_have_two_ids() -> None:
    script = Script(httpx.Response(200, json=ACCEPTED))
    client = client_of(script)
    await client.command("g", {"type": "a"})
    await client.command("g", {"type": "a"})
    first, second = (msgspec.json.decode(request.content)["id"] for request in script.requests)
    assert first != second


async def test_a_refusal_is_an_exception_with_the_stable_code_and_is_not_repeated() -> None:
    problem = {"code": "suit-already-in-trick", "detail": "Not this one.", "params": {"suit": "a"}}
    script = Script(httpx.Response(409, json=problem))
    with pytest.raises(ApiProblem) as caught:
        await client_of(script).command("g", {"type": "play-card"})
    assert (caught.value.status, caught.value.code) == (409, "suit-already-in-trick")
    assert caught.value.params == {"suit": "a"}
    assert len(script.requests) == 1


async def test_a_server_that_never_answers_is_unreachable_after_the_patience() -> None:
    script = Script(httpx.ConnectError("down"))
    with pytest.raises(Unreachable):
        await client_of(script, patience_s=0.3).game("g")
    assert len(script.requests) > 1


async def test_an_error_page_of_a_proxy_is_a_problem_too() -> None:
    with pytest.raises(ApiProblem) as caught:
        await client_of(Script(httpx.Response(418, text="<html>"))).game("g")
    assert caught.value.code == "unknown"


async def test_the_guest_s_token_goes_with_every_later_call() -> None:
    guest = {
        "account": {"id": "a_1", "name": "Ann"},
        "access_token": "secret",
        "expires_at": "2030-01-01T00:00:00Z",
    }
    script = Script(httpx.Response(201, json=guest), httpx.Response(200, json={"id": "a_1", "name": "Ann"}))
    client = client_of(script)
    await client.guest("Ann")
    await client.me()
    assert "authorization" not in script.requests[0].headers
    assert script.requests[1].headers["authorization"] == "Bearer secret"


def entries(*versions: int, ended: bool = False) -> httpx.Response:
    text = "".join(f'id: {v}\nevent: entry\ndata: {{"version":{v}}}\n\n' for v in versions)
    return httpx.Response(
        200, text=text + ('event: ended\ndata: {"type":"ended","version":0}\n\n' if ended else "")
    )


async def test_a_broken_stream_is_resumed_after_the_last_entry() -> None:
    script = Script(entries(4, 5), busy(503), httpx.ReadError("cut"), entries(6, 7, ended=True))
    seen = [item.version async for item in client_of(script).follow("g", after=3)]
    assert seen == [4, 5, 6, 7]
    assert [request.url.params["after"] for request in script.requests] == ["3", "5", "5", "5"]


async def lines(*given: str) -> AsyncIterator[str]:
    for line in given:
        yield line


async def test_server_sent_events_are_read_as_the_standard_says() -> None:
    given = lines(
        ": keep-alive",
        "",
        "event: entry",
        "id: 3",
        "data: a",
        "data: b",
        "",
        "data:c",
        "",
        "event: cut",
        "data: d",
    )
    assert [message async for message in messages(given)] == [
        Message("entry", "a\nb", "3"),
        Message("message", "c", "3"),
    ]
