"""What two people are to each other, whoever speaks first, and that nobody learns who blocked."""

import asyncio
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from services.lobby.people import ties as store
from services.lobby.people.tie import Standing, Tie, Wish, decide
from services.lobby.people.ties import NOTHING, Ties, others_key
from shared.games.rules import Rejected

ANN, BOB, CID = "a_ann", "a_bob", "a_cid"
Wishes = Sequence[tuple[str, Wish]]
wishes = st.lists(st.tuples(st.sampled_from((ANN, BOB)), st.sampled_from(Wish)), max_size=12)


def after(said: Wishes, tie: Tie = NOTHING) -> Tie:
    """What is refused changes nothing."""
    for by, wish in said:
        try:
            tie = decide(tie, by, BOB if by == ANN else ANN, wish, 1)
        except Rejected:
            continue
    return tie


@given(wishes)
def test_both_see_the_same_and_the_blocked_are_neither_friends_nor_asked(said: Wishes) -> None:
    tie = after(said)
    ann, bob = tie.standing(ANN), tie.standing(BOB)
    assert (ann is Standing.FRIENDS) == (bob is Standing.FRIENDS) == tie.friends
    assert not (tie.friends and (tie.blocked_by or tie.asked_by))
    assert all(tie.standing(blocker) is Standing.NONE for blocker in tie.blocked_by)


@given(wishes, wishes)
def test_who_is_blocked_sees_what_one_who_is_ignored_sees(before: Wishes, later: Wishes) -> None:
    """Ann alone acts behind Bob's block, or before somebody who stays silent: it looks the same to her."""
    alone = [(ANN, wish) for by, wish in later if by == ANN and wish in (Wish.ASK, Wish.PART)]
    blocked = after(alone, after([*before, (ANN, Wish.UNBLOCK), (BOB, Wish.BLOCK), (ANN, Wish.PART)]))
    ignored = after(alone)
    assert blocked.standing(ANN) == ignored.standing(ANN)
    assert blocked.standing(BOB) is Standing.NONE


@given(wishes)
def test_a_wish_that_is_so_already_changes_nothing(said: Wishes) -> None:
    tie = after(said)
    for by, wish in said:
        once = after([(by, wish)], tie)
        assert after([(by, wish)], once) == once or wish is Wish.ASK


def test_two_requests_that_cross_make_friends() -> None:
    for order in permutations([(ANN, Wish.ASK), (BOB, Wish.ASK)]):
        assert after(order).friends


def test_what_was_asked_behind_a_block_stays_unsaid() -> None:
    tie = after([(BOB, Wish.BLOCK), (ANN, Wish.ASK)])
    assert (tie.standing(ANN), tie.standing(BOB)) == (Standing.ASKED, Standing.NONE)
    assert after([(BOB, Wish.PART)], tie) == tie
    assert after([(BOB, Wish.UNBLOCK)], tie).empty


@pytest.fixture
async def ties(server: Redis) -> Ties:
    await store.load_functions(server)
    return Ties(server)


async def test_ties_are_found_from_both_ends(ties: Ties) -> None:
    await ties.change(ANN, BOB, Wish.ASK)
    await ties.change(BOB, ANN, Wish.ASK)
    await ties.change(CID, ANN, Wish.BLOCK)
    assert await ties.friends(ANN) == {BOB}
    assert await ties.friends(BOB) == {ANN}
    assert (await ties.blocked(ANN), await ties.blocked(CID)) == ({CID}, {ANN})
    assert await ties.blocked_among([ANN, BOB, CID]) == {frozenset((ANN, CID))}


@pytest.mark.parametrize("other", [Wish.ASK, Wish.BLOCK])
async def test_of_two_at_once_both_are_heard(ties: Ties, other: Wish) -> None:
    for n in range(20):
        ann, bob = f"a_{n}", f"b_{n}"
        await asyncio.gather(ties.change(ann, bob, Wish.ASK), ties.change(bob, ann, other))
        tie = await ties.between(ann, bob)
        assert tie.friends == (other is Wish.ASK)
        assert bool(tie.blocked_by) == (other is Wish.BLOCK)
        assert ann in await ties.all(bob)
        assert bob in await ties.all(ann)


async def test_what_is_over_leaves_nothing_behind(
    ties: Ties, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "SETTLED_MS", -1)
    await ties.change(ANN, BOB, Wish.ASK)
    await ties.change(ANN, BOB, Wish.PART)
    assert (await ties.all(ANN), await ties.all(BOB)) == ({}, {})
    assert await server.keys("tie*") == await server.keys("others*") == []


async def test_ties_have_an_end_on_both_sides(
    ties: Ties, server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST", 2)
    for other in (BOB, CID):
        await ties.change(other, ANN, Wish.ASK)
    for by, other in ((ANN, "a_4"), ("a_4", ANN)):
        with pytest.raises(Rejected, match="too-many-ties"):
            await ties.change(by, other, Wish.ASK)
    assert await server.zcard(others_key(ANN)) == 2


async def test_forgetting_somebody_frees_the_others(ties: Ties) -> None:
    await ties.change(ANN, BOB, Wish.ASK)
    await ties.forget(ANN)
    assert not await ties.all(BOB)
    assert (await ties.between(ANN, BOB)).empty
