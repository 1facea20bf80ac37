"""Rulings on wrong cards and calls."""

import pytest

from shared.games.eddie.options import Mistakes, Refill
from tests.games.eddie.kit import DRAW, call, hand, lay, options, position, refused, run_out, timer_keys, tops
from tests.games.kit import Board

CALLABLE = options(mistakes=Mistakes.CALLABLE)
BOTH = options(Refill.MANUAL, Mistakes.CALLABLE)


def test_vectors_8_a_called_card_comes_back_beside_the_drawn_one() -> None:
    game = position("2 8 8 8", "6 0 0 / 3", "7 7 7 / 1", rules=CALLABLE)
    assert game.rules.preview(game.state, 0, lay("6")).mistake
    game.play(0, lay("6"))
    assert (tops(game), hand(game, 0)) == ("6 8 8 8", "0 0 3")
    game.play(1, call())
    assert (tops(game), hand(game, 0)) == ("2 8 8 8", "0 0 3 6")


def test_no_draw_until_the_hand_is_below_its_size_again() -> None:
    game = position("2 8 8 8", "6 0 1 / 3 3 3", "7 7 7 / 1", rules=BOTH)
    game.play(0, lay("6"))
    game.play(0, DRAW)
    game.play(1, call())
    assert refused(game, 0, DRAW).reason == "hand-full"
    game.play(0, lay("1"))
    assert refused(game, 0, DRAW).params == {"size": 3}
    game.play(0, lay("0"))
    game.play(0, DRAW)
    assert hand(game, 0) == "3 3 6"


def test_with_auto_a_hand_above_its_size_is_not_filled() -> None:
    game = position("2 8 8 8", "6 0 1 / 3 3 3", "7 7 7 / 1", rules=CALLABLE)
    game.play(0, lay("6"))
    game.play(1, call())
    assert len(game.play(0, lay("1"))) == 1
    assert hand(game, 0) == "0 3 6"


def wrong_six(*others: str) -> Board:
    """Seat 0 laid a 6 on the 2 of the top lift; nobody is short of ways on or of cards."""
    game = position("2 8 8 8", "6 5 / 0 0", *others, rules=CALLABLE)
    game.play(0, lay("6"))
    return game


CALLS = {
    "a-call-on-oneself": (0, "top", "own-card"),
    "a-printed-face": (1, "left", "no-mistake"),
}


@pytest.mark.parametrize(("seat", "lift", "reason"), CALLS.values(), ids=CALLS)
def test_mistakes_calls_that_are_refused(seat: int, lift: str, reason: str) -> None:
    assert refused(wrong_six("7 5 1 / 1"), seat, call(lift)).reason == reason


def test_mistakes_a_right_card_cannot_be_called() -> None:
    game = position("2 8 8 8", "3 5 / 0", "7 7 / 1", rules=CALLABLE)
    game.play(0, lay("3"))
    assert refused(game, 1, call()).params == {"lift": "top", "top": "3"}


def test_mistakes_any_other_seat_may_call() -> None:
    for seat in (1, 2):
        game = wrong_six("7 1 / 1", "7 2 / 1")
        game.play(seat, call())
        assert tops(game) == "2 8 8 8"


def test_mistakes_what_is_covered_is_forgiven() -> None:
    game = wrong_six("7 5 1 / 1")
    game.play(1, lay("5"))
    assert refused(game, 0, call()).reason == "no-mistake"
    assert refused(game, 1, call()).reason == "own-card"


def test_mistakes_forgiven_stays_forgiven_when_the_cover_is_called_back() -> None:
    game = wrong_six("7 1 1 / 1", "7 7 7 / 7")
    game.play(1, lay("1"))
    game.play(2, call())
    assert (tops(game), game.state.lifts[0].by) == ("6 8 8 8", 0)
    assert refused(game, 2, call()).reason == "no-mistake"


def test_mistakes_a_new_tile_forgives_at_once() -> None:
    game = position("2 4 4 4", "6 8 8 / 8", "7 0 0 / 0", coming="1 7 1 1", rules=CALLABLE)
    game.play(1, lay("7", "right"))
    assert (game.state.turned, tops(game)) == (1, "2 7 4 4")
    game.play(0, lay("6", "right"))
    assert (game.state.turned, tops(game)) == (2, "1 7 1 1")
    assert refused(game, 0, call("right")).reason == "no-mistake"


def test_blocked_looks_only_at_cards_that_fit() -> None:
    game = position("", "8 8 8 / 8", "0 0 0 / 0", coming="4 4 4 4, 7 7 7 7", rules=CALLABLE)
    run_out(game, "tile:0")
    assert game.state.turned == 2
    assert [game.rules.clock(game.state, seat) for seat in (0, 1)] == [0, None]
    assert len(game.rules.legal(game.state, 1)) == 4


def test_refused_tables_know_no_calls() -> None:
    assert refused(position("2 8 8 8", "3", "7"), 0, call()).reason == "nothing-to-call"


def last_six(rules: object = CALLABLE) -> Board:
    """Seat 0 laid its last card, a 6, on the 2 of the top lift."""
    game = position("2 8 8 8", "6", "7 5 / 5", "7 7", rules=rules)
    game.play(0, lay("6"))
    return game


def test_a_mistaken_last_card_wins_when_three_seconds_pass() -> None:
    game = last_six()
    assert game.rules.outcome(game.state) is None
    assert [timer.delay_ms for timer in game.rules.timers(game.state)] == [3000]
    run_out(game, "last:0:1")
    assert game.rules.outcome(game.state).places == (1, 3, 2)


def test_a_mistaken_last_card_that_is_called_wins_nothing() -> None:
    game = last_six()
    game.play(1, call())
    assert (hand(game, 0), timer_keys(game)) == ("6", [])
    game.play(0, lay("6"))
    assert timer_keys(game) == ["last:0:2"]


def test_a_mistaken_last_card_that_is_covered_still_waits_for_its_time() -> None:
    game = last_six()
    game.play(1, lay("5"))
    assert game.rules.outcome(game.state) is None
    assert timer_keys(game) == ["last:0:1"]


def test_whoever_goes_out_properly_is_before_a_mistaken_last_card() -> None:
    game = last_six()
    game.play(2, lay("7", "left"))
    game.play(2, lay("7", "right"))
    outcome = game.rules.outcome(game.state)
    assert (outcome.places, outcome.scores) == ((2, 3, 1), (0, 3, 0))


def test_a_card_that_comes_back_ends_the_wait_of_another_last_card() -> None:
    game = position("2 8 8 8", "6 6", "7 7 7", "7 7 7", rules=CALLABLE)
    game.play(0, lay("6"))
    game.play(0, lay("6", "left"))
    assert timer_keys(game) == ["last:0:2"]
    game.play(1, call())
    assert (hand(game, 0), timer_keys(game)) == ("6", [])


def test_a_right_last_card_wins_whatever_else_lies_open() -> None:
    game = position("2 8 8 8", "6 7", "7 7 7", rules=CALLABLE)
    game.play(0, lay("6"))
    game.play(0, lay("7", "left"))
    assert game.rules.outcome(game.state).places == (1, 2)


def test_with_all_hands_empty_no_tile_is_turned_and_the_first_to_wait_wins() -> None:
    game = position("2 8 8 8", "6", "5", rules=CALLABLE)
    game.play(1, lay("5", "left"))
    game.play(0, lay("6"))
    assert (game.state.turned, timer_keys(game)) == (1, ["last:0:2", "last:1:1"])
    run_out(game, "last:1:1")
    assert game.rules.outcome(game.state).places == (2, 1)
