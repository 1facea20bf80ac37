"""What comes of wishes: whole tournaments on a clock of their own."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.lobby.tournaments.deciding import NEVER_BEGUN_MS, decide
from services.lobby.tournaments.events import Entry, Opened, Plan, System
from services.lobby.tournaments.tournament import Stage, Tournament, apply, encode, fold
from services.lobby.tournaments.wishes import Begin, Cancel, Enter, GoOn, Note, Wish, Withdraw
from shared.games.rules import Rejected
from shared.log.entry import Pace

START = 1_700_000_000_000
PLAN: dict[str, Any] = {
    "title": "Cup", "system": System.SWISS, "kind": "floor", "seats": 2, "options": {}, "pace": Pace(60_000),
    "rated": True, "rounds": 3, "least": 2, "most": 64, "starts_at": None, "late_until": 0, "pause_ms": 0,
    "decisive": False,
}  # fmt: skip


class Cup:
    """A tournament with its log."""

    def __init__(self, **plan: Any) -> None:
        self.now = START
        self.log = [Entry(START, (Opened(Plan(**{**PLAN, **plan}), "org"),))]
        self.state: Tournament = apply("c_1", None, self.log[0])
        self._ids = count()

    def wishes(self, by: str, wish: Wish) -> None:
        if events := decide(self.state, by, wish):
            self.log.append(Entry(self.now, events))
            self.state = apply("c_1", self.state, self.log[-1])

    def enter(self, *players: str) -> "Cup":
        for player in players:
            self.wishes(player, Enter())
        return self

    def begin(self) -> "Cup":
        self.wishes("org", Begin(self.ids()))
        return self

    def go_on(self, **more: Any) -> "Cup":
        self.wishes("", GoOn(self.now, self.ids(), **more))
        return self

    def ids(self) -> tuple[str, ...]:
        return tuple(f"g_{next(self._ids)}" for _ in range(80))

    def ends_games(self, random: Random | None = None) -> None:
        """In the order of the seats, or in any."""
        for game in self.state.running_games:
            places = list(range(1, len(game.players) + 1))
            if random:
                random.shuffle(places)
            self.wishes("", Note(((game.id, tuple(places)),)))

    def plays_on(self, random: Random | None = None) -> "Cup":
        """To the end."""
        for _ in range(200):
            if self.state.phase.over:
                return self
            self.ends_games(random)
            self.now += 1000
            self.go_on()
        raise AssertionError("it never ends")


def _people(number: int) -> list[str]:
    return [f"p{n:02}" for n in range(number)]


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(System),
    st.integers(2, 4),
    st.integers(4, 14),
    st.randoms(use_true_random=False),
    st.data(),
)
def test_whatever_people_do_a_tournament_ends_with_everybody_ranked(
    system: System, seats: int, entered: int, random: Random, data: st.DataObject
) -> None:
    entered = seats if system is System.SERIES else entered
    late = 2 if system is System.SWISS else 0
    cup = Cup(
        system=system,
        seats=seats,
        least=seats,
        most=16 if late or seats < entered else entered,
        late_until=late,
    )
    cup.enter(*_people(entered)).begin()
    for step in range(60):
        if cup.state.phase.over:
            break
        match data.draw(st.integers(0, 5)):
            case 0:
                cup.wishes(random.choice(cup.state.players), Withdraw())
            case 1 if late and len(cup.state.rounds) < late and len(cup.state.active) < 16:
                cup.enter(f"late{step}")
            case _:
                cup.ends_games(random)
        cup.go_on()
        _holds(cup.state)
    cup.plays_on(random)
    assert [row.player for row in cup.state.standings()] != []
    assert {row.player for row in cup.state.standings()} == set(cup.state.players)
    assert fold("c_1", map(encode, cup.log)) == _at(cup)


def _at(cup: Cup) -> Tournament:
    return replace(cup.state, version=len(cup.log))


def _holds(state: Tournament) -> None:
    """Nobody is in two games of a round, nobody who had withdrawn before it is in any."""
    for played in state.rounds:
        seats = Counter(player for game in played.games for player in game.players)
        assert max(seats.values(), default=0) <= 1
        assert not set(played.byes) & set(seats)
        assert all(len(game.players) == state.plan.seats for game in played.games)
    ids = [game.id for played in state.rounds for game in played.games]
    assert len(ids) == len(set(ids))


def test_a_round_begins_when_all_games_of_the_last_are_over_and_not_before() -> None:
    cup = Cup().enter(*_people(4)).begin()
    first, second = cup.state.running_games
    cup.wishes("", Note(((first.id, (1, 2)),)))
    assert len(cup.go_on().state.rounds) == 1
    cup.wishes("", Note(((second.id, (2, 1)),)))
    assert len(cup.go_on().go_on().state.rounds) == 2


def test_a_pause_between_rounds_is_kept() -> None:
    cup = Cup(pause_ms=60_000).enter(*_people(4)).begin()
    cup.ends_games()
    cup.go_on()
    cup.now += 59_999
    assert len(cup.go_on().state.rounds) == 1
    cup.now += 1
    assert len(cup.go_on().state.rounds) == 2


def test_winners_meet_winners() -> None:
    cup = Cup().enter(*_people(4)).begin()
    cup.ends_games()
    winners = {game.players[0] for game in cup.state.rounds[0].games}
    assert set(cup.go_on().go_on().state.rounds[1].games[0].players) == winners


def test_a_result_told_twice_counts_once() -> None:
    cup = Cup().enter(*_people(2)).begin()
    (game,) = cup.state.running_games
    for places in ((1, 2), (2, 1)):
        cup.wishes("", Note(((game.id, places),)))
    assert cup.state.rounds[0].games[0].places == (1, 2)


def test_a_game_without_a_result_is_shared_by_all() -> None:
    cup = Cup().enter(*_people(2)).begin()
    cup.wishes("", Note(((cup.state.running_games[0].id, None),)))
    assert cup.state.rounds[0].games[0].places == (1, 1)


def test_it_begins_at_its_time_with_enough_and_is_cancelled_with_too_few() -> None:
    for entered, phase in ((4, Stage.RUNNING), (3, Stage.CANCELLED)):
        cup = Cup(starts_at=START + 1000, least=4).enter(*_people(entered))
        assert cup.go_on().state.phase is Stage.OPEN
        cup.now += 1000
        assert cup.go_on().state.phase is phase


def test_it_begins_once_it_is_full() -> None:
    cup = Cup(most=4).enter(*_people(3)).go_on()
    assert cup.state.phase is Stage.OPEN
    assert cup.enter("last").go_on().state.phase is Stage.RUNNING


def test_what_nobody_begins_is_cancelled_after_a_month() -> None:
    cup = Cup().enter("p1")
    cup.now += NEVER_BEGUN_MS
    assert cup.go_on().state.phase is Stage.CANCELLED


@pytest.mark.parametrize(("late_until", "enters"), [(0, False), (1, False), (2, True)])
def test_one_may_enter_late_until_the_round_that_was_stated(late_until: int, *, enters: bool) -> None:
    cup = Cup(late_until=late_until).enter(*_people(4)).begin()
    if enters:
        assert "late" in cup.enter("late").state.active
    else:
        with pytest.raises(Rejected, match="entry-closed"):
            cup.enter("late")


def test_who_withdrew_after_the_beginning_plays_no_more_and_stays_in_the_ranking() -> None:
    cup = Cup().enter(*_people(4)).begin()
    cup.wishes("p00", Withdraw())
    cup.plays_on()
    assert all("p00" not in game.players for played in cup.state.rounds[1:] for game in played.games)
    assert "p00" in {row.player for row in cup.state.standings()}
    with pytest.raises(Rejected, match="entry-closed"):
        Cup.enter(cup, "p00")


def test_a_series_is_played_by_the_same_people_in_turning_seats() -> None:
    cup = Cup(system=System.SERIES, seats=3, least=3, most=3, rounds=3).enter(*"abc").go_on().plays_on()
    assert ["".join(played.games[0].players) for played in cup.state.rounds] == ["abc", "bca", "cab"]


def test_best_of_ends_when_nobody_can_catch_up() -> None:
    cup = Cup(system=System.SERIES, most=2, rounds=5, decisive=True).enter("a", "b").go_on()
    while not cup.state.phase.over:
        (game,) = cup.state.running_games
        cup.wishes("", Note(((game.id, (1, 2) if game.players[0] == "a" else (2, 1)),)))
        cup.go_on().go_on()
    assert len(cup.state.rounds) == 3


def test_only_the_organizer_begins_and_cancels() -> None:
    cup = Cup().enter("a", "b")
    for wish in (Begin(cup.ids()), Cancel()):
        with pytest.raises(Rejected, match="not-organizer"):
            cup.wishes("a", wish)


def test_what_is_cancelled_goes_on_no_more() -> None:
    cup = Cup().enter("a", "b").begin()
    cup.wishes("org", Cancel())
    assert cup.go_on().state.phase is Stage.CANCELLED


def test_whose_account_is_gone_has_withdrawn() -> None:
    cup = Cup().enter(*_people(3)).begin().go_on(gone=frozenset({"p01"}))
    assert cup.state.withdrawn == ("p01",)


def test_in_a_round_robin_those_whose_opponent_withdrew_have_a_bye() -> None:
    cup = Cup(system=System.ROUND_ROBIN, most=4).enter(*_people(4)).go_on()
    cup.wishes("p03", Withdraw())
    cup.plays_on()
    assert [len(played.games) for played in cup.state.rounds] == [2, 1, 1]
    assert Counter(player for played in cup.state.rounds for player in played.byes).total() == 2
