"""The socket: every message, what it is answered with, and the same items as everywhere."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar

from shared.api.moment import now_ms
from tests.integration.conftest import Phone
from tests.integration.engine.conftest import Seated
from tests.integration.engine.play import move, play
from tests.integration.engine.sockets import Socket, capped, opened

BOTH = pytest.mark.parametrize("packed", [False, True], ids=["text", "packed"])


async def _followed(socket: Socket, game: str, after: int = 0) -> list[dict[str, Any]]:
    """Everything that a subscription tells until the game has ended."""
    await socket.say("subscribe", game=game, after=after)
    return await socket.hear_until("ended")


async def _lose(*_: object) -> None:
    pass


@BOTH
async def test_hello_is_answered_with_who_one_is_and_what_one_may(
    seated: Seated, address: str, *, packed: bool
) -> None:
    _, phones = await seated()
    async with opened(address, packed=packed) as socket:
        welcome = await socket.hello(phones[0].token)
    assert (welcome["type"], welcome["account"], welcome["keep_alive_s"]) == ("welcome", phones[0].id, 15)
    assert welcome["credits"] == {"burst": 60, "per_s": 20}
    assert welcome["expires_at"] > welcome["server_time"]


@BOTH
async def test_a_game_is_told_from_its_start_and_live_to_its_end(
    seated: Seated, address: str, nobody: Phone, *, packed: bool
) -> None:
    game, phones = await seated()
    await play(game, phones, 3)
    async with opened(address, packed=packed) as socket:
        await socket.hello(phones[1].token)
        await socket.say("subscribe", game=game, after=0)
        told = [await socket.hear() for _ in range(5)]
        playing = asyncio.create_task(play(game, phones, 105))
        told += await socket.hear_until("ended")
        await playing
    items = (await phones[1].get(f"/v1/games/{game}/events?limit=500")).json()["items"]
    assert (told[0]["type"], told[0]["game"], told[0]["version"]) == ("hello", game, 4)
    assert [entry["item"] for entry in told if "item" in entry] == items
    assert told[-1] == {"type": "ended", "game": game, "version": 109}


async def test_a_subscription_goes_on_after_any_version(seated: Seated, address: str) -> None:
    game, phones = await seated()
    await play(game, phones, 108)
    async with opened(address) as socket:
        await socket.hello()
        told = await _followed(socket, game, 107)
        assert [m["item"]["version"] for m in told if m["type"] == "entry"] == [108, 109]
        assert [m["type"] for m in await _followed(socket, game, 109)] == ["hello", "ended"]


async def test_a_position_that_the_log_never_reached_is_answered_with_resync(
    seated: Seated, address: str
) -> None:
    game, phones = await seated()
    async with opened(address) as socket:
        await socket.hello()
        await socket.say("subscribe", game=game, after=70)
        told = await socket.hear_until("resync")
        assert told[-1] == {"type": "resync", "game": game, "version": 1}
        await play(game, phones, 1)
        assert (await socket.hear())["item"]["version"] == 2


async def test_a_spectator_sees_what_http_shows_a_spectator(
    seated: Seated, address: str, nobody: Phone
) -> None:
    game, phones = await seated()
    await play(game, phones, 108)
    items = (await nobody.get(f"/v1/games/{game}/events?limit=500")).json()["items"]
    async with opened(address) as socket:
        assert (await socket.hello())["account"] is None
        told = await _followed(socket, game)
    assert [m["item"] for m in told if m["type"] == "entry"] == items


async def test_words_come_in_the_language_of_the_hello(seated: Seated, address: str, nobody: Phone) -> None:
    game, phones = await seated("elevators", 2)
    await play(game, phones, 2)
    page = await nobody.get(f"/v1/games/{game}/events?words=true", headers={"accept-language": "fr"})
    async with opened(address) as socket:
        await socket.hello(language="fr", words=True)
        await socket.say("subscribe", game=game)
        told = [await socket.hear() for _ in range(4)]
    assert [m["item"] for m in told[1:]] == page.json()["items"]


async def test_two_games_are_told_on_one_socket(seated: Seated, address: str) -> None:
    games = [await seated("floor", 3), await seated("elevators", 2)]
    async with opened(address) as socket:
        await socket.hello()
        for game, _ in games:
            await socket.say("subscribe", game=game, after=1)
        for game, phones in games:
            await play(game, phones, 2)
        told = [await socket.hear() for _ in range(6)]
    for game, _ in games:
        versions = [m["item"]["version"] for m in told if m["type"] == "entry" and m["game"] == game]
        assert versions == [2, 3]


async def test_an_unfollowed_game_is_told_no_more(seated: Seated, address: str) -> None:
    game, phones = await seated()
    async with opened(address) as socket:
        await socket.hello()
        await socket.say("subscribe", game=game, after=1)
        assert (await socket.hear())["type"] == "hello"
        await socket.say("unsubscribe", game=game)
        await socket.say("ping", id="p1")
        assert (await socket.hear())["type"] == "pong"
        await play(game, phones, 1)
        await socket.say("ping", id="p2")
        assert (await socket.hear())["id"] == "p2"


@BOTH
async def test_a_command_is_acknowledged_under_its_id_however_often_it_is_sent(
    seated: Seated, address: str, *, packed: bool
) -> None:
    game, phones = await seated()
    phone, do = await move(game, phones)
    async with opened(address, packed=packed) as socket:
        await socket.hello(phone.token)
        for _ in range(2):
            await socket.say("command", game=game, id="c1", do=do, expect=1)
        first, second = await socket.hear(), await socket.hear()
    assert (first["type"], first["game"], first["id"], first["version"]) == ("accepted", game, "c1", 2)
    assert first == second
    assert (
        first["events"] == (await phone.get(f"/v1/games/{game}/events?after=1")).json()["items"][0]["events"]
    )


@pytest.mark.parametrize("heard", [True, False], ids=["by the entry", "by the stored answer"])
async def test_whoever_follows_the_game_is_acknowledged_too_even_if_its_channel_loses_the_entry(
    seated: Seated, address: str, app: Litestar, monkeypatch: pytest.MonkeyPatch, *, heard: bool
) -> None:
    game, phones = await seated()
    phone, do = await move(game, phones)
    lost = (app.state.courier, "_look") if heard else (app.state.games.hub, "_take")
    monkeypatch.setattr(*lost, _lose)
    async with opened(address) as socket:
        await socket.hello(phone.token)
        await socket.say("subscribe", game=game, after=1)
        await socket.hear_until("hello")
        await socket.say("command", game=game, id="c1", do=do)
        while (told := await socket.hear())["type"] not in ("accepted", "refused"):
            pass
    (item,) = (await phone.get(f"/v1/games/{game}/events?after=1")).json()["items"]
    assert (told["type"], told["id"]) == ("accepted", "c1")
    assert (told["version"], told["events"]) == (2, item["events"])


async def test_a_command_is_refused_as_by_http(seated: Seated, address: str) -> None:
    game, phones = await seated()
    phone, do = await move(game, phones)
    body = {"id": "c1", "do": do, "expect": 7}
    problem = (await phone.post(f"/v1/games/{game}/commands", body)).json()
    async with opened(address) as socket:
        await socket.hello(phone.token)
        await socket.say("command", game=game, **body)
        refused = await socket.hear()
    assert (refused["type"], refused["id"], refused["game"]) == ("refused", "c1", game)
    assert [refused[name] for name in ("code", "detail", "params")] == [
        problem[name] for name in ("code", "detail", "params")
    ]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"type": "subscribe", "game": "g_none"}, "no-such-game"),
        ({"type": "command", "game": "g_none", "id": "c1", "do": {"type": "take"}}, "no-such-game"),
        ({"type": "command", "game": "{game}", "id": "c1", "do": {"type": "fly"}}, "malformed"),
    ],
)
async def test_what_cannot_be_done_is_refused_and_the_socket_goes_on(
    seated: Seated, address: str, said: dict[str, Any], code: str
) -> None:
    game, phones = await seated()
    async with opened(address) as socket:
        await socket.hello(phones[0].token)
        await socket.say(**{**said, "game": said["game"].format(game=game)})
        assert (await socket.hear())["code"] == code
        await socket.say("ping")
        assert (await socket.hear())["type"] == "pong"


async def test_a_spectator_sends_no_commands(seated: Seated, address: str) -> None:
    game, _ = await seated()
    async with opened(address) as socket:
        await socket.hello()
        await socket.say("command", game=game, id="c1", do={"type": "take"})
        assert (await socket.hear())["code"] == "token-missing"
        await socket.say("follow-mine")
        assert (await socket.hear())["code"] == "token-missing"


async def test_what_concerns_the_account_is_told_as_by_sync(seated: Seated, address: str) -> None:
    _, phones = await seated()
    page = (await phones[0].get("/v1/sync")).json()
    async with opened(address) as socket:
        await socket.hello(phones[0].token)
        await socket.say("follow-mine")
        told = await socket.hear()
    assert told["type"] == "mine"
    assert [told["changes"][name] for name in ("reset", "badge", "more")] == [
        page[name] for name in ("reset", "badge", "more")
    ]
    assert told["changes"]["cursor"]


async def test_keep_alives_say_the_time_and_where_each_game_stands(
    seated: Seated, address: str, app: Litestar
) -> None:
    game, _ = await seated()
    capped(app, keep_alive_s=0.05)
    async with opened(address) as socket:
        await socket.hello()
        await socket.say("subscribe", game=game)
        alive = (await socket.hear_until("keep-alive"))[-1]
        while not alive["versions"]:
            alive = (await socket.hear_until("keep-alive"))[-1]
    assert alive["versions"] == {game: 1}
    assert alive["server_time"]


async def test_no_more_games_are_followed_than_the_cap(seated: Seated, address: str, app: Litestar) -> None:
    first, _ = await seated()
    second = (await seated())[0]
    capped(app, games=1)
    async with opened(address) as socket:
        await socket.hello()
        await socket.say("subscribe", game=first, after=1)
        assert (await socket.hear())["type"] == "hello"
        await socket.say("subscribe", game=second)
        refused = await socket.hear()
        assert (refused["code"], refused["params"]) == ("too-many-requests", {"limit": "socket-games"})


async def test_a_second_hello_renews_the_token(seated: Seated, address: str, app: Litestar) -> None:
    _, phones = await seated()
    short = app.state.tokens.mint(phones[0].id, now_ms() // 1000, session="s_1")[0]
    async with opened(address) as socket:
        before = await socket.hello(short)
        after = await socket.hello(phones[0].token)
    assert before["account"] == after["account"] == phones[0].id
