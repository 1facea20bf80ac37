"""What an account says of itself, what it takes along, and what is left when it goes."""

from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from tests.integration.accounts.conftest import PASSWORD, Arrive, SignsIn, named
from tests.integration.conftest import Phone


async def test_a_new_name_is_seen_wherever_the_account_sits(arrive: Arrive) -> None:
    ann = await arrive("Ann")
    table = await ann.opens()
    assert (await ann.send("PATCH", "/v1/me", {"name": " Anna "})).json()["name"] == "Anna"
    assert (await ann.table(table))["host"]["name"] == "Anna"
    profile = (await ann.get(f"/v1/accounts/{ann.id}")).json()
    assert (sorted(profile), profile["name"]) == (["bot", "created_at", "id", "name", "owner"], "Anna")


async def test_what_a_change_does_not_name_stays_and_null_takes_away(arrive: Arrive) -> None:
    ann = await arrive()
    both: dict[str, Any] = {"language": "ja", "time_zone": "Asia/Tokyo"}
    await ann.send("PATCH", "/v1/me", both)
    changed = (await ann.send("PATCH", "/v1/me", {"language": "fr"})).json()
    assert (changed["language"], changed["time_zone"], changed["name"]) == ("fr", "Asia/Tokyo", "Ann")
    gone = (await ann.send("PATCH", "/v1/me", {"time_zone": None, "language": None})).json()
    assert (gone["language"], gone["time_zone"]) == (None, None)


async def test_the_language_of_the_profile_is_that_of_the_next_access_token(arrive: Arrive) -> None:
    ann = await arrive()
    await ann.send("PATCH", "/v1/me", {"language": "ja"})
    ann.keep((await ann.refresh()).json())
    answer = await ann.get("/v1/tables/x", headers={"accept-language": "fr"})
    assert answer.headers["content-language"] == "ja"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": None}, "$.name"),
        ({"name": "a\u202eb"}, "$.name"),
        ({"language": "de"}, "$.language"),
        ({"time_zone": "Asia/../Tokyo"}, "$.time_zone"),
        ({"handle": "ann"}, "$"),
    ],
)
async def test_a_profile_has_a_form(arrive: Arrive, body: Any, path: str) -> None:
    answer = await (await arrive()).send("PATCH", "/v1/me", body)
    assert (answer.status_code, answer.json()["params"]["path"]) == (400, path)


async def test_a_deleted_account_leaves_its_games_without_its_name(
    arrive: Arrive, signs_in: SignsIn, nobody: Phone
) -> None:
    ann = await named(await arrive("Ann"), "ann")
    tablet = await signs_in("ann")
    table = await ann.opens()
    token = (await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["account:read"]})).json()["token"]
    assert (await ann.send("DELETE", "/v1/me")).json() == {"id": ann.id}
    assert (await nobody.table(table))["host"] == {"id": ann.id, "name": "Former passenger"}
    assert [await ann.code_of_me(), await tablet.code_of_me()] == ["session-ended"] * 2
    assert (await tablet.refresh()).json()["code"] == "session-ended"
    bot = await nobody.get("/v1/me", headers={"authorization": f"Bearer {token}"})
    assert bot.json()["code"] == "token-invalid"
    assert (await nobody.get(f"/v1/accounts/{ann.id}")).json()["code"] == "no-such-account"
    gone = await nobody.post("/v1/sessions", {"handle": "ann", "password": PASSWORD})
    assert gone.json()["code"] == "sign-in-refused"
    await named(await arrive("Another"), "ann")


async def test_nothing_of_a_deleted_account_stays_but_what_games_name(arrive: Arrive, server: Redis) -> None:
    ann = await named(await arrive("Ann"), "ann")
    await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["account:read"]})
    await ann.opens()
    await ann.send("DELETE", "/v1/me")
    named_after_it = [key for key in await server.keys() if ann.id.encode() in key and b"limit:" not in key]
    assert named_after_it == [f"name:{ann.id}".encode()]
    assert await server.keys("handle:*") == []


async def test_a_deletion_that_broke_off_can_be_made_again(arrive: Arrive, app: Litestar) -> None:
    ann = await arrive()
    assert await app.state.desk.accounts.forget(ann.id) == [ann.session]
    assert (await ann.send("DELETE", "/v1/me")).status_code == 200


async def test_an_export_tells_everything_but_secrets(arrive: Arrive, server: Redis) -> None:
    ann, bob = await named(await arrive("Ann", device="phone"), "ann"), await arrive("Bob")
    await ann.send("PATCH", "/v1/me", {"language": "ko"})
    await ann.post("/v1/me/tokens", {"name": "bot", "scopes": ["games:play"]})
    games = [await ann.opens(players=2) for _ in range(2)]
    await bob.post(f"/v1/tables/{games[1]}/join")
    await ann.seats_bots(games[0], 1)
    for game in games:
        await ann.post(f"/v1/tables/{game}/start", headers={"prefer": "wait=0"})
    await ann.opens()
    answer = await ann.get("/v1/me/export")
    told = answer.json()
    assert (told["account"]["handle"], told["account"]["language"]) == ("ann", "ko")
    assert [one["device"] for one in told["sessions"]] == ["phone"]
    assert [(one["name"], one["scopes"]) for one in told["api_tokens"]] == [("bot", ["games:play"])]
    assert told["games"] == games[::-1]
    assert (await bob.get("/v1/me/export")).json()["games"] == [games[1]]
    assert "argon2" not in answer.text
