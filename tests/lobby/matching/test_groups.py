"""Who plays with whom."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.matching.groups import Group, groups
from services.lobby.matching.quality import LIVE, Known, curve_of
from services.lobby.matching.ticket import Bots, Ticket
from tests.lobby.matching.people import START, known, ticket, wish


def _found(tickets: list[Ticket], about: Known | None = None) -> list[str]:
    """Each group as its accounts and, in brackets, bots."""
    return [_shown(group) for group in groups(tickets, about or known(), START)]


def _shown(group: Group) -> str:
    names = " ".join(sorted(ticket.account for ticket in group.tickets))
    bots = group.players - len(group.tickets)
    return f"{names} ({bots})" if bots else names


def test_three_who_want_the_same_play_together() -> None:
    assert _found([ticket("a"), ticket("b"), ticket("c")]) == ["a b c"]


@pytest.mark.parametrize(
    "other",
    [wish(kind="eddie"), wish(live=False), wish(rated=False), wish(2)],
    ids=["kind", "pace", "rated", "players"],
)
def test_who_wants_something_else_is_left_over(other: object) -> None:
    assert _found([ticket("a"), ticket("b"), ticket("c", wants=other)]) == []


def test_the_nearest_in_strength_play_together() -> None:
    pair = [ticket(name, 30, wants=wish(2)) for name in "abcd"]
    assert _found(pair, known({"a": 1000, "b": 1300, "c": 1310, "d": 1010})) == ["a d", "b c"]


@pytest.mark.parametrize(("waited_s", "meets"), [(0, False), (20, False), (30, True), (60, True)])
def test_strangers_in_strength_meet_once_they_have_waited(waited_s: int, *, meets: bool) -> None:
    pair = [ticket(name, waited_s, wants=wish(2)) for name in "ab"]
    assert (_found(pair, known({"a": 1000, "b": 1400})) == ["a b"]) is meets


def test_whoever_waited_for_the_whole_curve_takes_anybody() -> None:
    old, new = ticket("a", 60, wants=wish(2)), ticket("b", 0, wants=wish(2))
    assert _found([old, new], known({"a": 0, "b": 3000})) == ["a b"]


def test_blocks_are_stronger_than_any_wait() -> None:
    pair = [ticket(name, 1700, wants=wish(2)) for name in "ab"]
    assert _found(pair, known({}, ("a", "b"))) == []


def test_two_who_blocked_each_other_are_not_brought_together_by_a_third() -> None:
    assert _found([ticket(name, 100) for name in "abcd"], known({}, ("b", "c"))) == ["a b d"]


def test_last_opponents_are_spread_where_others_are_there() -> None:
    four = [ticket(name, wants=wish(2)) for name in "abcd"]
    strengths = {"a": 1000, "b": 1001, "c": 1030, "d": 1031}
    assert _found(four, known(strengths)) == ["a b", "c d"]
    assert _found(four, known(strengths, met={"a": ("b",)})) == ["a c", "b d"]


def test_who_leaves_games_meets_who_leaves_games() -> None:
    four = [ticket(name, wants=wish(2)) for name in "abcd"]
    strengths = {"a": 1000, "b": 1001, "c": 1030, "d": 1031}
    assert _found(four, known(strengths, leaving={"a": 0.5, "d": 0.5})) == ["a d", "b c"]


@pytest.mark.parametrize(("waited_s", "found"), [(0, []), (4, []), (5, ["a b c"])])
def test_fewer_players_than_the_most_come_together_after_a_moment(waited_s: int, found: list[str]) -> None:
    assert _found([ticket(name, waited_s, wants=wish(3, 4)) for name in "abc"]) == found


def test_nobody_is_in_two_live_games() -> None:
    wanting = [wish(2), wish(2, kind="eddie")]
    tickets = [
        ticket(f"{n}{number}", wants=one, account=n) for n in "ab" for number, one in enumerate(wanting)
    ]
    assert _found(tickets) == ["a b"]


def test_nobody_meets_themselves() -> None:
    tickets = [
        ticket(f"a{n}", 100, wants=wish(*numbers), account="a") for n, numbers in enumerate([(2,), (2, 3)])
    ]
    assert _found(tickets) == []


BOTS = Bots(after_ms=20_000, level="normal")


@pytest.mark.parametrize(("waited_s", "found"), [(19, []), (20, ["a (2)"])])
def test_bots_fill_up_where_the_ticket_allows_it_and_not_before(waited_s: int, found: list[str]) -> None:
    assert _found([ticket("a", waited_s, wants=wish(3, 4, bots=BOTS))]) == found


def test_people_are_put_together_before_bots_fill_up() -> None:
    both = [ticket(name, 30, wants=wish(3, 4, bots=BOTS)) for name in "ab"]
    assert _found(both) == ["a b (1)"]


def test_nobody_gets_a_bot_who_did_not_ask_for_one() -> None:
    some = [ticket("a", 30, wants=wish(3, bots=BOTS)), ticket("b", 30)]
    assert _found(some) == ["a (2)"]


NAMES = "abcdefghij"


@st.composite
def crowds(draw: st.DrawFn) -> tuple[list[Ticket], Known]:
    """A few people of all strengths and patience, some of whom have blocked each other."""
    sizes = st.lists(st.integers(2, 4), min_size=1, max_size=3, unique=True).map(sorted)
    bots = st.sampled_from([None, BOTS])
    names = NAMES[: draw(st.integers(0, len(NAMES)))]
    tickets = [
        ticket(name, draw(st.integers(0, 80)), wants=wish(*draw(sizes), bots=draw(bots))) for name in names
    ]
    strengths = {name: float(draw(st.integers(0, 2000))) for name in names}
    pairs = [pair for pair in combinations(names, 2) if draw(st.integers(0, 4)) == 0]
    return tickets, known(strengths, *pairs)


@given(crowds())
def test_no_group_has_two_who_may_not_meet_nor_any_ticket_twice(crowd: tuple[list[Ticket], Known]) -> None:
    tickets, about = crowd
    found = groups(tickets, about, START)
    seats = Counter(ticket.id for group in found for ticket in group.tickets)
    assert all(count == 1 for count in seats.values())
    for group in found:
        assert all(group.players in ticket.wish.players for ticket in group.tickets)
        assert all(about.may_meet(*pair) for pair in combinations(group.tickets, 2))
        assert len(group.tickets) <= group.players


@given(crowds())
def test_nobody_is_left_over_who_waited_for_the_whole_curve_while_enough_others_are_there(
    crowd: tuple[list[Ticket], Known],
) -> None:
    tickets, about = crowd
    placed = {ticket.id for group in groups(tickets, about, START) for ticket in group.tickets}
    left = [ticket for ticket in tickets if ticket.id not in placed]
    for old in (one for one in left if START - one.made_at >= LIVE.anybody_ms):
        assert not any(_plainly_possible(old, left, players, about) for players in old.wish.players)


def _plainly_possible(old: Ticket, left: list[Ticket], players: int, about: Known) -> bool:
    others = [
        one for one in left if one.id != old.id and players in one.wish.players and one.pool == old.pool
    ]
    return any(
        all(about.may_meet(*pair) for pair in combinations((old, *some), 2))
        for some in combinations(others, players - 1)
    )


@given(crowds())
def test_nobody_puts_up_with_more_than_the_curve_says(crowd: tuple[list[Ticket], Known]) -> None:
    tickets, about = crowd
    for group in groups(tickets, about, START):
        first, *_ = group.tickets
        accepts = curve_of(first.wish).accepts(START - first.made_at)
        points = [about.strengths[ticket.id][group.players] for ticket in group.tickets]
        assert all(abs(points[0] - other) <= accepts for other in points[1:])


@given(crowds())
def test_the_order_in_which_tickets_are_told_changes_nothing(crowd: tuple[list[Ticket], Known]) -> None:
    tickets, about = crowd
    assert groups(tickets, about, START) == groups(tickets[::-1], about, START)


def test_whoever_takes_anybody_is_not_kept_from_a_far_one_by_many_near_ones_who_may_not_be_met() -> None:
    near = [ticket(f"n{number}", 0, wants=wish(2, 3)) for number in range(40)]
    blocked = [("old", one.account) for one in near]
    strengths = {"old": 1000.0, "far": 2000.0, **{one.account: 1000.0 for one in near}}
    tickets = [ticket("old", 60, wants=wish(2)), ticket("far", 0, wants=wish(2)), *near]
    assert "far old" in _found(tickets, known(strengths, *blocked))
