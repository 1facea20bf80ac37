"""Friends and blocks over HTTP."""

import asyncio
from typing import Any

import pytest
from litestar import Litestar
from redis.asyncio import Redis

from shared.api.caps import CAPS, Bucket, Cap
from shared.api.inbox import Cursor, FriendNews
from tests.integration.conftest import Guest, Phone
from tests.integration.people.conftest import asks, befriend, blocks, friends


async def told(app: Litestar, phone: Phone) -> dict[str, str]:
    """What the inbox says of others, by their ids."""
    changed = await app.state.inbox.changed(phone.id, Cursor(), 100)
    return {news.id: news.tie for news in changed.news if isinstance(news, FriendNews)}


async def test_a_request_waits_for_its_answer_and_both_are_told(app: Litestar, guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    assert (await asks(ann, bob))["standing"] == "asked"
    assert (await friends(ann), await friends(bob)) == ({"Bob": "asked"}, {"Ann": "asks"})
    assert (await told(app, bob)) == {ann.id: "asks"}
    assert (await asks(bob, ann))["standing"] == "friends"
    assert (await friends(ann), await friends(bob)) == ({"Bob": "friends"}, {"Ann": "friends"})
    assert [await told(app, ann), await told(app, bob)] == [{bob.id: "friends"}, {ann.id: "friends"}]


@pytest.mark.parametrize("by", [0, 1], ids=["withdrawn", "declined"])
async def test_a_request_that_came_to_nothing_leaves_nothing(app: Litestar, guest: Guest, by: int) -> None:
    two = await guest("Ann"), await guest("Bob")
    await asks(*two)
    parted = await two[by].send("DELETE", f"/v1/me/friends/{two[1 - by].id}")
    assert parted.json()["standing"] == "none"
    assert [await friends(one) for one in two] == [{}, {}]
    assert await told(app, two[1]) == {two[0].id: "none"}


async def test_pairs_who_ask_each_other_at_once_are_friends(guest: Guest) -> None:
    for _ in range(10):
        ann, bob = await guest("Ann"), await guest("Bob")
        await asyncio.gather(asks(ann, bob), asks(bob, ann))
        assert (await friends(ann), await friends(bob)) == ({"Bob": "friends"}, {"Ann": "friends"})


async def test_a_block_during_a_request_leaves_neither_friend_nor_request(guest: Guest) -> None:
    for _ in range(10):
        ann, bob = await guest("Ann"), await guest("Bob")
        await asyncio.gather(asks(ann, bob), blocks(bob, ann), asks(ann, bob))
        assert await friends(bob) == {}
        assert await friends(ann) in ({}, {"Bob": "asked"})


async def test_a_block_ends_a_friendship_and_looks_like_any_other_end(app: Litestar, guest: Guest) -> None:
    ann, bob, cid = await guest("Ann"), await guest("Bob"), await guest("Cid")
    for other in (bob, cid):
        await befriend(ann, other)
    await blocks(bob, ann)
    await cid.send("DELETE", f"/v1/me/friends/{ann.id}")
    for other in (bob, cid):
        seen = (await ann.get(f"/v1/players/{other.id}")).json()
        assert (seen["standing"], seen["blocked"]) == ("none", False)
        assert (await asks(ann, other))["standing"] == "asked"
    assert set((await told(app, ann)).values()) == {"asked"}
    assert (await friends(bob), await friends(cid)) == ({}, {"Ann": "asks"})


async def test_whoever_is_blocked_finds_it_nowhere(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    await blocks(bob, ann)
    await asks(ann, bob)
    listed = (await ann.get("/v1/me/blocks")).json()["blocked"]
    told = (await ann.get("/v1/me/export")).json()["others"]
    assert (listed, [(one["standing"], one["blocked"]) for one in told]) == ([], [("asked", False)])
    assert (await bob.get("/v1/me/export")).json()["others"][0]["standing"] == "none"


async def test_blocks_are_listed_and_taken_back(guest: Guest) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    await blocks(ann, bob)
    (listed,) = (await ann.get("/v1/me/blocks")).json()["blocked"]
    assert listed["player"] == {"id": bob.id, "name": "Bob"}
    assert (await ann.send("PUT", f"/v1/me/friends/{bob.id}")).json()["code"] == "player-blocked"
    assert (await ann.send("DELETE", f"/v1/me/blocks/{bob.id}")).json()["blocked"] is False
    assert (await asks(ann, bob))["standing"] == "asked"


@pytest.mark.parametrize("kind", ["friends", "blocks"])
async def test_nobody_befriends_or_blocks_themselves_or_nobody(guest: Guest, kind: str) -> None:
    ann = await guest()
    answers = [await ann.send("PUT", f"/v1/me/{kind}/{other}") for other in (ann.id, "a_nobody", "x y")]
    assert [answer.json()["code"] for answer in answers] == ["that-is-you"] + ["no-such-account"] * 2


async def test_friends_come_in_pages_of_one_standing(guest: Guest) -> None:
    ann = await guest("Ann")
    others = [await guest(f"Friend {n}") for n in range(3)]
    for other in others:
        await befriend(other, ann)
    await asks(await guest("Dora"), ann)
    first = (await ann.get("/v1/me/friends?standing=friends&limit=2")).json()
    rest = (await ann.get(f"/v1/me/friends?standing=friends&limit=2&cursor={first['next']}")).json()
    names = [one["player"]["name"] for page in (first, rest) for one in page["friends"]]
    assert (names, rest["next"]) == (["Friend 2", "Friend 1", "Friend 0"], None)
    assert await friends(ann, "?standing=asks") == {"Dora": "asks"}
    assert (await ann.get("/v1/me/friends?cursor=x")).json()["code"] == "malformed"


@pytest.mark.parametrize("cap", [Cap.FRIENDS, Cap.FRIEND_REQUESTS])
async def test_there_is_an_end_to_friends(guest: Guest, monkeypatch: pytest.MonkeyPatch, cap: Cap) -> None:
    ann, bob, cid = await guest("Ann"), await guest("Bob"), await guest("Cid")
    monkeypatch.setattr("services.lobby.people.circle.CAPS", {**CAPS, cap: 1})
    await asks(bob, ann)
    if cap is Cap.FRIENDS:
        await asks(ann, bob)
    refused = await cid.send("PUT", f"/v1/me/friends/{ann.id}")
    assert (refused.json()["code"], refused.json()["params"]) == ("too-many-friends", {"most": 1})


async def test_there_is_an_end_to_blocks(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cid = await guest("Ann"), await guest("Bob"), await guest("Cid")
    monkeypatch.setattr("services.lobby.people.circle.CAPS", {**CAPS, Cap.BLOCKS: 1})
    await blocks(ann, bob)
    await blocks(ann, bob)
    assert (await ann.send("PUT", f"/v1/me/blocks/{cid.id}")).json()["code"] == "too-many-blocks"


async def test_requests_are_rationed(guest: Guest, app: Litestar) -> None:
    ann = await guest("Ann")
    others = [await guest("Bob") for _ in range(2)]
    for _ in range(40):
        await asks(ann, others[0])
    for _ in range(29):
        await app.state.limits.take(Bucket.FRIEND_REQUESTS, ann.id)
    refused = await ann.send("PUT", f"/v1/me/friends/{others[1].id}")
    assert (refused.status_code, refused.json()["params"]) == (429, {"limit": "friend-requests"})


async def test_a_deleted_account_is_nobodys_friend(guest: Guest, server: Redis) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    await befriend(ann, bob)
    await ann.send("DELETE", "/v1/me")
    assert await friends(bob) == {}
    assert await server.keys("tie:*") == []
    assert (await bob.send("DELETE", f"/v1/me/friends/{ann.id}")).json()["standing"] == "none"


async def test_a_profile_is_there_for_everybody(guest: Guest, nobody: Phone) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    said: dict[str, Any] = {
        "about": "I like lifts \U0001f468\u200d\U0001f469\u200d\U0001f467",
        "avatar": "owl",
    }
    mine = (await ann.send("PATCH", "/v1/me", {**said, "country": "KR", "bot": True})).json()
    assert (mine["about"], mine["bot"]) == (said["about"], True)
    seen = (await nobody.get(f"/v1/players/{ann.id}")).json()
    assert {**said, "country": "KR", "bot": True, "name": "Ann"}.items() <= seen.items()
    assert (seen["standing"], (await bob.get(f"/v1/players/{ann.id}")).json()["standing"]) == (None, "none")
    gone = (await ann.send("PATCH", "/v1/me", {"about": None, "bot": False, "country": None})).json()
    assert (gone["about"], gone["bot"], gone["country"], gone["avatar"]) == (None, False, None, "owl")


@pytest.mark.parametrize(
    "wrong",
    [
        {"about": "a\u202eb"}, {"about": "a\nb"}, {"about": " \u200d "}, {"about": "a" + "\u0301\u0316" * 4},
        {"about": "x" * 201}, {"avatar": "lion"}, {"country": "XX"}, {"country": "jp"}, {"bot": None},
    ],
)  # fmt: skip
async def test_a_profile_shows_what_can_be_seen(guest: Guest, wrong: dict[str, Any]) -> None:
    refused = await (await guest()).send("PATCH", "/v1/me", wrong)
    assert (refused.status_code, refused.json()["params"]["path"]) == (400, f"$.{next(iter(wrong))}")


async def test_somebody_is_found_by_the_whole_handle_only(guest: Guest, nobody: Phone) -> None:
    ann = await guest("Ann")
    await ann.send("PUT", "/v1/me/credentials", {"handle": "Nora.B", "password": "four lifts go down"})
    assert (await nobody.get("/v1/players?handle=nora.b")).json()["id"] == ann.id
    assert (await nobody.get("/v1/players?handle=nora")).json()["code"] == "no-such-account"
