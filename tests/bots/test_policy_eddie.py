"""Eddie's bots against each other, each round in a new order: nobody is faster, only the choice counts."""

import random

import pytest

from services.bots.policies import eddie
from services.bots.policies.moves import Move
from shared.games.eddie import RULES
from shared.games.eddie.commands import Call, LayCard
from shared.games.eddie.options import Mistakes, Refill
from shared.games.rules import Command, Seat, TimeOut
from tests.games.eddie.kit import KIT, call, lay, options, position
from tests.games.kit import Board, board


def moves_of(game: Board, seat: Seat) -> list[Move]:
    legal = RULES.legal(game.state, seat)
    return [Move(command, RULES.preview(game.state, seat, command)) for command in legal]


def choice(game: Board, seat: int, level: str, rng: random.Random) -> Command | None:
    own = Seat(seat)
    return eddie.choose(level, own, RULES.view(game.state, own), moves_of(game, own), rng)


def act(game: Board, seat: int, level: str, rng: random.Random) -> bool:
    """Whether the seat, if the game still runs, did something."""
    if RULES.outcome(game.state) or (command := choice(game, seat, level, rng)) is None:
        return False
    game.play(seat, command)
    return True


def play(game: Board, levels: list[str], rng: random.Random) -> tuple[int | None, ...]:
    """The places after a whole game; timers run out when nobody wants to do anything."""
    while (outcome := RULES.outcome(game.state)) is None:
        order = rng.sample(range(game.seats), game.seats)
        acted = [act(game, seat, levels[seat], rng) for seat in order]
        if not any(acted):
            game.play(None, TimeOut(RULES.timers(game.state)[0].key))
    return outcome.places


def wins(name: str, games: int) -> int:
    """Games that one `normal`, sitting on another seat each time, won against `easy` ones."""
    won = 0
    for seed in range(games):
        game = board(KIT, name, seed)
        levels = ["normal" if seat == seed % game.seats else "easy" for seat in range(game.seats)]
        won += play(game, levels, random.Random(seed))[seed % game.seats] == 1
    return won


# By chance alone 40, 27 and 20 of 80; each bar is more than two standard deviations above that.
@pytest.mark.parametrize(
    ("name", "bar"), [("2-auto-refused", 50), ("3-auto-refused", 36), ("2-manual-callable", 50)]
)
def test_normal_beats_easy(name: str, bar: int) -> None:
    assert wins(name, 80) >= bar


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("name", ["2-manual-callable", "4-auto-refused", "3-eights-manual-callable"])
def test_a_bot_sends_one_of_its_moves_never_a_mistake_and_the_same_again(name: str, level: str) -> None:
    game, rng = board(KIT, name, 5), random.Random(5)
    for step in range(60):
        for seat in map(Seat, range(game.seats)):
            chosen = choice(game, seat, level, random.Random(step))
            assert chosen == choice(game, seat, level, random.Random(step))
            previews = {move.command: move.preview for move in moves_of(game, seat)}
            assert chosen is None or not previews[chosen].mistake
            assert chosen is not None or RULES.clock(game.state, seat) is None
        game.play(*rng.choice(game.choices()))


def test_normal_calls_the_mistake_of_whoever_has_fewest_cards_left() -> None:
    game = position("2 2 8 8", "6 5 / 0 0", "6 5", "3 7 7", rules=options(mistakes=Mistakes.CALLABLE))
    game.play(0, lay("6", "top"))
    game.play(1, lay("6", "right"))
    assert choice(game, 2, "normal", random.Random(0)) == call("right")
    assert isinstance(choice(game, 2, "easy", random.Random(0)), LayCard)


def test_normal_keeps_its_stop_and_lays_what_it_can_follow() -> None:
    game = position("3 0 0 0", "4 5 STOP / 1 1", "8 8 8 / 8")
    assert choice(game, 0, "normal", random.Random(0)) == lay("4", tile=1)


def test_normal_draws_when_nothing_fits() -> None:
    game = position("3 0 0 0", "4 8 / 8", "8 8 8", "4 7 7", rules=options(Refill.MANUAL))
    assert isinstance(choice(game, 0, "normal", random.Random(0)), LayCard)
    game.play(2, lay("4"))
    assert choice(game, 0, "normal", random.Random(0)) == RULES.legal(game.state, Seat(0))[-1]


def test_neither_lays_a_mistake_when_there_is_nothing_else() -> None:
    game = position("3 0 0 0", "8", "4", rules=options(mistakes=Mistakes.CALLABLE))
    assert [choice(game, 0, level, random.Random(0)) for level in ("easy", "normal")] == [None, None]
    assert not any(isinstance(move.command, Call) for move in moves_of(game, Seat(0)))
