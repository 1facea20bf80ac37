"""Counting what can happen near the end of a game, where the kit's counts never come."""

from typing import Any

import pytest

from shared.games.eddie import RULES
from shared.games.eddie.options import Mistakes, Refill
from shared.games.rules import Seat
from shared.log.fair import Draws
from tests.games.eddie.kit import options, position
from tests.games.eddie.plain import plain_count
from tests.games.kit import Board

MANUAL_CALLABLE = options(Refill.MANUAL, Mistakes.CALLABLE)
MANY = "7 0 3 GO, " * 9
COUNTED = {
    "calls-and-last-cards": position("2 8 8 8", "6", "5 3 4 / 3", rules=options(mistakes=Mistakes.CALLABLE)),
    "draws-and-blocks": position(
        "2 4 4 STOP",
        "3 / 8 1",
        "1 8",
        "GO / 5",
        rules=options(Refill.MANUAL, Mistakes.CALLABLE),
        coming=MANY,
    ),
    "four-seats": position("2 4 GO STOP", "3 8 / 1", "1 STOP / 2", "GO 5", "4", coming=MANY),
}


@pytest.mark.parametrize("game", COUNTED.values(), ids=COUNTED)
def test_the_end_of_a_game_has_as_many_courses_as_the_plain_enumerator_counts(game: Board) -> None:
    def count(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(_after(state, seat, wish), depth - 1) for seat, wish in _wishes(state))

    for depth in (1, 2, 3):
        assert count(game.state, depth) == plain_count(game.state, depth)


def _wishes(state: Any) -> list[tuple[Seat, Any]]:
    return [(seat, wish) for seat in map(Seat, range(state.players)) for wish in RULES.legal(state, seat)]


def _after(state: Any, seat: Seat, wish: Any) -> Any:
    for event in RULES.decide(state, seat, wish, Draws(bytes(32), 0)):
        state = RULES.evolve(state, event)
    return state
