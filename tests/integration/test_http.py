"""What holds for every route: media types, caching, methods, sizes, limits, and failures of ours."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar, Router
from openapi_spec_validator import validate
from redis.asyncio import Redis

from shared.api.app import application
from shared.api.caps import Bucket, Limit
from shared.api.limits import Limits
from shared.api.media import MSGPACK
from shared.api.negotiate import get
from shared.api.problem import ApiError
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone, alive

READABLE = [
    "/health/live",
    "/health/ready",
    "/v1/kinds",
    "/v1/kinds/floor",
    "/v1/tables",
    "/openapi.json",
    "/docs",
]


@pytest.mark.parametrize("path", READABLE)
async def test_head_gives_the_headers_of_get_without_its_body(nobody: Phone, path: str) -> None:
    plain = {"accept-encoding": "identity"}
    got, head = [await nobody.send(method, path, headers=plain) for method in ("GET", "HEAD")]
    assert (got.status_code, head.status_code, head.content) == (200, 200, b"")
    for name in ("etag", "content-type", "content-length"):
        assert head.headers[name].partition(";")[0] == got.headers[name].partition(";")[0]


@pytest.mark.parametrize("given", ["{tag}", '"other", {tag}', "*", "{strong}"])
async def test_what_the_client_has_is_not_sent_again(nobody: Phone, given: str) -> None:
    tag = (await nobody.get("/v1/kinds")).headers["etag"]
    known = given.format(tag=tag, strong=tag.removeprefix("W/"))
    again = await nobody.get("/v1/kinds", headers={"if-none-match": known})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)


async def test_what_has_changed_is_sent_again(guest: Guest) -> None:
    ann = await guest()
    id = await ann.opens()
    tag = (await ann.get(f"/v1/tables/{id}")).headers["etag"]
    await ann.seats_bots(id, 1)
    assert (await ann.get(f"/v1/tables/{id}", headers={"if-none-match": tag})).status_code == 200


@pytest.mark.parametrize("media_type", MSGPACK)
async def test_messagepack_goes_in_and_out(guest: Guest, media_type: str) -> None:
    ann = await guest()
    body = msgspec.msgpack.encode({"kind": "floor", "players": 2, "pace": {"type": "live", "turn_s": 9}})
    headers = {"content-type": media_type, "accept": f"{media_type}, application/json;q=0.9"}
    answer = await ann.send("POST", "/v1/tables", content=body, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (201, media_type)
    assert msgspec.msgpack.decode(answer.content)["pace"] == {"type": "live", "turn_s": 9}


async def test_a_messagepack_body_is_judged_as_strictly_as_json(guest: Guest) -> None:
    body = msgspec.msgpack.encode({"kind": "floor", "players": "2"})
    headers = {"content-type": "application/msgpack"}
    answer = await (await guest()).send("POST", "/v1/tables", content=body, headers=headers)
    assert answer.json()["params"]["path"] == "$.players"


async def test_what_cannot_be_answered_is_refused_before_it_is_done(guest: Guest) -> None:
    ann = await guest()
    answer = await ann.post("/v1/tables", {"kind": "floor", "players": 3}, headers={"accept": "text/csv"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not-acceptable")
    assert (await ann.get("/v1/tables")).json()["tables"] == []


@pytest.mark.parametrize(
    ("content_type", "content", "status", "code"),
    [
        ("text/plain", b"{}", 415, "unsupported-media-type"),
        ("", b"{}", 415, "unsupported-media-type"),
        ("application/json", b"{", 400, "malformed"),
        ("application/json", b'{"kind":"\xff"}', 400, "malformed"),
        ("application/json", b"[" * 60_000, 400, "malformed"),
        ("application/msgpack", b"\xc1", 400, "malformed"),
        ("application/json", b" " * (64 * 1024 + 1), 413, "body-too-large"),
    ],
    ids=["text", "untyped", "cut", "no utf-8", "deep", "no msgpack", "large"],
)
async def test_a_body_that_cannot_be_read(
    guest: Guest, content_type: str, content: bytes, status: int, code: str
) -> None:
    headers = {"content-type": content_type}
    answer = await (await guest()).send("POST", "/v1/tables", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_an_unknown_address(nobody: Phone) -> None:
    answer = await nobody.get("/v2/tables")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-route")


async def test_a_method_that_a_route_does_not_have(nobody: Phone) -> None:
    answer = await nobody.send("PATCH", "/v1/tables")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize("given", ["Bearer", "Basic eDp5", "Bearer x.y.z"])
async def test_a_bad_token_is_refused_even_where_none_is_needed(nobody: Phone, given: str) -> None:
    answer = await nobody.get("/v1/kinds", headers={"authorization": given})
    assert (answer.status_code, answer.json()["code"]) == (401, "token-invalid")
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_an_expired_token(nobody: Phone, app: Litestar) -> None:
    token, _ = app.state.tokens.mint("a_1", 1_600_000_000, session="s_0")
    answer = await nobody.get("/v1/me", headers={"authorization": f"Bearer {token}"})
    assert answer.json()["code"] == "token-expired"


async def test_every_answer_has_the_security_headers(nobody: Phone) -> None:
    for path in ("/v1/kinds", "/nowhere"):
        headers = (await nobody.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]


async def test_one_address_may_open_thirty_accounts_a_minute(nobody: Phone) -> None:
    answers = [
        await nobody.post("/v1/accounts/guest", headers={"x-forwarded-for": f"1.1.1.{n}"}) for n in range(31)
    ]
    assert [answer.status_code for answer in answers] == [201] * 30 + [429]
    refused = answers[-1]
    assert (refused.json()["code"], refused.json()["params"]) == ("too-many-requests", {"limit": "guests"})
    assert refused.headers["retry-after"] == "2"
    assert refused.headers["ratelimit-policy"] == '"guests";q=30;w=60'
    assert refused.headers["ratelimit"].startswith('"guests";r=0;t=')


async def test_an_account_that_writes_too_fast_has_to_wait(guest: Guest) -> None:
    ann = await guest()
    id = await ann.opens()
    answers = await asyncio.gather(*(ann.post(f"/v1/tables/{id}/join") for _ in range(100)))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 15 <= len(refused) <= 41
    assert refused[0].json()["params"] == {"limit": "writes"}


async def test_a_limit_lets_through_again_what_its_rate_allows(app: Litestar, server: Redis) -> None:
    limits = Limits(server, {Bucket.WRITES: Limit(20, 1, 2)})
    taken = [await limits.take(Bucket.WRITES, "a_1") for _ in range(2)]
    assert [headers["RateLimit"] for headers in taken] == ['"writes";r=1;t=1', '"writes";r=0;t=1']
    with pytest.raises(ApiError):
        await limits.take(Bucket.WRITES, "a_1")
    await asyncio.sleep(0.06)  # the time itself is what is tested: one in fifty milliseconds
    await limits.take(Bucket.WRITES, "a_1")


@get("/broken", include_in_schema=False)
async def broken() -> dict[str, Any]:
    raise RuntimeError("the secret is 42")


@pytest.mark.logs("request-failed")
async def test_a_failure_of_ours_tells_nothing(server: Redis, config: Settings) -> None:
    app = application([Router("/", route_handlers=[broken])], config)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with alive(app), httpx.AsyncClient(transport=transport, base_url="http://lobby") as http:
        answer = await http.get("/broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal-error")
    assert "42" not in answer.text


async def test_a_request_that_is_cut_off_in_its_body_is_no_failure_of_ours(app: Litestar) -> None:
    """What follows an unexpected log record is a failed test."""
    arriving = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(arriving)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-type", b"application/json"), (b"content-length", b"99")]
    where = {
        "method": "POST",
        "path": "/v1/accounts/guest",
        "raw_path": b"/v1/accounts/guest",
        "query_string": b"",
    }
    await app({"type": "http", "headers": headers, "client": ("127.0.0.1", 1), **where}, receive, send)  # pyright: ignore
    assert sent[0]["status"] == 400


async def test_the_description_is_valid(nobody: Phone) -> None:
    described = (await nobody.get("/openapi.json")).json()
    validate(described)
    assert described["components"]["schemas"]["floor.command"]["discriminator"]["propertyName"] == "type"
    assert described["components"]["schemas"]["NewTable"]["additionalProperties"] is False


async def test_every_problem_has_a_page(nobody: Phone) -> None:
    problem = (await nobody.get("/v1/tables/x")).json()
    page = (await nobody.get(problem["type"])).json()
    assert page == {"code": "no-such-table", "status": 404, "title": problem["title"]}
