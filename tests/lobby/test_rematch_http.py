"""Playing again: one table, whoever asks first, and everybody one seat on."""

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from shared.log.keys import keys_of
from shared.log.valkey import ValkeyLog
from tests.engine.finished import finished
from tests.integration.conftest import Guest, Phone
from tests.lobby.test_tables_http import code_of, join


@pytest.fixture
async def played(guest: Guest, server: Redis, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[Phone]]:
    """A table whose game is over, and the three who played."""
    monkeypatch.setattr("services.lobby.start.WAIT_S", 0.05)
    phones = [await guest(name) for name in ("Ann", "Ben", "Cem")]
    table = await phones[0].opens(kind="eddie", players=3)
    for phone in phones[1:]:
        await join(phone, table)
    assert code_of(await phones[0].post(f"/v1/tables/{table}/start")) == "not-answered-yet"
    await ValkeyLog(server).append(keys_of(table).log(table), 0, finished("eddie", game=table))
    return table, phones


def seated(table: dict[str, Any]) -> list[str | None]:
    return [seat["player"] and seat["player"]["name"] for seat in table["seats"]]


async def test_who_asks_first_opens_the_table_and_the_others_find_it(
    played: tuple[str, list[Phone]],
) -> None:
    game, phones = played
    answers = [(await phone.post(f"/v1/games/{game}/rematch")).json() for phone in phones]
    assert len({answer["id"] for answer in answers}) == 1
    assert seated(answers[0]) == [None, "Ann", None]
    assert [seat["kept_for"] and seat["kept_for"]["name"] for seat in answers[0]["seats"]] == [
        "Cem",
        None,
        "Ben",
    ]
    assert seated(answers[2]) == ["Cem", "Ann", "Ben"]
    assert (answers[0]["rematch_of"], answers[0]["visibility"]) == (game, "private")
    assert (await phones[1].table(game))["rematch"] == answers[0]["id"]


async def test_all_who_ask_at_once_find_one_table(played: tuple[str, list[Phone]], server: Redis) -> None:
    game, phones = played
    asked = [phone.post(f"/v1/games/{game}/rematch") for phone in phones for _ in range(5)]
    answers = [answer.json() for answer in await asyncio.gather(*asked) if answer.status_code == 200]
    assert len({answer["id"] for answer in answers}) == 1
    assert len([name async for name in server.scan_iter("{p*}:table:*")]) == 2


async def test_a_rematch_that_everybody_left_makes_room_for_another(
    played: tuple[str, list[Phone]],
) -> None:
    game, (ann, ben, _) = played
    first = (await ann.post(f"/v1/games/{game}/rematch")).json()["id"]
    await ann.post(f"/v1/tables/{first}/leave")
    again = (await ben.post(f"/v1/games/{game}/rematch")).json()
    assert again["id"] != first
    assert seated(again)[2] == "Ben"


async def test_only_those_who_played_a_game_that_is_over_can_ask(
    played: tuple[str, list[Phone]], guest: Guest, server: Redis
) -> None:
    game, (ann, *_) = played
    dia = await guest("Dia")
    assert code_of(await dia.post(f"/v1/games/{game}/rematch")) == "not-seated"
    assert code_of(await ann.post(f"/v1/games/{await ann.opens()}/rematch")) == "no-such-game"
    await server.xtrim(keys_of(game).log(game), maxlen=0)
    assert code_of(await ann.post(f"/v1/games/{game}/rematch")) == "game-not-over"
