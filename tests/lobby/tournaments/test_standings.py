"""Points, places, head to head: down to the last tie."""

import pytest

from services.lobby.tournaments.standings import Result, standings


def _ranked(results: list[Result], byes: list[str] | None = None, seats: int = 2) -> list[tuple[str, int]]:
    people = sorted({player for result in results for player in result.players} | set(byes or ()))
    return [(row.player, row.rank) for row in standings(people, results, byes or [], seats)]


def _won(winner: str, loser: str) -> Result:
    return Result((winner, loser), (1, 2))


def test_more_points_stand_first() -> None:
    assert _ranked([_won("b", "a"), _won("b", "c"), _won("c", "a")]) == [("b", 1), ("c", 2), ("a", 3)]


def test_a_draw_is_a_point_for_each() -> None:
    rows = standings(("a", "b"), [Result(("a", "b"), (1, 1))], [], 2)
    assert [(row.points, row.rank) for row in rows] == [(1, 1), (1, 1)]


def test_of_equal_points_better_places_stand_first() -> None:
    """Both have four points: a was first and last, b second twice."""
    results = [Result(("a", "b", "c"), (1, 2, 3)), Result(("a", "b", "d"), (3, 2, 1))]
    rows = {row.player: row for row in standings("abcd", results, [], 3)}
    assert [(rows[name].points, rows[name].places) for name in "ab"] == [(4, (1, 0, 1)), (4, (0, 2, 0))]
    assert _ranked(results, seats=3) == [("d", 1), ("a", 2), ("b", 3), ("c", 4)]


def test_of_equal_places_who_won_against_the_other_stands_first() -> None:
    results = [_won("b", "a"), _won("a", "c"), _won("c", "d"), _won("d", "e")]
    assert _ranked(results) == [("a", 1), ("b", 1), ("c", 1), ("d", 4), ("e", 5)]
    assert _ranked([_won("b", "a"), _won("a", "c"), _won("c", "d")])[:2] == [("a", 1), ("b", 1)]
    assert _ranked([_won("b", "a"), _won("a", "c")])[:2] == [("b", 1), ("a", 2)]


def test_a_circle_of_wins_shares_the_rank_in_the_order_of_entry() -> None:
    assert _ranked([_won("a", "b"), _won("b", "c"), _won("c", "a")]) == [("a", 1), ("b", 1), ("c", 1)]


@pytest.mark.parametrize(("seats", "points"), [(2, 2), (3, 2), (4, 4), (5, 4)])
def test_a_bye_is_as_good_as_beating_half_of_the_others(seats: int, points: int) -> None:
    (row,) = standings(("a",), [], ["a"], seats)
    assert (row.points, row.games, row.byes) == (points, 0, 1)
