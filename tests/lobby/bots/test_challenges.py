"""Challenges of bots: what they accept, how a game begins or does not, and what it counts for."""

from typing import Any

import pytest
from redis.asyncio import Redis

from services.lobby.steward.steward import expiry_of
from shared.settings import Settings
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import app, writer
from tests.integration.engine.waiting import until
from tests.lobby.bots.conftest import Bot, MakeBot, Person

__all__ = ["app", "writer"]

FLOOR = {"kind": "floor"}
DAYS = {"type": "async", "turn_days": 2}


async def challenges(by: Phone, bot: Bot, **game: Any) -> dict[str, Any]:
    answer = await by.post(f"/v1/bots/{bot.id}/challenges", {**FLOOR, **game})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def refusal(by: Phone, bot: Bot, **game: Any) -> str:
    problem = (await by.post(f"/v1/bots/{bot.id}/challenges", {**FLOOR, **game})).json()
    return problem.get("params", {}).get("reason") or problem.get("code", "none")


async def test_a_challenge_starts_when_the_bot_accepts(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bot = await make_bot(ann)
    asked = await challenges(ann, bot)
    assert (asked["table"]["state"], asked["table"]["challenge"]) == ("open", True)
    (waiting,) = (await bot.get("/v1/me/invitations")).json()["invitations"]
    accepted = await bot.post(f"/v1/invitations/{waiting['id']}/accept", {})
    assert accepted.json()["state"] == "started"
    again = await bot.post(f"/v1/invitations/{waiting['id']}/accept", {})
    assert (again.status_code, again.json()["state"]) == (200, "started")
    seats = (await ann.get(f"/v1/games/{asked['table']['id']}")).json()["seats"]
    assert [seat["player"]["id"] for seat in seats[:2]] == [ann.id, bot.id]
    assert seats[1]["player"]["bot"] is True
    assert "bot" not in seats[0]["player"]


async def test_an_ended_bot_gives_nothing_up_while_its_owner_who_goes_does(
    person: Person, make_bot: MakeBot
) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ben)
    asked = await challenges(ann, bot, players=3)
    game = f"/v1/games/{asked['table']['id']}"
    await bot.post(f"/v1/invitations/{asked['invitation']['id']}/accept", {})
    await ben.send("DELETE", f"/v1/me/bots/{bot.id}")
    await ann.post(f"{game}/commands", {"id": "later", "do": {"type": "hand-over"}})
    assert [seat["why"] for seat in (await ben.get(game)).json()["seats"]] == ["handed-over", None, None]
    await ann.send("DELETE", "/v1/me")

    async def given_up() -> bool:
        return (await ben.get(game)).json()["seats"][0]["why"] == "conceded"

    await until(given_up)


async def test_a_bot_that_declines_says_why_and_the_table_closes(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bot = await make_bot(ann)
    asked = await challenges(ann, bot)
    id = asked["invitation"]["id"]
    declined = await bot.post(f"/v1/invitations/{id}/decline", {"reason": "too-fast"})
    assert declined.json()["reason"] == "too-fast"
    table = await ann.table(asked["table"]["id"])
    assert (table["state"], table["closed_by"]) == ("closed", "unanswered")


async def test_a_challenge_that_nobody_answers_lapses(
    person: Person, make_bot: MakeBot, server: Redis, config: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.lobby.bots.challenging.LIVE_MS", 1)
    ann = await person()
    asked = await challenges(ann, await make_bot(ann))
    await expiry_of(server, config).see(asked["table"]["id"])
    table = await ann.table(asked["table"]["id"])
    assert (table["state"], table["closed_by"]) == ("closed", "unanswered")


async def test_a_challenge_that_is_taken_back_closes(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    asked = await challenges(ann, await make_bot(ann))
    table = asked["table"]["id"]
    await ann.send("DELETE", f"/v1/tables/{table}/invitations/{asked['invitation']['id']}")
    assert (await ann.table(table))["closed_by"] == "unanswered"


async def test_a_bot_with_a_webhook_accepts_by_itself(person: Person, make_bot: MakeBot) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ann, there=False)
    await bot.is_called()
    asked = await challenges(ben, bot, players=3, level="easy")
    assert (asked["table"]["state"], asked["invitation"]["state"]) == ("started", "accepted")
    assert [seat["bot"] for seat in asked["table"]["seats"]] == [None, None, "easy"]


@pytest.mark.parametrize(
    ("said", "game", "reason"),
    [
        ({"kinds": ["elevators"]}, {}, "kind"),
        ({"players": [3]}, {}, "players"),
        ({"paces": ["live"]}, {}, "pace"),
        ({}, {"rated": True}, "rated"),
        ({"challengers": "owner"}, {}, "challenger"),
        ({"challengers": "bots"}, {}, "challenger"),
        ({"rated": True, "challengers": "people"}, {"rated": True}, "none"),
    ],
)
async def test_who_asks_for_what_a_bot_does_not_accept_is_told_what(
    person: Person, make_bot: MakeBot, said: dict[str, Any], game: dict[str, Any], reason: str
) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ann)
    await bot.accepts(**said)
    assert await refusal(ben, bot, **game) == reason


async def test_a_bot_that_is_away_may_be_asked_for_games_by_days_only(
    person: Person, make_bot: MakeBot
) -> None:
    ann = await person()
    bot = await make_bot(ann, there=False)
    assert [await refusal(ann, bot), await refusal(ann, bot, pace=DAYS)] == ["away", "none"]


async def test_a_bot_plays_no_more_games_at_once_than_it_wants(
    person: Person, make_bot: MakeBot, writer: None
) -> None:
    ann = await person()
    bot = await make_bot(ann)
    await bot.accepts(most_games=1)
    await bot.is_called()
    await challenges(ann, bot)

    async def busy() -> bool:
        return await refusal(ann, bot) == "busy"

    await until(busy)


async def test_a_blocked_challenger_is_not_told_by_whom(person: Person, make_bot: MakeBot) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ann)
    await ben.send("PUT", f"/v1/me/blocks/{bot.id}")
    assert await refusal(ben, bot) == "cannot-invite"


async def test_a_host_invites_a_bot_to_a_seat(person: Person, make_bot: MakeBot) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    listening, called = await make_bot(ann), await make_bot(ann, there=False)
    await called.is_called()
    table = await ben.opens()
    path = f"/v1/tables/{table}/invitations"
    states = [(await ben.post(path, {"player": bot.id})).json()["state"] for bot in (listening, called)]
    assert states == ["open", "accepted"]
    (waiting,) = (await listening.get("/v1/me/invitations")).json()["invitations"]
    await listening.post(f"/v1/invitations/{waiting['id']}/accept", {})
    assert (await ben.post(f"/v1/tables/{table}/start")).json()["state"] == "started"


async def test_a_bot_challenges_a_bot(person: Person, make_bot: MakeBot) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    mine, theirs = await make_bot(ann), await make_bot(ben, there=False)
    await theirs.is_called()
    asked = await challenges(mine, theirs, rated=True)
    assert (asked["table"]["state"], asked["table"]["rated"]) == ("started", True)


async def test_bots_of_one_owner_play_for_nothing(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    mine, other = await make_bot(ann), await make_bot(ann, there=False)
    await other.is_called()
    assert (await challenges(mine, other, rated=True))["table"]["rated"] is False


@pytest.mark.parametrize(("rated", "counts"), [(True, True), (False, False)])
async def test_a_game_with_a_person_counts_only_when_both_want_it(
    person: Person, make_bot: MakeBot, *, rated: bool, counts: bool
) -> None:
    ann, ben = await person("Ann"), await person("Ben")
    bot = await make_bot(ann, there=False)
    await bot.accepts(rated=True)
    await bot.is_called()
    assert (await challenges(ben, bot, rated=rated))["table"]["rated"] is counts


async def test_nobody_plays_their_own_bot_for_a_rating(person: Person, make_bot: MakeBot) -> None:
    ann = await person()
    bot = await make_bot(ann, there=False)
    await bot.accepts(rated=True)
    await bot.is_called()
    assert (await challenges(ann, bot, rated=True))["table"]["rated"] is False


async def test_the_directory_has_what_can_be_asked(person: Person, make_bot: MakeBot, nobody: Phone) -> None:
    ann = await person()
    first, second, third = [await make_bot(ann, name, there=name == "B") for name in "ABC"]
    await third.accepts(challengers="owner")
    await first.accepts(kinds=["eddie"])

    async def names(query: str, who: Phone = nobody) -> list[str]:
        return [bot["name"] for bot in (await who.get(f"/v1/bots{query}")).json()["bots"]]

    assert await names("") == ["B", "A"]
    assert await names("", ann) == ["C", "B", "A"]
    assert [await names("?kind=floor"), await names("?online=true")] == [["B"], ["B"]]
    page = (await nobody.get("/v1/bots?limit=1")).json()
    assert await names(f"?limit=1&cursor={page['next']}") == ["A"]
    assert second.id == page["bots"][0]["id"]


async def test_a_kind_that_there_is_not_is_accepted_by_nobody(person: Person, make_bot: MakeBot) -> None:
    bot = await make_bot(await person())
    refused = await bot.send("PUT", f"/v1/bots/{bot.id}/accepts", {"kinds": ["chess"]})
    assert refused.json()["code"] == "no-such-kind"
