"""Whatever people wish for at a table, and in whatever order, some things never come to be."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from services.lobby.events import Opened, SeatTaken, TableEntry
from services.lobby.judging import decide
from services.lobby.tables import Phase, Table, apply, encode, fold
from services.lobby.terms import Known, Terms, Visibility
from services.lobby.wishes import (
    Alter,
    Decline,
    Expire,
    HandOver,
    Invite,
    Join,
    Kick,
    Leave,
    PickColours,
    RemoveBot,
    SayReady,
    SeatBot,
    Start,
    Wish,
    Withdraw,
)
from shared.games.rules import Rejected
from shared.log.entry import Pace
from shared.seeds import house_sets

PEOPLE = ("a_ann", "a_ben", "a_cem", "a_dia", "a_eve")
OPTIONS: dict[str, Any] = msgspec.json.decode(msgspec.json.encode({"set": house_sets()["elevators"]}))
BEN_AND_CEM = frozenset({"a_ben", "a_cem"})
"""Kept apart from each other."""


def known(player: str, *, friend: bool = True) -> Known:
    blocked = BEN_AND_CEM - {player} if player in BEN_AND_CEM else frozenset[str]()
    return Known(friends=frozenset(PEOPLE) if friend else frozenset(), blocked=blocked, rating=1000)


people, seats, numbers = st.sampled_from(PEOPLE), st.integers(0, 4), st.integers(0, 5)


class AnyTable(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.at = 1_000
        opened = Opened("elevators", 3, OPTIONS, Pace(), "a_ann", "5e" * 32)
        self.log = [TableEntry(self.at, (opened, SeatTaken(0, "a_ann")))]
        self.table: Table = apply("g_1", None, self.log[0])

    def wish(self, by: str, wish: Wish) -> None:
        self.at += 10
        try:
            events = decide(self.table, by, wish, self.at)
        except Rejected:
            return
        if events:
            self.log.append(TableEntry(self.at, events))
            self.table = apply("g_1", self.table, self.log[-1])
        assert decide_again(self.table, by, wish, self.at) in ((), None), "the same again changes nothing"

    @rule(by=people, seat=st.none() | seats, friend=st.booleans())
    def join(self, by: str, seat: int | None, friend: bool) -> None:
        self.wish(by, Join(seat, known=known(by, friend=friend)))

    @rule(by=people, number=numbers)
    def accept(self, by: str, number: int) -> None:
        self.wish(by, Join(invitation=number, known=known(by)))

    @rule(by=people, wish=st.sampled_from((Leave(), Start(), SayReady(True), SayReady(False))))
    def say(self, by: str, wish: Wish) -> None:
        self.wish(by, wish)

    @rule(by=people, whom=people, wish=st.sampled_from((Kick, HandOver)))
    def send(self, by: str, whom: str, wish: Callable[[str], Wish]) -> None:
        self.wish(by, wish(whom))

    @rule(by=people, whom=people, lasts=st.integers(11, 100))
    def invite(self, by: str, whom: str, lasts: int) -> None:
        self.wish(by, Invite(whom, self.at + lasts, known(whom)))

    @rule(by=people, number=numbers, wish=st.sampled_from((Withdraw, Decline)))
    def end_invitation(self, by: str, number: int, wish: Callable[[int], Wish]) -> None:
        self.wish(by, wish(number))

    @rule(by=people, seat=seats, gone=st.booleans())
    def bot(self, by: str, seat: int, gone: bool) -> None:
        self.wish(by, RemoveBot(seat) if gone else SeatBot(seat, "easy"))

    @rule(by=people, colours=st.sampled_from(((), ("b",), ("r",), ("b", "r"), ("no",))))
    def pick(self, by: str, colours: tuple[str, ...]) -> None:
        self.wish(by, PickColours(colours))

    @rule(by=people, players=st.integers(2, 4), visibility=st.sampled_from(Visibility), ask=st.booleans())
    def alter(self, by: str, players: int, visibility: Visibility, ask: bool) -> None:
        self.wish(by, Alter(players, OPTIONS, Pace(), Terms(visibility, ask_ready=ask)))

    @rule()
    def expire(self) -> None:
        self.wish("", Expire())

    @invariant()
    def nobody_has_two_seats(self) -> None:
        assert len(set(self.table.people)) == len(self.table.people)

    @invariant()
    def the_host_of_an_open_table_sits_there(self) -> None:
        assert self.table.phase is not Phase.OPEN or self.table.seat_of(self.table.host) is not None

    @invariant()
    def only_a_full_table_has_started(self) -> None:
        assert self.table.phase is not Phase.STARTED or self.table.full

    @invariant()
    def nobody_is_back_who_was_sent_away(self) -> None:
        assert not set(self.table.kicked) & set(self.table.people)

    @invariant()
    def those_kept_apart_do_not_meet(self) -> None:
        assert not set(self.table.people) >= BEN_AND_CEM

    @invariant()
    def nobody_is_asked_twice_and_nobody_in_vain(self) -> None:
        asked = [one.player for one in self.table.open_invitations]
        assert len(set(asked)) == len(asked)
        assert not set(asked) & {*self.table.people, *self.table.kicked}
        assert not asked or (self.table.phase is Phase.OPEN and not self.table.full)

    @invariant()
    def no_colour_is_picked_twice(self) -> None:
        picked = [colour for place in self.table.places for colour in place.colours]
        assert len(set(picked)) == len(picked)

    @invariant()
    def the_log_folds_to_the_same_table(self) -> None:
        assert fold("g_1", [encode(entry) for entry in self.log]) == self.table


def decide_again(table: Table, by: str, wish: Wish, at: int) -> Any:
    try:
        return decide(table, by, wish, at)
    except Rejected:
        return None


AnyTable.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyTable = AnyTable.TestCase


def _opened(**terms: Any) -> Table:
    opened = Opened("floor", 2, {}, Pace(), "a_ann", "5e" * 32, Terms(**terms))
    return apply("g_1", None, TableEntry(1, (opened, SeatTaken(0, "a_ann"))))


def _after(table: Table, *wishes: tuple[str, Wish]) -> Table:
    for by, wish in wishes:
        if events := decide(table, by, wish, 10):
            table = apply(table.id, table, TableEntry(10, events))
    return table


@pytest.mark.parametrize(
    ("terms", "wish", "reason"),
    [
        ({"visibility": Visibility.FRIENDS}, Join(), "no-such-table"),
        ({"visibility": Visibility.PRIVATE, "code": "K"}, Join(), "no-such-table"),
        ({"visibility": Visibility.PRIVATE, "code": "K"}, Join(code="X"), "no-such-table"),
        ({"visibility": Visibility.PRIVATE, "code": "K"}, Leave(), "no-such-table"),
        ({"rating_min": 1200}, Join(known=Known(rating=1199)), "rating-too-low"),
        ({"rating_max": 1200}, Join(known=Known(rating=1201)), "rating-too-high"),
        ({}, Join(known=Known(blocked=frozenset({"a_ann"}))), "not-admitted"),
        ({}, Join(invitation=1), "no-such-invitation"),
        ({}, Start(), "not-host"),
    ],
)
def test_who_may_not_is_told_why(terms: dict[str, Any], wish: Wish, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        decide(_opened(**terms), "a_ben", wish, 10)


def test_an_invitation_opens_what_ratings_and_visibility_close() -> None:
    table = _opened(visibility=Visibility.PRIVATE, code="K", rating_min=2000)
    table = _after(table, ("a_ann", Invite("a_ben", 99)), ("a_ben", Join(invitation=1)))
    assert table.people == ("a_ann", "a_ben")


def test_an_invitation_is_no_good_after_its_time() -> None:
    table = _after(_opened(), ("a_ann", Invite("a_ben", 99)))
    with pytest.raises(Rejected, match="invitation-over"):
        decide(table, "a_ben", Join(invitation=1), 99)


def test_who_declined_is_not_asked_again() -> None:
    table = _after(_opened(), ("a_ann", Invite("a_ben", 99)), ("a_ben", Decline(1)))
    with pytest.raises(Rejected, match="invitation-declined"):
        decide(table, "a_ann", Invite("a_ben", 99), 11)


def test_a_change_of_pace_makes_everybody_unready() -> None:
    table = _after(_opened(ask_ready=True), ("a_ben", Join()), ("a_ben", SayReady(True)))
    assert decide(table, "a_ann", Start(), 10)
    table = _after(table, ("a_ann", Alter(2, {}, Pace(60_000), table.terms)))
    with pytest.raises(Rejected, match="not-everybody-ready"):
        decide(table, "a_ann", Start(), 10)
