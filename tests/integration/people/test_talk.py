"""Emotes and texts at a table: who may say what, and who sees it."""

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.people.words import visible_text
from shared.api.caps import CAPS, Bucket, Cap
from shared.api.inbox import ChatNews, Cursor
from shared.api.problem import ApiError
from tests.integration.conftest import Guest, Phone
from tests.integration.people.conftest import blocks


async def table_of(host: Phone, *others: Phone) -> str:
    table = await host.opens()
    for other in others:
        assert (await other.post(f"/v1/tables/{table}/join")).status_code == 200
    return table


async def says(phone: Phone, table: str, text: str | None = None, **rest: Any) -> int:
    body = {"text": text} if text else {"emote": "hello"}
    answer = await phone.post(f"/v1/tables/{table}/messages", body, **rest)
    assert answer.status_code == 201, answer.text
    return answer.json()["number"]


async def reads(phone: Phone, table: str, query: str = "") -> list[str | None]:
    listed = await phone.get(f"/v1/tables/{table}/messages{query}")
    assert listed.status_code == 200, listed.text
    return [message["text"] for message in listed.json()["messages"]]


async def told(app: Litestar, phone: Phone) -> dict[str, int]:
    changed = await app.state.inbox.changed(phone.id, Cursor(), 100)
    return {news.id: news.version for news in changed.news if isinstance(news, ChatNews)}


async def test_those_at_the_table_read_on_from_what_they_know(app: Litestar, guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann, bob)
    first = await says(ann, table, "Going up?")
    last = await says(bob, table, "Down.")
    assert await reads(ann, table) == ["Going up?", "Down."]
    assert await reads(bob, table, f"?after={first}") == ["Down."]
    assert [await told(app, one) for one in (ann, bob)] == [{table: last}] * 2
    page = (await ann.get(f"/v1/tables/{table}/messages?limit=1")).json()
    assert (len(page["messages"]), page["more"]) == (1, True)


async def test_an_emote_is_said_in_each_readers_language(guest: Guest) -> None:
    ann = await guest("Ann")
    table = await table_of(ann)
    await says(ann, table)
    listed = await ann.get(f"/v1/tables/{table}/messages", headers={"accept-language": "fr"})
    assert (listed.json()["messages"][0]["emote"], listed.json()["messages"][0]["text"]) == (
        "hello",
        "Bonjour !",
    )
    emotes = (await ann.get("/v1/emotes", headers={"accept-language": "ko"})).json()["emotes"]
    assert all(emote["text"] and emote["sign"] for emote in emotes)


async def test_whoever_does_not_sit_there_neither_says_nor_reads(guest: Guest, nobody: Phone) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann)
    path = f"/v1/tables/{table}/messages"
    said, read = await bob.post(path, {"text": "hi"}), await bob.get(path)
    assert [answer.json()["code"] for answer in (said, read)] == ["not-seated"] * 2
    assert (await nobody.get(path)).json()["code"] == "token-missing"
    assert (await ann.get("/v1/tables/g_none/messages")).json()["code"] == "no-such-table"


async def test_people_with_a_block_between_them_see_nothing_of_each_other(
    app: Litestar, guest: Guest
) -> None:
    ann, bob, cid = await guest("Ann"), await guest("Bob"), await guest("Cid")
    table = await table_of(ann, bob, cid)
    await blocks(bob, ann)
    await says(ann, table, "from Ann")
    heard = await says(bob, table, "from Bob")
    assert await reads(ann, table) == ["from Ann"]
    assert await reads(bob, table) == ["from Bob"]
    assert await reads(cid, table) == ["from Ann", "from Bob"]
    assert ((await told(app, ann))[table] < heard, await told(app, bob)) == (True, {table: heard})


async def test_who_wants_no_messages_is_shown_and_told_none(app: Litestar, guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann, bob)
    await bob.send("PATCH", "/v1/me", {"chat": False})
    await says(ann, table, "hello?")
    assert (await reads(bob, table), await told(app, bob)) == ([], {})
    await bob.send("PATCH", "/v1/me", {"chat": True})
    assert await reads(bob, table) == ["hello?"]


@pytest.mark.parametrize(
    ("mode", "refused"), [("all", []), ("emotes", ["text"]), ("off", ["text", "emote"])], ids=str
)
async def test_the_host_says_what_may_be_said(guest: Guest, mode: str, refused: list[str]) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann, bob)
    assert (await bob.send("PUT", f"/v1/tables/{table}/chat", {"mode": mode})).json()["code"] == "not-host"
    await ann.send("PUT", f"/v1/tables/{table}/chat", {"mode": mode})
    bodies = [{"text": "hi"}, {"emote": "wow"}]
    answers = [await bob.post(f"/v1/tables/{table}/messages", body) for body in bodies]
    silent = [next(iter(body)) for body, answer in zip(bodies, answers, strict=True) if answer.is_error]
    assert silent == refused
    assert {answer.json()["code"] for answer in answers if answer.is_error} <= {"table-is-silent"}
    assert (await bob.get(f"/v1/tables/{table}/messages")).json()["mode"] == mode


@pytest.mark.parametrize(
    "body",
    [
        {}, {"text": "hi", "emote": "wow"}, {"text": "x" * 201}, {"text": "a\u202eb"}, {"text": "a\x00b"},
        {"text": "\u200b"}, {"emote": "dance"}, {"text": "hi", "seat": 1},
    ],
)  # fmt: skip
async def test_a_message_has_a_form(guest: Guest, body: dict[str, Any]) -> None:
    ann = await guest()
    answer = await ann.post(f"/v1/tables/{await table_of(ann)}/messages", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@given(st.text(max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_what_may_be_written_holds_nothing_that_hides_or_turns(text: str) -> None:
    try:
        shown = visible_text(text, "$")
    except ApiError:
        return
    assert shown
    assert not set(shown) & {
        chr(sign) for sign in (*range(32), 127, *range(0x202A, 0x202F), 0x2066, 0x200B, 0xFEFF)
    }


async def test_a_message_that_is_sent_again_is_said_once(app: Litestar, guest: Guest, server: Redis) -> None:
    ann = await guest()
    table = await table_of(ann)
    headers = {"idempotency-key": "abcdefghijklmnop"}
    numbers = {await says(ann, table, "once", headers=headers) for _ in range(2)}
    saying = (await app.state.talk.sayings.all(table))[1][0].saying
    twice = {await app.state.talk.sayings.say(table, "same", saying) for _ in range(2)}
    assert (len(numbers), len(twice), await reads(ann, table)) == (1, 1, ["once", "once"])


async def test_messages_said_at_once_have_numbers_of_their_own(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann, bob)
    numbers = await asyncio.gather(*(says(one, table, f"{n}") for n in range(8) for one in (ann, bob)))
    assert len(set(numbers)) == len(await reads(ann, table)) == 16


async def test_only_the_last_messages_are_kept_and_not_for_ever(
    guest: Guest, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.lobby.talk.sayings.CAPS", {**CAPS, Cap.TABLE_MESSAGES: 2})
    ann = await guest()
    table = await table_of(ann)
    for text in ("one", "two", "three"):
        await says(ann, table, text)
    assert await reads(ann, table) == ["two", "three"]
    assert 0 < await server.ttl(f"said:{{{table}}}") <= 30 * 24 * 3600


async def test_messages_are_rationed(app: Litestar, guest: Guest) -> None:
    ann = await guest()
    table = await table_of(ann)
    for _ in range(10):
        await app.state.limits.take(Bucket.MESSAGES, ann.id)
    refused = await ann.post(f"/v1/tables/{table}/messages", {"emote": "hello"})
    assert (refused.status_code, refused.json()["params"]) == (429, {"limit": "messages"})


async def test_what_somebody_said_is_theirs_to_take_away(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await table_of(ann, bob)
    await says(ann, table, "from Ann")
    await says(bob, table, "from Bob")
    exported = (await ann.get("/v1/me/export")).json()["messages"]
    assert [(one["table"], one["text"]) for one in exported] == [(table, "from Ann")]
    await ann.send("DELETE", "/v1/me")
    assert await reads(bob, table) == ["from Bob"]
