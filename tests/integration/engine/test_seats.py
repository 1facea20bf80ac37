"""Clocks, absence and offers as apps see them: over HTTP, on a running worker."""

from typing import Any

import pytest

from services.engine.api import absences
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated

LIVE = {"type": "live", "turn_s": 30, "bank_s": 60, "increment_s": 5}


async def wish(phone: Phone, game: str, id: str, type: str, **more: Any) -> Any:
    return await phone.post(f"/v1/games/{game}/commands", {"id": id, "do": {"type": type, **more}})


async def view(phone: Phone, game: str) -> dict[str, Any]:
    return (await phone.get(f"/v1/games/{game}")).json()


async def test_a_view_shows_each_seat_s_bank_and_deadline_beside_the_server_s_time(seated: Seated) -> None:
    game, (ann, *_) = await seated(pace=LIVE)
    found = await view(ann, game)
    (awaited,) = found["awaited"]
    assert [seat["bank_ms"] for seat in found["seats"]] == [60_000] * 3
    assert [seat["due_at"] is not None for seat in found["seats"]] == [seat == awaited for seat in range(3)]
    assert found["server_time"] < found["seats"][awaited]["due_at"]


async def test_a_seat_is_handed_over_and_taken_back(seated: Seated) -> None:
    game, (ann, ben, _) = await seated(pace=LIVE)
    assert (await wish(ann, game, "1", "hand-over", level="hard")).json()["events"] == [
        {"type": "seat-handed-over", "seat": 0, "level": "hard"}
    ]
    mine = (await view(ben, game))["seats"][0]
    assert (mine["bot"], mine["sitting_in"], mine["why"]) == ("hard", True, "handed-over")
    assert (await wish(ann, game, "2", "take-seat-back")).status_code == 200
    refused = await wish(ann, game, "3", "take-seat-back")
    assert (refused.status_code, refused.json()["code"]) == (409, "seat-not-away")


async def test_who_resigns_has_no_say_any_more_and_the_last_one_left_has_won(seated: Seated) -> None:
    game, (ann, ben, cem) = await seated()
    await wish(ann, game, "1", "resign")
    again = await wish(ann, game, "2", "take-seat-back")
    assert (again.status_code, again.json()["code"]) == (409, "seat-conceded")
    await wish(ben, game, "3", "resign")
    found = await view(cem, game)
    assert (found["state"], found["ending"]) == ("ended", "conceded")
    assert found["outcome"]["places"] == [3, 2, 1]


async def test_all_who_are_there_end_a_game_together(seated: Seated) -> None:
    game, (ann, ben, cem) = await seated()
    version = (await wish(ann, game, "1", "offer-end")).json()["version"]
    offer = (await view(ben, game))["offer"]
    assert offer == {"version": version, "seat": 0, "wish": "end", "agreed": [], "asked": [1, 2]}
    await wish(ben, game, "2", "agree", to=version)
    await wish(cem, game, "3", "agree", to=version)
    found = await view(ann, game)
    assert (found["ending"], found["outcome"]["places"]) == ("agreed", [None] * 3)
    fair = (await ann.get(f"/v1/games/{game}/fairness")).json()
    assert (fair["ended"], fair.get("found", [])) == (True, [])


async def test_a_takeback_that_would_unsee_a_card_says_why_not(seated: Seated) -> None:
    game, phones = await seated()
    found = await view(phones[0], game)
    mover = phones[found["awaited"][0]]
    moves = (await mover.get(f"/v1/games/{game}/moves")).json()["moves"]
    played = await mover.post(f"/v1/games/{game}/commands", {"id": "1", "do": moves[0]["do"]})
    assert played.status_code == 200
    refused = await wish(mover, game, "2", "ask-takeback")
    assert refused.json()["code"] == "takeback-after-reveal"
    assert "unseen" in refused.json()["detail"]


async def test_an_answer_to_an_offer_that_is_gone_is_refused(seated: Seated) -> None:
    game, (ann, ben, _) = await seated()
    assert (await wish(ben, game, "1", "agree", to=1)).json()["code"] == "no-such-offer"
    assert (await wish(ann, game, "2", "agree", to=0)).json()["code"] == "malformed"


async def test_everything_that_happens_to_seats_is_told_in_words(seated: Seated) -> None:
    game, (ann, *_) = await seated()
    await wish(ann, game, "1", "hand-over")
    await wish(ann, game, "2", "take-seat-back")
    await wish(ann, game, "3", "offer-end")
    items = (await ann.get(f"/v1/games/{game}/events?after=1&words=true")).json()["items"]
    assert [item["words"] for item in items] == [
        ["Ann lets a bot play."],
        ["Ann is back."],
        ["Ann offers to end the game without a result."],
    ]


async def test_who_waits_is_told_which_other_players_are_not_there_and_when_their_time_runs_out(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absences, "KEPT_S", 0)
    game, phones = await seated(pace=LIVE)
    found = await view(phones[0], game)
    (awaited,) = found["awaited"]
    waiting, other = (seat for seat in range(3) if seat != awaited)
    page = (await phones[waiting].get(f"/v1/games/{game}/events?after=1&wait=1")).json()
    due_at = found["seats"][awaited]["due_at"]
    wanted = sorted([(awaited, due_at), (other, None)])
    assert [(one["seat"], one["acts_at"]) for one in page["absent"]] == wanted


async def test_strangers_are_not_told_who_is_there(seated: Seated, nobody: Phone) -> None:
    game, _ = await seated(pace=LIVE)
    page = (await nobody.get(f"/v1/games/{game}/events?after=1&wait=1")).json()
    assert page["absent"] == []
