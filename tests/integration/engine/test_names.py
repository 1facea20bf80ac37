"""What people are called: as they are called now, and in the reader's language, wherever they are named."""

from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis

from shared.api.inbox import Keys
from shared.api.people import People
from tests.integration.conftest import Guest, Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.mine import sync

LANGUAGES = [
    ("en", "Passenger 0017", "Former passenger", "Bellhop"),
    ("fr", "Voyageur 0017", "Ancien voyageur", "Groom"),
    ("ja", "乗客0017", "退会した乗客", "ベルボーイ"),
    ("ko", "승객 0017", "탈퇴한 승객", "벨보이"),
]


def _speaking(language: str) -> dict[str, str]:
    return {"accept-language": language}


async def told_table(phone: Phone, **headers: str) -> dict[str, Any]:
    (change,) = (await sync(phone, **headers))["changes"]
    return change["table"]


@pytest.fixture
async def table(guest: Guest) -> tuple[str, Phone, Phone]:
    """Ben hosts, Ann has joined, and a bot sits at the third seat."""
    ann, ben = await guest("Ann"), await guest("Ben")
    table = await ben.opens()
    await ann.post(f"/v1/tables/{table}/join")
    await ben.seats_bots(table, 2)
    return table, ann, ben


async def test_a_table_told_of_before_names_people_as_they_are_called_now(
    table: tuple[str, Phone, Phone],
) -> None:
    _, ann, ben = table
    await ben.send("PATCH", "/v1/me", {"name": "Benno"})
    told = await told_table(ann)
    assert (told["host"]["name"], told["seats"]) == ("Benno", ["Benno", "Ann", "Bellhop"])


@pytest.mark.parametrize(("language", "_numbered", "departed", "bot"), LANGUAGES)
async def test_a_deleted_accounts_name_stays_in_nobodys_inbox(
    server: Redis, table: tuple[str, Phone, Phone], language: str, _numbered: str, departed: str, bot: str
) -> None:
    _, ann, ben = table
    await People(server).forget(ben.id)
    told = await told_table(ann, **_speaking(language))
    assert (told["host"]["name"], told["seats"]) == (departed, [departed, "Ann", bot])
    assert "Ben" not in str(await server.hgetall(Keys.of(ann.id).about))


@pytest.mark.parametrize(("language", "numbered", "_departed", "_bot"), LANGUAGES)
async def test_who_gave_no_name_is_called_by_a_number_in_the_readers_language(
    server: Redis, nobody: Phone, language: str, numbered: str, _departed: str, _bot: str
) -> None:
    welcome = (await nobody.post("/v1/accounts/guest", {})).json()
    ann = Phone(nobody.http, welcome["account"]["id"], welcome["access_token"])
    await server.set(f"name:{ann.id}", "\x0117")
    await server.hset(f"account:{{{ann.id}}}", "name", "\x0117")
    table = await ann.opens()
    told = [await ann.get(path, headers=_speaking(language)) for path in ("/v1/me", f"/v1/tables/{table}")]
    assert (told[0].json()["name"], told[1].json()["host"]["name"]) == (numbered, numbered)
    assert [answer.headers["content-language"] for answer in told] == [language] * 2


async def test_names_that_were_stored_in_english_are_said_in_every_language(
    server: Redis, nobody: Phone
) -> None:
    await server.set("name:a_1", "Passenger 0017")
    await server.set("name:a_2", "Former passenger")
    assert await People(server).names(["a_1", "a_2"]) == {"a_1": 17, "a_2": None}


async def test_a_table_stored_with_names_can_still_be_read(server: Redis, guest: Guest) -> None:
    ann = await guest("Ann")
    old = [
        "table",
        "g_1",
        1,
        "floor",
        "open",
        {"id": ann.id, "name": "Old Ann"},
        ["Old Ann", "Eve", None],
        True,
    ]
    await _store(server, ann.id, old)
    told = await told_table(ann)
    assert (told["host"]["name"], told["seats"]) == ("Ann", ["Ann", None, None])


async def _store(server: Redis, account: str, old: list[Any]) -> None:
    keys = Keys.of(account)
    packed = msgspec.msgpack.encode(old)
    await server.fcall("tell", len(keys), *keys, "table:g_1", 1, packed, "open", "gen", 200)


async def test_a_tag_changes_when_somebody_is_called_otherwise(seated: Seated) -> None:
    game, (ann, ben, _) = await seated("floor", 3)
    paths = (f"/v1/games/{game}", f"/v1/tables/{game}", "/v1/games")
    tags = {path: (await ann.get(path)).headers["etag"] for path in paths}
    for path, tag in tags.items():
        assert (await ann.get(path, headers={"if-none-match": tag})).status_code == 304
    await ben.send("PATCH", "/v1/me", {"name": "Benno"})
    for path, tag in tags.items():
        again = await ann.get(path, headers={"if-none-match": tag})
        assert (again.status_code, "Benno" in again.text) == (200, True)


async def test_a_tag_differs_by_language_and_says_so(seated: Seated) -> None:
    game, (ann, *_) = await seated("floor", 3)
    for path in (f"/v1/games/{game}", f"/v1/games/{game}/events?words=true"):
        english = await ann.get(path, headers=_speaking("en"))
        known = {"if-none-match": english.headers["etag"], **_speaking("ko")}
        assert "Accept-Language" in english.headers["vary"]
        korean = await ann.get(path, headers=known)
        assert (korean.status_code, korean.headers["content-language"]) == (200, "ko")


@pytest.mark.usefixtures("writer")
async def test_a_page_with_names_has_another_tag_when_they_change(table: tuple[str, Phone, Phone]) -> None:
    _, ann, ben = table
    page = await ann.get("/v1/sync")
    known = {"if-none-match": page.headers["etag"]}
    assert (await ann.get("/v1/sync", headers=known)).status_code == 304
    await ben.send("PATCH", "/v1/me", {"name": "Benno"})
    assert (await ann.get("/v1/sync", headers=known)).status_code == 200
    assert (await ann.get("/v1/sync", headers={**known, **_speaking("ja")})).status_code == 200
