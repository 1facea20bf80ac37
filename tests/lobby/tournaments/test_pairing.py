"""Who meets whom."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.tournaments.pairing import Round, round_robin, swiss

NONE: frozenset[frozenset[str]] = frozenset()


def _people(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(count)]


def _met(*rounds: Round) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair) for round in rounds for group in round.groups for pair in combinations(group, 2)
    )


@given(st.integers(2, 40), st.integers(2, 5))
def test_everybody_is_in_one_group_or_has_a_bye(count: int, seats: int) -> None:
    people = _people(max(count, seats))
    found = swiss(people, seats, {}, {}, NONE)
    assert sorted([*found.byes, *(player for group in found.groups for player in group)]) == people
    assert all(len(group) == seats for group in found.groups)
    assert len(found.byes) == len(people) % seats


def test_who_stands_near_each_other_meets() -> None:
    found = swiss(_people(6), 3, {}, {}, NONE)
    assert found.groups == (("p000", "p001", "p002"), ("p003", "p004", "p005"))


def test_the_last_has_the_bye_and_after_that_the_last_who_had_none() -> None:
    people = _people(5)
    assert swiss(people, 2, {}, {}, NONE).byes == ("p004",)
    assert swiss(people, 2, {}, {"p004": 1}, NONE).byes == ("p003",)


def test_opponents_are_not_met_again_where_that_is_possible_though_one_has_to_go_back_for_it() -> None:
    people = _people(4)
    met = Counter({frozenset(pair): 1 for pair in (("p000", "p001"), ("p002", "p003"), ("p000", "p002"))})
    assert swiss(people, 2, met, {}, NONE).groups == (("p000", "p003"), ("p001", "p002"))


def test_where_taking_the_best_for_each_in_turn_leads_nowhere_the_search_goes_back() -> None:
    """The first would play the second; then there is nobody left for the fourth whom they have not met."""
    people = _people(6)
    fresh = {(0, 1), (0, 2), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 5), (4, 5)}
    pairs = [pair for pair in combinations(range(6), 2) if pair not in fresh]
    met = Counter({frozenset(people[number] for number in pair): 1 for pair in pairs})
    assert not met & _met(swiss(people, 2, met, {}, NONE))


@pytest.mark.parametrize(("count", "rounds"), [(8, 7), (16, 8), (32, 9), (7, 6)])
def test_in_a_swiss_tournament_of_pairs_nobody_meets_twice(count: int, rounds: int) -> None:
    """The order of the first round stays, which is the hardest for the search."""
    played: list[Round] = []
    byes: Counter[str] = Counter()
    for _ in range(rounds):
        played.append(swiss(_people(count), 2, _met(*played), byes, NONE))
        byes.update(played[-1].byes)
    assert max(_met(*played).values()) == 1
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize(("count", "seats", "rounds"), [(9, 3, 4), (12, 3, 3), (16, 4, 3), (25, 5, 3)])
def test_in_larger_games_nobody_meets_twice_for_some_rounds(count: int, seats: int, rounds: int) -> None:
    played: list[Round] = []
    for _ in range(rounds):
        played.append(swiss(_people(count), seats, _met(*played), {}, NONE))
    assert max(_met(*played).values()) <= (1 if rounds < 4 else 2)


@given(st.integers(6, 12), st.data())
def test_who_blocked_each_other_meets_only_if_it_cannot_be_helped(count: int, data: st.DataObject) -> None:
    people = _people(count)
    pair = data.draw(st.lists(st.sampled_from(people), min_size=2, max_size=2, unique=True))
    found = swiss(people, 2, {}, {}, frozenset({frozenset(pair)}))
    assert frozenset(pair) not in _met(found)


@given(st.integers(2, 24))
def test_in_a_round_robin_of_pairs_everybody_meets_everybody_once(count: int) -> None:
    rounds = round_robin(_people(count), 2)
    assert set(_met(*rounds)) == set(map(frozenset, combinations(_people(count), 2)))
    assert max(_met(*rounds).values()) == 1
    assert len(rounds) == count - 1 + count % 2


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("count", [5, 7, 9, 16, 24])
def test_in_a_round_robin_of_larger_games_everybody_meets_everybody(count: int, seats: int) -> None:
    rounds = round_robin(_people(count), seats)
    assert set(_met(*rounds)) == set(map(frozenset, combinations(_people(count), 2)))
    byes = Counter(player for round in rounds for player in round.byes)
    assert max(byes.values(), default=0) - min((byes[player] for player in _people(count)), default=0) <= 2
    least = -(-(count - 1) // (seats - 1))
    assert len(rounds) <= 3 * least


def test_a_large_round_is_paired_in_no_time() -> None:
    people = _people(256)
    met: Counter[frozenset[str]] = Counter()
    for _ in range(12):
        found = swiss(people, 2, met, {}, NONE)
        met.update(_met(found))
    assert len(found.groups) == 128
