"""Rulings on `manual`: who draws when, and when a tile is blocked nevertheless."""

from shared.games.eddie.options import Refill
from tests.games.eddie.kit import DRAW, hand, lay, options, position, refused, run_out, timer_keys
from tests.games.kit import Board

MANUAL = options(Refill.MANUAL)


def test_manual_nobody_draws_unasked_while_somebody_can_play() -> None:
    game = position("2 8 8 8", "3 7 7 / 5 5", "7 7 7 / 5", rules=MANUAL)
    game.play(0, lay("3"))
    assert (hand(game, 0), timer_keys(game)) == ("7 7", [])
    assert refused(game, 1, DRAW).reason == "hand-full"


def test_manual_an_empty_pile_gives_nothing() -> None:
    game = position("2 8 8 8", "3 7", "7 7 7 / 5", rules=MANUAL)
    assert refused(game, 0, DRAW).reason == "pile-empty"


def stuck() -> Board:
    """Nobody can play; seats 0 and 1 could draw, seat 2 could not."""
    game = position("2 4 4 4", "3 8 8 / 8 8", "8 8 / 1 8", "8 8 8 / 8", rules=MANUAL, coming="7 7 7 7")
    game.play(0, lay("3"))
    return game


def test_manual_missing_draws_are_made_after_three_seconds() -> None:
    game = position("2 4 4 4", "3 8 8 / 8 8", "8 8 / 5 8", "8 8 8 / 8", rules=MANUAL)
    game.play(0, lay("3"))
    assert [(timer.key, timer.delay_ms) for timer in game.rules.timers(game.state)] == [("draw:1", 3000)]
    run_out(game, "draw:1")
    assert [hand(game, seat) for seat in range(3)] == ["8 8 8", "5 8 8", "8 8 8"]
    assert (game.state.turned, timer_keys(game)) == (1, [])


def test_manual_the_tile_is_blocked_only_when_nobody_may_draw() -> None:
    game = stuck()
    game.play(0, DRAW)
    assert (game.state.turned, timer_keys(game)) == (1, ["draw:1"])
    game.play(1, DRAW)
    assert (game.state.turned, timer_keys(game)) == (2, [])


def test_manual_forced_draws_that_help_nobody_turn_the_tile() -> None:
    game = stuck()
    run_out(game, "draw:1")
    assert [type(event).__name__ for event in game.steps[-1].events] == ["Drew", "Drew", "TileTurned"]


def test_manual_a_draw_that_helps_stops_the_forced_ones() -> None:
    game = position("2 4 4 4", "3 8 8 / 2", "8 8 / 8", rules=MANUAL)
    game.play(0, lay("3"))
    game.play(0, DRAW)
    assert (game.state.turned, timer_keys(game)) == (1, [])
