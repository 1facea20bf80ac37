"""Short access tokens, rotating refresh tokens: what a bad network may do, and what a thief may not."""

import asyncio

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from services.lobby.accounts import sessions
from services.lobby.accounts.accounts import sessions_key
from services.lobby.accounts.refresh import Given
from services.lobby.accounts.sessions import Sessions
from services.lobby.app import lobby
from shared.api.ended import Ended
from shared.api.moment import now_ms
from shared.settings import Settings
from tests.integration.accounts.conftest import Arrive
from tests.integration.conftest import alive


async def test_a_refresh_gives_the_next_pair_of_tokens_of_the_same_session(arrive: Arrive) -> None:
    ann = await arrive()
    welcome = (await ann.refresh()).json()
    assert (welcome["account"]["id"], welcome["session"]) == (ann.id, ann.session)
    assert welcome["refresh_token"] != ann.refresh_token
    ann.keep(welcome)
    assert await ann.code_of_me() == 200
    assert (await ann.refresh()).status_code == 200


async def test_an_access_token_is_good_for_a_quarter_of_an_hour(arrive: Arrive, app: Litestar) -> None:
    ann = await arrive()
    for age_s, code in ((14 * 60, 200), (16 * 60, "token-expired")):
        ann.token, _ = app.state.tokens.mint(ann.id, now_ms() // 1000 - age_s, session=ann.session)
        assert await ann.code_of_me() == code


async def test_a_lost_answer_is_given_again(arrive: Arrive) -> None:
    ann = await arrive()
    answers = [await ann.refresh(attempt="the-same-one") for _ in range(3)]
    tokens = {answer.json()["refresh_token"] for answer in answers}
    assert ([answer.status_code for answer in answers], len(tokens)) == ([200] * 3, 1)
    ann.keep(answers[0].json())
    assert (await ann.refresh()).status_code == 200


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two refreshes both read the session before either changes it."""
    read, both, readers = Sessions._stored, asyncio.Barrier(2), iter(range(2))

    async def read_together(self: Sessions, given: Given) -> bytes:
        stored = await read(self, given)
        if next(readers, None) is not None:
            await both.wait()
        return stored

    monkeypatch.setattr(Sessions, "_stored", read_together)


@pytest.mark.usefixtures("meeting")
async def test_the_same_refresh_sent_twice_at_once_is_one_refresh(arrive: Arrive) -> None:
    ann = await arrive()
    answers = await asyncio.gather(*(ann.refresh(attempt="the-same-one") for _ in range(2)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["refresh_token"] for answer in answers}) == 1


@pytest.mark.logs("refresh-token-reused")
async def test_a_stolen_token_signs_both_holders_out_and_is_logged(
    arrive: Arrive, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await arrive()
    thief = await arrive("Thief")
    thief.keep((await ann.refresh()).json())
    assert await thief.code_of_me() == 200
    assert (await ann.refresh()).json()["code"] == "session-ended"
    assert (await thief.refresh()).json()["code"] == "session-ended"
    assert [await ann.code_of_me(), await thief.code_of_me()] == ["session-ended"] * 2
    (event,) = [r.msg for r in caplog.records if isinstance(r.msg, dict) and r.levelname == "WARNING"]
    assert (event["event"], event["account"], event["session"]) == (
        "refresh-token-reused", ann.id, ann.session,
    )  # fmt: skip


@pytest.mark.logs("refresh-token-reused")
async def test_a_thief_who_comes_later_signs_both_out_too(arrive: Arrive) -> None:
    ann = await arrive()
    stolen = ann.refresh_token
    for _ in range(3):
        ann.keep((await ann.refresh()).json())
    assert (await ann.refresh(stolen)).json()["code"] == "session-ended"
    assert await ann.code_of_me() == "session-ended"


@pytest.mark.usefixtures("meeting")
@pytest.mark.logs("refresh-token-reused")
async def test_of_two_holders_who_refresh_at_once_none_stays(arrive: Arrive) -> None:
    ann = await arrive()
    answers = await asyncio.gather(ann.refresh(), ann.refresh())
    assert sorted(answer.status_code for answer in answers) == [200, 401]
    assert await ann.code_of_me() == "session-ended"


@pytest.mark.logs("refresh-token-reused")
async def test_a_theft_ends_only_the_session_it_was_from(arrive: Arrive) -> None:
    ann, bob = await arrive(), await arrive("Bob")
    await ann.refresh()
    await ann.refresh()
    assert (await ann.code_of_me(), await bob.code_of_me()) == ("session-ended", 200)


@pytest.mark.parametrize(
    "mangle",
    [
        lambda token: "",
        lambda token: "pr_x",
        lambda token: token.removeprefix("pr_"),
        lambda token: token[:-8] + ("AAAAAAA=" if token[-8:] != "AAAAAAA=" else "BBBBBBB="),
        lambda token: token[:60] + ("A" if token[60] != "A" else "B") + token[61:],
        lambda token: token + "é",
    ],
    ids=["empty", "short", "no prefix", "forged seal", "forged secret", "no base64"],
)
async def test_a_token_that_we_never_wrote_ends_nothing(arrive: Arrive, mangle) -> None:
    ann = await arrive()
    body = {"refresh_token": mangle(ann.refresh_token), "attempt": "12345678"}
    answer = await ann.http.post("/v1/sessions/refresh", json=body)
    assert (answer.status_code, answer.json()["code"]) == (401, "refresh-invalid")
    assert await ann.code_of_me() == 200


async def test_nothing_that_is_stored_is_a_token(arrive: Arrive, server: Redis) -> None:
    ann = await arrive()
    ann.keep((await ann.refresh()).json())
    secret = ann.refresh_token.rpartition("_")[2]
    for key in await server.keys():
        assert secret.encode() not in (await server.dump(key) or b"")


async def test_a_session_that_nobody_refreshed_for_half_a_year_has_ended(
    arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await arrive()
    monkeypatch.setattr(sessions, "IDLE_MS", -1)
    assert (await ann.refresh()).json()["code"] == "session-ended"


async def test_the_last_session_over_the_cap_ends_the_one_seen_longest_ago(
    arrive: Arrive, server: Redis, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await arrive()
    monkeypatch.setattr(sessions, "MOST", 2)
    for n in range(2):
        await app.state.desk.sessions.open(ann.id, f"{n}", now_ms() + n)
    assert await server.hlen(sessions_key(ann.id)) == 2
    assert await ann.code_of_me() == "session-ended"


async def test_another_process_refuses_an_ended_session_once_it_has_looked(
    arrive: Arrive, server: Redis, config: Settings
) -> None:
    ann = await arrive()
    other = lobby(config)
    async with alive(other):
        other.state.ended = Ended(server, look_s=0)
        assert not await other.state.ended.holds(ann.session)
        assert (await ann.send("DELETE", "/v1/me/sessions/current")).status_code == 200
        assert await other.state.ended.holds(ann.session)


async def test_a_process_that_starts_later_knows_what_has_ended(arrive: Arrive, server: Redis) -> None:
    ann = await arrive()
    await ann.send("DELETE", "/v1/me/sessions/current")
    assert await Ended(server).holds(ann.session)
    assert not await Ended(server).holds("s_other")
