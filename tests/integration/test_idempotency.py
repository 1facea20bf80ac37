"""Idempotency-Key: a write that is sent again gets its first answer again, whatever happened in between."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.api.idempotency import CLAIM_MS, Idempotency
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.waiting import until

KEY = {"idempotency-key": "0123456789abcdef"}
TABLE = {"kind": "floor", "players": 3}


async def _open(phone: Phone, body: Any = TABLE, **headers: str) -> httpx.Response:
    return await phone.post("/v1/tables", body, headers={**KEY, **headers})


async def _tables(phone: Phone) -> int:
    return len((await phone.get("/v1/tables")).json()["tables"])


async def test_the_same_write_again_gets_the_same_answer_and_does_nothing(guest: Guest) -> None:
    ann = await guest()
    answers = [await _open(ann) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.content for answer in answers}) == 1
    assert [answer.headers.get("idempotency-replayed") for answer in answers] == [None, "true", "true"]
    for name, value in (("content-type", "application/json"), ("content-language", "en")):
        assert {answer.headers[name] for answer in answers} == {value}
    assert await _tables(ann) == 1


async def test_twenty_at_once_open_one_table(guest: Guest) -> None:
    ann = await guest()
    answers = await asyncio.gather(*(_open(ann) for _ in range(20)))
    done = [answer for answer in answers if answer.status_code == 201]
    busy = [answer for answer in answers if answer.status_code == 409]
    assert len(done) + len(busy) == 20
    assert len({answer.content for answer in done}) == 1
    assert {answer.json()["code"] for answer in busy} <= {"idempotency-key-in-use"}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in busy)
    assert await _tables(ann) == 1


@pytest.mark.parametrize("other", ["body", "route"])
async def test_a_key_belongs_to_its_first_request(guest: Guest, other: str) -> None:
    ann = await guest()
    id = (await _open(ann)).json()["id"]
    path, body = {
        "body": ("/v1/tables", {**TABLE, "players": 2}),
        "route": (f"/v1/tables/{id}/join", TABLE),
    }[other]
    refused = await ann.post(path, body, headers=KEY)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency-key-reused")


async def test_each_account_has_keys_of_its_own(guest: Guest) -> None:
    ids = {(await _open(await guest(name))).json()["id"] for name in ("Ann", "Bob")}
    assert len(ids) == 2


async def test_a_refusal_is_repeated_even_when_it_would_no_longer_be_one(guest: Guest) -> None:
    ann, bob, cem = [await guest(name) for name in ("Ann", "Bob", "Cem")]
    id = await ann.opens(players=2)
    await bob.post(f"/v1/tables/{id}/join")
    first = await cem.post(f"/v1/tables/{id}/join", headers=KEY)
    await bob.post(f"/v1/tables/{id}/leave")
    again = await cem.post(f"/v1/tables/{id}/join", headers=KEY)
    assert (first.status_code, again.status_code) == (409, 409)
    assert first.content == again.content
    assert again.headers["content-type"] == "application/problem+json"
    assert (await cem.post(f"/v1/tables/{id}/join")).status_code == 200


@pytest.mark.parametrize("key", ["short", "x" * 129, "sixteen signs or more", '"unfinished-quote'])
async def test_a_key_that_is_none_is_told(guest: Guest, key: str) -> None:
    refused = await _open(await guest(), **{"idempotency-key": key})
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert refused.json()["params"]["path"] == "Idempotency-Key"


async def test_a_key_may_be_quoted(guest: Guest) -> None:
    ann = await guest()
    bare = await _open(ann)
    quoted = await _open(ann, **{"idempotency-key": f'"{KEY["idempotency-key"]}"'})
    assert bare.content == quoted.content


async def test_a_guest_whose_answer_was_lost_is_the_same_guest(nobody: Phone) -> None:
    first, again = [await nobody.post("/v1/accounts/guest", {"name": "Ann"}, headers=KEY) for _ in range(2)]
    assert first.content == again.content


async def test_what_is_kept_tells_no_token(nobody: Phone, server: Redis) -> None:
    token = (await nobody.post("/v1/accounts/guest", headers=KEY)).json()["access_token"]
    (record,) = [key async for key in server.scan_iter(match="write:*")]
    kept = await server.hgetall(record)
    assert b"answer" in kept
    assert token.encode() not in b"".join([record, *kept.values()])


async def test_who_was_not_let_in_may_try_again_with_the_same_key(guest: Guest, nobody: Phone) -> None:
    assert (await _open(nobody)).status_code == 401
    assert (await _open(nobody)).status_code == 401
    assert (await _open(await guest())).status_code == 201


async def test_a_write_whose_process_died_is_carried_out_again_with_the_same_effect(
    guest: Guest, server: Redis
) -> None:
    ann = await guest()
    first = await _open(ann)
    (record,) = [key async for key in server.scan_iter(match="write:*")]
    await server.hdel(record, "answer")
    assert (await _open(ann)).json()["code"] == "idempotency-key-in-use"
    await server.hset(record, "until", "0")  # as if the claim had run out
    again = await _open(ann)
    assert (again.status_code, again.json()) == (201, first.json())
    assert await _tables(ann) == 1


async def test_a_claim_ends_by_itself_and_is_forgotten_after_a_day(app: Litestar, server: Redis) -> None:
    idempotency: Idempotency = app.state.idempotency
    claim = await idempotency.claim(KEY["idempotency-key"], "a_1", b"request")
    until, since = [int(value) for value in await server.hmget(claim.record, "until", "since")]
    assert until - since == CLAIM_MS
    assert 86_000 < await server.ttl(claim.record) <= 86_400


@pytest.mark.parametrize("taken_over", [False, True])
async def test_a_claim_is_held_while_its_write_is_carried_out_and_it_is_still_its_own(
    app: Litestar, server: Redis, monkeypatch: pytest.MonkeyPatch, taken_over: bool
) -> None:
    monkeypatch.setattr("shared.api.idempotency.HOLD_S", 0.001)
    idempotency: Idempotency = app.state.idempotency
    claim = await idempotency.claim(KEY["idempotency-key"], "a_1", b"request")
    await server.hset(claim.record, mapping={"until": "1", **({"by": "another"} if taken_over else {})})

    async def held() -> bool:
        return await server.hget(claim.record, "until") != b"1"

    done = idempotency.hold(claim)
    await (asyncio.sleep(0.1) if taken_over else until(held))
    done.set()
    assert await held() is not taken_over
    await until(lambda: not idempotency._holding)


async def test_an_answer_comes_again_in_the_form_it_was_given(guest: Guest) -> None:
    ann = await guest()
    headers = {"accept": "application/msgpack"}
    first, again = [await _open(ann, **headers) for _ in range(2)]
    assert first.content == again.content
    assert again.headers["content-type"] == "application/msgpack"
    assert msgspec.msgpack.decode(again.content)["kind"] == "floor"
