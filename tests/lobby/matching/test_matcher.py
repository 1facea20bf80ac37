"""From tickets to games: all or nothing, once, whatever breaks off where."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.matching import matcher as matching
from services.lobby.matching.matcher import Matcher
from services.lobby.matching.starting import Starting
from services.lobby.matching.ticket import Match
from services.lobby.matching.tickets import Tickets
from services.lobby.people.tie import Wish
from services.lobby.people.ties import Ties
from services.lobby.ratings.finished import Finished, Seated
from services.lobby.steward.steward import matcher_of
from services.lobby.store import Tables
from services.lobby.telling import Teller
from shared.api.courier import Unanswered
from shared.settings import Settings
from tests.integration.conftest import Phone
from tests.lobby.matching.conftest import ASYNC, Looking, looks, ticket

People = list[tuple[Phone, str]]


@pytest.fixture
async def three(looking: Looking) -> People:
    return [await looking(name) for name in ("Ann", "Bob", "Cid")]


async def _states(people: People) -> list[str]:
    return [(await ticket(*one))["state"] for one in people]


async def _games(server: Redis) -> list[str]:
    return [key.decode().rpartition(":")[2] async for key in server.scan_iter(match="*:log:*")]


async def test_three_who_want_the_same_get_a_game_with_each_of_them_in_a_seat(
    three: People, matcher: Matcher
) -> None:
    await matcher.step()
    told = [await ticket(*one) for one in three]
    assert [one["state"] for one in told] == ["matched"] * 3
    (game,) = {one["game"] for one in told}
    table = await three[0][0].table(game)
    assert {seat["player"]["id"] for seat in table["seats"]} == {phone.id for phone, _ in three}
    assert table["state"] == "started"


async def test_the_inbox_tells_of_the_match(three: People, matcher: Matcher) -> None:
    await matcher.step()
    ann, id = three[0]
    changes = (await ann.get("/v1/sync")).json()["changes"]
    (notice,) = [change for change in changes if change["type"] == "notice"]
    game = (await ticket(ann, id))["game"]
    assert (notice["id"], notice["code"], notice["params"]["game"]) == (id, "ticket-matched", game)


async def test_two_who_blocked_each_other_are_not_brought_together(
    three: People, matcher: Matcher, server: Redis, looking: Looking
) -> None:
    (ann, _), (bob, _), _ = three
    await Ties(server).change(ann.id, bob.id, Wish.BLOCK)
    await matcher.step()
    assert await _states(three) == ["waiting"] * 3
    await looking("Dia")
    await matcher.step()
    assert sorted(await _states(three)) == ["matched", "matched", "waiting"]


async def test_bots_take_the_seats_that_are_left_where_they_are_welcome(
    looking: Looking, matcher: Matcher
) -> None:
    ann, id = await looking(bots_after_s=0, bots_level="easy")
    await matcher.step()
    table = await ann.table((await ticket(ann, id))["game"])
    assert [seat["bot"] for seat in table["seats"]] == [None, "easy", "easy"]


async def test_whoever_plays_live_looks_for_no_other_live_game(three: People, matcher: Matcher) -> None:
    ann, _ = three[0]
    live = await looks(ann, kind="eddie")
    later = await looks(ann, kind="eddie", pace=ASYNC)
    await matcher.step()
    assert await _states([(ann, live), (ann, later)]) == ["withdrawn", "waiting"]


async def test_a_live_ticket_is_passed_over_while_its_owner_is_away(
    three: People, matcher: Matcher, server: Redis
) -> None:
    ann = three[0][0]
    await server.delete(f"here:{ann.id}")
    await matcher.step()
    assert await server.exists(f"here:{ann.id}") == 0
    assert await _states(three) == ["waiting"] * 3  # which was a sign of life
    await matcher.step()
    assert await _states(three) == ["matched"] * 3


async def test_a_live_ticket_ends_when_its_owner_stays_away(
    three: People, matcher: Matcher, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "GIVEN_UP_MS", 0)
    ann = three[0][0]
    await server.delete(f"here:{ann.id}")
    await matcher.step()
    assert await _states(three) == ["absent", "waiting", "waiting"]
    notices = [one for one in (await ann.get("/v1/sync")).json()["changes"] if one["type"] == "notice"]
    assert [notice["code"] for notice in notices] == ["ticket-absent"]


async def test_an_async_ticket_waits_with_the_app_closed(
    looking: Looking, matcher: Matcher, server: Redis
) -> None:
    people = [await looking(name, pace=ASYNC) for name in ("Ann", "Bob", "Cid")]
    for phone, _ in people:
        await server.delete(f"here:{phone.id}")
    await matcher.step()
    assert await _states(people) == ["matched"] * 3


async def test_a_ticket_that_nobody_fits_expires(
    looking: Looking, matcher: Matcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await looking()
    monkeypatch.setattr("services.lobby.matching.ticket.LIVE_LIFE_MS", 0)
    await matcher.step()
    assert await _states([one]) == ["expired"]


class Cut(Exception):
    """The process died here."""


async def _dies(*_: Any, **__: Any) -> None:
    raise Cut


def _dies_after(method: Any) -> Callable[..., Any]:
    async def done(*args: Any, **rest: Any) -> None:
        await method(*args, **rest)
        raise Cut

    return done


CHANGE = Tickets.change


async def _dies_settling(tickets: Tickets, *args: Any, **rest: Any) -> bool:
    if "settle" in rest:
        raise Cut
    return await CHANGE(tickets, *args, **rest)


DEATHS = {
    "once-claimed": (Starting, "finish", _dies),
    "before-the-table-opens": (Tables, "open", _dies),
    "once-the-table-has-started": (Tables, "open", _dies_after(Tables.open)),
    "before-anybody-is-told": (Teller, "tell", _dies),
    "once-everybody-is-told": (Teller, "tell", _dies_after(Teller.tell)),
    "before-the-tickets-end": (Tickets, "change", _dies_settling),
}


@pytest.mark.parametrize("death", DEATHS)
async def test_a_matcher_that_dies_anywhere_loses_no_ticket_and_starts_nothing_twice(
    three: People, matcher: Matcher, app: Litestar, server: Redis, config: Settings, death: str
) -> None:
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(*DEATHS[death])
        with pytest.raises(Cut):
            await matcher.step()
    assert set(await _states(three)) == {"starting"}
    await matcher_of(server, app.state.courier, config).step()
    assert await _states(three) == ["matched"] * 3
    assert await _games(server) == [(await ticket(*three[0]))["game"]]


async def test_what_has_been_claimed_cannot_be_cancelled_and_begins(
    three: People, matcher: Matcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patching:
        patching.setattr(Starting, "finish", _dies)
        with pytest.raises(Cut):
            await matcher.step()
    ann, id = three[0]
    refused = await ann.send("DELETE", f"/v1/tickets/{id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "ticket-taken")
    await matcher.step()
    assert await _states(three) == ["matched"] * 3


async def test_two_matchers_at_once_claim_no_ticket_twice(
    looking: Looking, matcher: Matcher, app: Litestar, server: Redis, config: Settings
) -> None:
    people = [await looking(f"P{n}", players=[2]) for n in range(12)]
    others = [matcher_of(server, app.state.courier, config) for _ in range(3)]
    await asyncio.gather(*(one.step() for one in (matcher, *others)))
    await matcher.step()
    assert await _states(people) == ["matched"] * 12
    assert len(await _games(server)) == 6


async def _claimed(three: People, matcher: Matcher) -> Match:
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(Starting, "finish", _dies)
        with pytest.raises(Cut):
            await matcher.step()
    (match,) = await matcher.tickets.matches()
    return match


async def test_when_one_who_was_claimed_is_gone_the_others_are_free_and_nothing_starts(
    three: People, matcher: Matcher, server: Redis
) -> None:
    await _claimed(three, matcher)
    assert (await three[0][0].send("DELETE", "/v1/me")).status_code in (200, 204)
    await matcher.step()
    assert await _states(three[1:]) == ["waiting", "waiting"]
    assert await matcher.tickets.matches() == []
    assert await _games(server) == []


async def test_one_who_was_held_up_cannot_start_what_was_given_up(
    three: People, matcher: Matcher, server: Redis
) -> None:
    match = await _claimed(three, matcher)
    claimed = await matcher.tickets.read_all(match.tickets)
    await three[0][0].send("DELETE", "/v1/me")
    await matcher.step()
    late = await matcher.starting._decided(match, claimed, start=True)  # pyright: ignore[reportPrivateUsage]
    assert late is None
    assert await _games(server) == []


async def test_while_the_engine_does_not_answer_nothing_is_given_up(
    three: People, matcher: Matcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unanswered(*_: Any) -> None:
        raise Unanswered("start")

    with monkeypatch.context() as patching:
        patching.setattr("services.lobby.matching.starting.refusal", unanswered)
        for _ in range(2):
            await matcher.step()
            assert await _states(three) == ["starting"] * 3
    await matcher.step()
    assert await _states(three) == ["matched"] * 3


async def test_what_the_engine_refuses_is_tried_again_and_then_given_up(
    three: People, matcher: Matcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: Any) -> str:
        return "invalid-options"

    monkeypatch.setattr("services.lobby.matching.starting.refusal", refused)
    seen = []
    for _ in range(3):
        await matcher.step()
        seen.append((await _states(three))[0])
    assert seen == ["waiting", "waiting", "failed"]


async def test_last_opponents_are_remembered(three: People, matcher: Matcher, server: Redis) -> None:
    await matcher.step()
    ids = [phone.id for phone, _ in three]
    met = await server.lrange(f"met:{ids[0]}", 0, -1)
    assert sorted(map(bytes.decode, met)) == sorted(ids[1:])


async def test_conduct_is_known_to_the_matcher(three: People, matcher: Matcher) -> None:
    (ann, _), *_ = three
    left = Finished("g_1", 1, "floor", "floor-2", rated=True, seats=_ann_left(ann.id))
    await matcher.starting.knowledge._histories.note([left])  # pyright: ignore[reportPrivateUsage]
    known = await matcher.starting.knowledge.about(await matcher.tickets.waiting())
    assert known.leaving[ann.id] == 1.0
    assert sorted(known.leaving.values()) == [0.0, 0.0, 1.0]


def _ann_left(account: str) -> tuple[Seated, ...]:
    return (Seated(account, None, 2, 0, left=True), Seated("a_other", None, 1, 9))
