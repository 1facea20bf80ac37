"""Bots' accounts: made by people, marked for ever, and gone with whoever made them."""

import asyncio

import pytest
from redis.asyncio import Redis

from shared.api.caps import CAPS, Cap
from shared.api.scopes import STAFF
from tests.integration.conftest import Guest, Phone
from tests.integration.people.conftest import Staff
from tests.lobby.bots.conftest import MakeBot, Person

NEW = {"handle": "lift-o-mat", "name": "Lift-o-mat"}


async def test_a_bot_is_shown_as_one_with_its_owner_and_never_otherwise(
    person: Person, make_bot: MakeBot
) -> None:
    ann = await person("Ann")
    bot = await make_bot(ann)
    assert bot.id.startswith("a_bot")
    profile = (await ann.get(f"/v1/players/{bot.id}")).json()
    assert (profile["bot"], profile["owner"]["id"]) == (True, ann.id)
    public = (await ann.get(f"/v1/accounts/{bot.id}")).json()
    assert (public["bot"], public["owner"]) == (True, ann.id)
    assert (await bot.send("PATCH", "/v1/me", {"bot": False})).json()["code"] == "not-for-bots"
    assert (await bot.get("/v1/me")).json()["bot"] is True
    listed = (await ann.get(f"/v1/bots/{bot.id}")).json()
    assert (listed["owner"]["id"], listed["online"], listed["webhook"]) == (ann.id, True, False)


async def test_guests_make_no_bots(guest: Guest) -> None:
    refused = await (await guest()).post("/v1/me/bots", NEW)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-for-guests")


async def test_a_person_has_only_so_many_bots(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bots = [await make_bot(ann, there=False) for _ in range(CAPS[Cap.BOTS])]
    assert (await ann.post("/v1/me/bots", NEW)).json()["code"] == "too-many-bots"
    await ann.send("DELETE", f"/v1/me/bots/{bots[0].id}")
    assert (await ann.post("/v1/me/bots", NEW)).status_code == 201


async def test_of_many_made_at_once_no_more_stay_than_may(person: Person) -> None:
    ann = await person()
    asked = [ann.post("/v1/me/bots", {**NEW, "handle": f"many-{n}"}) for n in range(CAPS[Cap.BOTS] + 3)]
    await asyncio.gather(*asked)
    assert len((await ann.get("/v1/me/bots")).json()["bots"]) <= CAPS[Cap.BOTS]


async def test_a_bot_made_twice_under_one_key_is_one(person: Person) -> None:
    ann = await person()
    key = {"idempotency-key": "one-and-the-same-key"}
    made = [(await ann.post("/v1/me/bots", NEW, headers=key)).json() for _ in range(2)]
    assert made[0]["bot"]["id"] == made[1]["bot"]["id"]
    assert len((await ann.get("/v1/me/bots")).json()["bots"]) == 1


async def test_a_handle_is_of_one_space_with_peoples_and_a_refusal_takes_no_place(
    person: Person, make_bot: MakeBot
) -> None:
    ann = await person()
    await ann.post("/v1/me/bots", NEW)
    again = await ann.post("/v1/me/bots", {**NEW, "handle": "LIFT-o-mat"})
    assert again.json()["code"] == "handle-taken"
    assert len((await ann.get("/v1/me/bots")).json()["bots"]) == 1
    found = await ann.get("/v1/players?handle=lift-o-mat")
    assert found.json()["bot"] is True
    refused = await ann.post("/v1/sessions", {"handle": "lift-o-mat", "password": ""})
    assert refused.json()["code"] == "sign-in-refused"


async def test_nobody_else_touches_a_bot(person: Person, make_bot: MakeBot) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ann)
    path = f"/v1/me/bots/{bot.id}"
    answers = [
        await ben.get(path), await ben.send("PATCH", path, {"name": "Mine"}), await ben.send("DELETE", path),
        await ben.get(f"{path}/tokens"), await ben.get(f"{path}/failures"),
        await ben.post(f"{path}/tokens", {"name": "x", "scopes": ["games:play"]}),
        await ben.send("PUT", f"{path}/webhook", {"url": "https://ben.example/"}),
        await ben.send("DELETE", f"{path}/webhook"), await ben.send("PUT", f"/v1/bots/{bot.id}/accepts", {}),
    ]  # fmt: skip
    assert {answer.json()["code"] for answer in answers} == {"no-such-bot"}


async def test_a_bot_may_not_own_bots_or_tokens(person: Person, make_bot: MakeBot) -> None:
    bot = await make_bot(await person())
    for path in ("/v1/me/bots", "/v1/me/tokens", f"/v1/me/bots/{bot.id}", "/v1/me/export"):
        assert (await bot.get(path)).json()["code"] == "scope-missing"


async def test_an_owner_names_a_bot_and_ends_its_tokens(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bot = await make_bot(ann)
    changed = await ann.send("PATCH", f"/v1/me/bots/{bot.id}", {"name": "Otis", "about": "Goes up."})
    assert (changed.json()["bot"]["name"], changed.json()["bot"]["about"]) == ("Otis", "Goes up.")
    (token,) = (await ann.get(f"/v1/me/bots/{bot.id}/tokens")).json()["tokens"]
    left = await ann.send("DELETE", f"/v1/me/bots/{bot.id}/tokens/{token['id']}")
    assert left.json()["tokens"] == []
    assert (await bot.get("/v1/me")).json()["code"] == "token-invalid"


async def test_an_ended_bot_leaves_nothing_but_its_id(
    person: Person, make_bot: MakeBot, server: Redis
) -> None:
    ann = await person()
    bot = await make_bot(ann)
    await bot.is_called()
    ended = await ann.send("DELETE", f"/v1/me/bots/{bot.id}")
    assert ended.json() == {"id": bot.id}
    assert (await bot.get("/v1/me")).json()["code"] == "token-invalid"
    assert (await ann.get(f"/v1/bots/{bot.id}")).json()["code"] == "no-such-bot"
    left = {key.decode() async for key in server.scan_iter(f"*{bot.id}*")}
    assert {key.partition(":")[0] for key in left} <= {"name", "here", "limit", "idempotency"}


async def test_who_deletes_the_account_takes_its_bots_along(person: Person, make_bot: MakeBot) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ann)
    await ann.send("DELETE", "/v1/me")
    assert (await bot.get("/v1/me")).json()["code"] == "token-invalid"
    assert (await ben.get("/v1/bots")).json()["bots"] == []


async def test_the_export_has_the_bots_and_no_secret(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bot = await make_bot(ann)
    secret = (await bot.is_called())["secret"]
    exported = await ann.get("/v1/me/export")
    (own,) = exported.json()["bots"]
    assert (own["bot"]["bot"]["id"], own["bot"]["hook"]["url"]) == (bot.id, "https://bots.example/turn")
    assert [token["name"] for token in own["api_tokens"]] == ["home"]
    assert secret not in exported.text


async def test_a_suspended_owners_bots_are_refused_too_and_come_back_with_them(
    app, person: Person, make_bot: MakeBot, staff: Staff
) -> None:
    app.state.ended._look_s = 0
    boss, ann = await staff(*STAFF), await person()
    bot = await make_bot(ann)
    assert (await bot.get("/v1/me")).status_code == 200
    why = {"reason": "insults"}
    await boss.post(f"/v1/admin/accounts/{ann.id}/suspend", why)
    assert (await bot.get("/v1/me")).json()["code"] == "account-suspended"
    assert (await boss.get(f"/v1/bots/{bot.id}")).json()["online"] is False
    await boss.post(f"/v1/admin/accounts/{bot.id}/suspend", why)
    await boss.post(f"/v1/admin/accounts/{ann.id}/unsuspend", why)
    app.state.api_tokens._known.clear()
    assert (await bot.get("/v1/me")).json()["code"] == "account-suspended"
    await boss.post(f"/v1/admin/accounts/{bot.id}/unsuspend", why)
    assert (await bot.get("/v1/me")).status_code == 200


@pytest.mark.parametrize("url", ["http://bots.example/", "https://", "ftp://x", "https://a b"])
async def test_a_webhook_has_an_https_address(person: Person, make_bot: MakeBot, url: str) -> None:
    ann = await person()
    bot = await make_bot(ann)
    refused = await ann.send("PUT", f"/v1/me/bots/{bot.id}/webhook", {"url": url})
    assert refused.json()["code"] == "malformed"


async def test_a_webhooks_secret_stays_with_its_address_and_goes_with_it(
    person: Person, make_bot: MakeBot
) -> None:
    bot = await make_bot(await person())
    first, again = await bot.is_called(), await bot.is_called()
    assert first["secret"] == again["secret"]
    other = await bot.is_called("https://bots.example/other")
    await bot.owner.send("DELETE", f"/v1/me/bots/{bot.id}/webhook")
    assert len({first["secret"], other["secret"], (await bot.is_called())["secret"]}) == 3


PEOPLE_ONLY = [
    ("POST", "/v1/tables", {"kind": "floor", "players": 2}),
    ("POST", "/v1/tables/{table}/join", {}),
    ("POST", "/v1/tables/{table}/invitations", {"player": "{ann}"}),
    ("POST", "/v1/games/{table}/rematch", None),
    ("POST", "/v1/tickets", {"kind": "floor", "players": [2], "pace": {"type": "async", "turn_days": 1}}),
    ("POST", "/v1/tournaments/c_01JD2Q0V9Y3M8E5X7K4T6R1ZAB/join", None),
    ("PUT", "/v1/me/friends/{ann}", None),
    ("POST", "/v1/players/{ann}/reports", {"reason": "spam"}),
    ("PUT", "/v1/me/leave", {"days": 3}),
    ("POST", "/v1/tables/{table}/messages", {"text": "hello"}),
]


@pytest.mark.parametrize(("method", "path", "body"), PEOPLE_ONLY)
async def test_what_is_for_people_is_refused_to_bots(
    person: Person, make_bot: MakeBot, method: str, path: str, body: dict[str, str] | None
) -> None:
    ann = await person()
    bot, known = await make_bot(ann), {"ann": ann.id, "table": await ann.opens()}
    given = body and {
        key: value.format(**known) if isinstance(value, str) else value for key, value in body.items()
    }
    refused = await bot.send(method, path.format(**known), given)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-for-bots")


async def test_a_bot_has_no_friends(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bot: Phone = await make_bot(ann)
    assert (await ann.send("PUT", f"/v1/me/friends/{bot.id}")).json()["code"] == "not-for-bots"
