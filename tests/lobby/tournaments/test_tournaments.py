"""Tournaments over HTTP, and the duty that plays them on."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.start import open_started
from services.lobby.steward.steward import conductor_of
from services.lobby.store import Tables
from services.lobby.telling import Teller
from services.lobby.tournaments import conductor as conducting
from services.lobby.tournaments.conductor import Conductor
from services.lobby.tournaments.tournament import Game
from shared.api.courier import Unanswered
from shared.settings import Settings
from tests.integration.conftest import Crowd, Guest, Phone
from tests.lobby.tournaments.conftest import CUP, Holding

Over = Callable[[], None]


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch) -> Over:
    """From now on every game that has begun counts as over, won by its first seat."""

    async def places(_: Conductor, game: Game) -> tuple[int, ...]:
        return tuple(range(1, len(game.players) + 1))

    async def running(*_: Any) -> frozenset[str]:
        return frozenset()

    def end() -> None:
        monkeypatch.setattr(Conductor, "_places", places)
        monkeypatch.setattr(Tables, "running", running)

    return end


async def _told(phone: Phone, id: str) -> dict[str, Any]:
    return (await phone.get(f"/v1/tournaments/{id}")).json()


async def _round(phone: Phone, id: str, number: int = 1) -> dict[str, Any]:
    return (await phone.get(f"/v1/tournaments/{id}/rounds/{number}")).json()


async def _tables(server: Redis) -> list[str]:
    return sorted([key.decode().rpartition(":")[2] async for key in server.scan_iter(match="*:table:*")])


async def _notices(phone: Phone) -> list[str]:
    changes = (await phone.get("/v1/sync")).json()["changes"]
    return [change["code"] for change in changes if change["type"] == "notice"]


async def test_people_enter_and_leave_before_it_begins(holding: Holding, conductor: Conductor) -> None:
    id, (ann, bob, cid) = await holding(3)
    await bob.post(f"/v1/tournaments/{id}/leave")
    told = await _told(ann, id)
    assert [one["player"]["id"] for one in told["players"]] == [ann.id, cid.id]
    assert (told["state"], told["round"], told["most"]) == ("open", 0, 256)


async def test_a_round_s_games_are_normal_games_that_say_what_they_are_played_for(
    holding: Holding, conductor: Conductor, server: Redis
) -> None:
    id, phones = await holding(5)
    assert (await phones[0].post(f"/v1/tournaments/{id}/start")).json()["state"] == "running"
    await conductor.step()
    found = await _round(phones[0], id)
    games = [game["game"] for game in found["games"]]
    assert await _tables(server) == sorted(games)
    table = await phones[0].table(games[0])
    assert (table["state"], table["tournament"]) == ("started", {"id": id, "round": 1})
    assert [len(game["players"]) for game in found["games"]] == [2, 2]
    assert (await phones[0].get(f"/v1/games/{games[0]}")).status_code == 200


async def test_it_is_played_to_its_end_round_after_round(
    holding: Holding, conductor: Conductor, over: Over
) -> None:
    id, phones = await holding(4, rounds=3)
    await phones[0].post(f"/v1/tournaments/{id}/start")
    over()
    for _ in range(8):
        await conductor.step()
    assert ((told := await _told(phones[0], id))["state"], told["round"]) == ("ended", 3)
    standings = (await phones[0].get(f"/v1/tournaments/{id}/standings")).json()
    assert standings["final"]
    assert [row["rank"] for row in standings["standings"]] == [1, 2, 2, 4] or standings["standings"][0][
        "rank"
    ] == 1
    assert sum(row["points"] for row in standings["standings"]) == 3 * 2 * 2


async def test_everybody_is_told_of_rounds_and_of_the_end(
    holding: Holding, conductor: Conductor, over: Over
) -> None:
    id, phones = await holding(3, rounds=1)
    await phones[0].post(f"/v1/tournaments/{id}/start")
    await conductor.step()
    over()
    for _ in range(3):
        await conductor.step()
    told = [await _notices(phone) for phone in phones]
    assert sorted(codes[0] for codes in told) == ["tournament-bye", "tournament-round", "tournament-round"]
    assert all(codes[-1] == "tournament-ended" for codes in told)


class Cut(Exception):
    """The process died here."""


async def _dies(*_: Any, **__: Any) -> None:
    raise Cut


def _dies_after(method: Any) -> Callable[..., Any]:
    async def done(*args: Any, **rest: Any) -> None:
        await method(*args, **rest)
        raise Cut

    return done


DEATHS = {
    "before-a-table": (conducting, "open_started", _dies),
    "after-a-table": (conducting, "open_started", _dies_after(open_started)),
    "before-players-are-told": (Teller, "tell", _dies),
    "after-players-are-told": (Teller, "tell", _dies_after(Teller.tell)),
}


@pytest.mark.parametrize("death", DEATHS)
async def test_a_steward_that_dies_in_a_round_leaves_nothing_out_and_starts_nothing_twice(
    holding: Holding, conductor: Conductor, app: Litestar, server: Redis, config: Settings, death: str
) -> None:
    id, phones = await holding(6)
    await phones[0].post(f"/v1/tournaments/{id}/start")
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(*DEATHS[death])
        with pytest.raises(Cut):
            await conductor.step()
    await conductor_of(server, app.state.courier, config).step()
    games = [game["game"] for game in (await _round(phones[0], id))["games"]]
    assert await _tables(server) == sorted(games)
    assert all([(await phones[0].table(game))["state"] == "started" for game in games])


async def test_two_stewards_at_once_begin_one_round(
    holding: Holding, conductor: Conductor, app: Litestar, server: Redis, config: Settings
) -> None:
    id, phones = await holding(4, most=4)
    others = [conductor_of(server, app.state.courier, config) for _ in range(3)]
    await asyncio.gather(*(one.step() for one in (conductor, *others)))
    await conductor.step()
    assert (await _told(phones[0], id))["round"] == 1
    assert len(await _tables(server)) == 2


async def test_a_game_the_engine_has_not_answered_for_is_not_over(
    holding: Holding, conductor: Conductor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unanswered(*_: Any) -> None:
        raise Unanswered("start")

    id, phones = await holding(2)
    await phones[0].post(f"/v1/tournaments/{id}/start")
    with monkeypatch.context() as patching:
        patching.setattr(conducting, "refusal", unanswered)
        for _ in range(2):
            await conductor.step()
    assert [game["places"] for game in (await _round(phones[0], id))["games"]] == [None]


async def test_a_running_game_is_not_over(holding: Holding, conductor: Conductor) -> None:
    id, phones = await holding(2)
    await phones[0].post(f"/v1/tournaments/{id}/start")
    for _ in range(3):
        await conductor.step()
    assert [game["places"] for game in (await _round(phones[0], id))["games"]] == [None]
    assert (await _told(phones[0], id))["state"] == "running"


async def test_who_deletes_the_account_has_withdrawn(holding: Holding, conductor: Conductor) -> None:
    id, (ann, bob) = await holding(2)
    await ann.post(f"/v1/tournaments/{id}/start")
    await bob.send("DELETE", "/v1/me")
    await conductor.step()
    withdrawn = [one["player"]["id"] for one in (await _told(ann, id))["players"] if one["withdrawn"]]
    assert withdrawn == [bob.id]


async def test_only_the_organizer_begins_and_cancels(holding: Holding) -> None:
    id, (ann, bob) = await holding(2)
    for verb in ("start", "cancel"):
        refused = await bob.post(f"/v1/tournaments/{id}/{verb}")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-organizer")
    assert (await ann.post(f"/v1/tournaments/{id}/cancel")).json()["cancelled_by"] == "organizer"


async def test_it_does_not_begin_with_too_few_nor_take_too_many(holding: Holding, guest: Guest) -> None:
    id, (ann, _) = await holding(2, least=3, most=3)
    refused = (await ann.post(f"/v1/tournaments/{id}/start")).json()
    assert (refused["code"], refused["params"]) == ("too-few-players", {"count": 1})
    cid, dia = await guest("Cid"), await guest("Dia")
    await cid.post(f"/v1/tournaments/{id}/join")
    assert (await dia.post(f"/v1/tournaments/{id}/join")).json()["code"] == "tournament-full"


async def test_who_never_entered_cannot_leave(holding: Holding, guest: Guest) -> None:
    id, _ = await holding(1)
    cid = await guest("Cid")
    assert (await cid.post(f"/v1/tournaments/{id}/leave")).json()["code"] == "not-entered"


async def test_of_sixty_who_enter_at_once_as_many_are_in_as_there_is_room_for(
    guest: Guest, holding: Holding, crowd: Crowd
) -> None:
    id, (ann,) = await holding(1, most=50)
    answers = await asyncio.gather(*(phone.post(f"/v1/tournaments/{id}/join") for phone in crowd(60)))
    entered = [answer for answer in answers if answer.status_code == 200]
    assert len((await _told(ann, id))["players"]) == 1 + len(entered) == 50
    assert {one.json()["code"] for one in answers if one.status_code != 200} == {"tournament-full"}


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"least": 1}, "$.least"),
        ({"most": 257}, "$.most"),
        ({"least": 9, "most": 8}, "$.most"),
        ({"late_until": 3}, "$.late_until"),
        ({"system": "round-robin", "late_until": 1}, "$.late_until"),
        ({"decisive": True}, "$.decisive"),
        ({"starts_at": "2001-01-01T00:00:00Z"}, "$.starts_at"),
    ],
    ids=lambda wrong: next(iter(wrong)) if isinstance(wrong, dict) else "",
)
async def test_what_does_not_go_together_is_refused(guest: Guest, wrong: dict[str, Any], path: str) -> None:
    ann = await guest()
    refused = await ann.post("/v1/tournaments", {**CUP, **wrong})
    assert (refused.status_code, refused.json()["params"]) == (422, {"path": path})


async def test_an_organizer_has_so_many_at_once(guest: Guest, conductor: Conductor) -> None:
    ann = await guest()
    *opened, refused = [await ann.post("/v1/tournaments", CUP) for _ in range(4)]
    assert (refused.status_code, refused.json()["code"]) == (409, "too-many-tournaments")
    await ann.post(f"/v1/tournaments/{opened[0].json()['id']}/cancel")
    await conductor.step()
    assert (await ann.post("/v1/tournaments", CUP)).status_code == 201


async def test_tournaments_are_listed_newest_first_in_pages(guest: Guest) -> None:
    ann = await guest()
    opened = [(await ann.post("/v1/tournaments", CUP)).json()["id"] for _ in range(3)]
    first = (await ann.get("/v1/tournaments?limit=2")).json()
    second = (await ann.get(f"/v1/tournaments?limit=2&cursor={first['next']}")).json()
    listed = [one["id"] for page in (first, second) for one in page["tournaments"]]
    assert (listed, second["next"]) == (opened[::-1], None)


async def test_a_tournament_that_is_over_goes_after_a_while(
    holding: Holding, conductor: Conductor, monkeypatch: pytest.MonkeyPatch, server: Redis
) -> None:
    id, (ann,) = await holding(1)
    await ann.post(f"/v1/tournaments/{id}/cancel")
    await conductor.step()
    monkeypatch.setattr(conducting, "KEPT_MS", -1000)
    await conductor.step()
    assert (await ann.get(f"/v1/tournaments/{id}")).status_code == 404
    assert not [key async for key in server.scan_iter(match="*tournament*")]
    assert not [key async for key in server.scan_iter(match="organized*")]
