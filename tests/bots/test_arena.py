"""The arena: what it plays can be repeated, and its figures are what they say."""

import pytest

from services.bots.arena import realtime
from services.bots.arena.match import play
from services.bots.arena.tally import Game, ratings, result
from services.bots.search.budget import Budget

SHORT = Budget(ms=None, simulations=20)


@pytest.mark.parametrize(
    ("kind", "players"), [("floor", 2), ("floor", 3), ("elevators", 2), ("elevators", 3)]
)
def test_a_game_with_equal_seed_ends_alike(kind: str, players: int) -> None:
    seated = ("hard", "clairvoyant", "random")[:players]
    assert play(kind, seated, 3, SHORT) == play(kind, seated, 3, SHORT)


def test_a_game_without_turns_ends_alike_too() -> None:
    levels = ("hard", "easy", "normal")
    assert realtime.play("eddie", levels, 3) == realtime.play("eddie", levels, 3)


@pytest.mark.parametrize(("one", "other"), [("normal", "easy"), ("hard", "normal")])
def test_who_reacts_sooner_wins_most_duels_of_eddie(one: str, other: str) -> None:
    won = [realtime.play("eddie", (one, other), deal).places[0] == 1 for deal in range(60)]
    assert sum(won) >= 0.65 * len(won)


def _deals(*shares: float) -> list[list[Game]]:
    return [[Game(share, 6 * share - 2)] * 3 for share in shares]


def test_shares_and_intervals_are_over_deals() -> None:
    told = result("hard", "normal", _deals(0, 1, 0, 1))
    assert (told.share, told.par, told.margin) == (0.5, pytest.approx(1 / 3), 1)
    assert told.high - told.share == pytest.approx(0.5)  # 1.96 * 0.577 / 2 is more than there is room for
    assert told.give == pytest.approx(1.96 * 3.4641 / 2, abs=1e-3)


def test_who_wins_no_more_than_equals_do_is_rated_as_equal() -> None:
    third = result("hard", "normal", [[Game(1, 0), Game(0, 0), Game(0, 0)]] * 4)
    rated = ratings([third])
    assert rated["hard"] == pytest.approx(1500)


def test_ratings_follow_the_order_of_strength() -> None:
    rated = ratings(
        [result("hard", "normal", _deals(1, 0.5, 0.7)), result("normal", "easy", _deals(1, 0.8, 1))]
    )
    assert rated["hard"] > rated["normal"] == 1500 > rated["easy"]
