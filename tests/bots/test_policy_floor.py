"""The floor's bots, from their seat's view alone."""

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from services.bots.policies import floor
from services.bots.policies.moves import Move
from services.bots.search.budget import Budget
from shared.games.floor import RULES
from shared.games.floor.commands import PlayCard, RevealAutoma
from shared.games.floor.options import Options
from shared.games.rules import Command, Outcome, Seat
from tests.games.floor.kit import KIT, SETUPS
from tests.games.floor.position import position, with_trick
from tests.games.kit import Board, board

REPEATABLE = Budget(ms=None, simulations=100)
"""For `hard`: a time to think would not always see the same number of simulations."""


def _chosen(game: Board, levels: Sequence[str], seed: int) -> tuple[Seat, Command, list[Move]]:
    seat = RULES.view(game.state, None).turn
    moves = [
        Move(command, RULES.preview(game.state, seat, command)) for command in RULES.legal(game.state, seat)
    ]
    rng = random.Random(f"{seed} {len(game.steps)} {seat}")
    command = floor.choose(levels[seat], seat, RULES.view(game.state, seat), moves, rng, REPEATABLE)
    assert command is not None
    return seat, command, moves


def _match(name: str, levels: Sequence[str], seed: int) -> Outcome:
    game = board(KIT, name, seed)
    while (outcome := RULES.outcome(game.state)) is None:
        seat, command, moves = _chosen(game, levels, seed)
        assert command in [move.command for move in moves]
        game.play(seat, command)
    return outcome


def _won(name: str, matches: int) -> float:
    """The share won by one `normal` among `easy` ones, on each seat in turn; shared ones count in part."""
    won, players = 0.0, SETUPS[name].players
    for seed in range(matches):
        levels = ["easy"] * players + ["automa"]
        levels[seed % players] = "normal"
        places = _match(name, levels, seed).places
        won += (places[seed % players] == 1) / places.count(1)
    return won / matches


@pytest.mark.parametrize(
    ("name", "at_least"),
    [
        ("2-six-suit", 0.8),
        ("3-six-suit", 0.7),
        ("3-standard-friendly-operator", 0.7),
        ("4-six-suit-operator", 0.6),
    ],
)
def test_normal_beats_easy_clearly(name: str, at_least: float) -> None:
    assert _won(name, 30) >= at_least


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_choice_is_a_legal_move_and_the_same_again_for_the_same_seed(name: str, level: str) -> None:
    levels = [level] * SETUPS[name].players + ["automa"]
    game = board(KIT, name, 7)
    while RULES.outcome(game.state) is None:
        seat, command, moves = _chosen(game, levels, 7)
        assert command in [move.command for move in moves]
        assert _chosen(game, levels, 7)[1] == command
        game.play(seat, command)


def _choice(level: str, state: object, seat: int) -> Command | None:
    moves = [
        Move(command, RULES.preview(state, Seat(seat), command)) for command in RULES.legal(state, Seat(seat))
    ]
    return floor.choose(level, Seat(seat), RULES.view(state, Seat(seat)), moves, random.Random(1))


def test_whoever_sits_for_the_automa_reveals() -> None:
    assert _choice("automa", position("a1", "b1", deck="c1", leader=2), 2) == RevealAutoma()


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "automa"])
def test_without_a_move_there_is_nothing_to_choose(level: str) -> None:
    assert _choice(level, position("a1", "b1", "c1"), 1) is None


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="expert"):
        _choice("expert", position("a1", "b1", "c1"), 0)


def test_normal_puts_a_card_on_a_floor_where_it_gains() -> None:
    state = replace(position("a4 b1 c3", "", ""), markers=((1, 1), (3, 4), (5, 6)))
    assert _choice("normal", state, 0) == PlayCard("b1")


def test_easy_never_sends_its_operator_where_it_costs_itself() -> None:
    state = with_trick(position("", "", "c1 d1", options=Options(operator=True)), "a1", "b1")
    for seed in range(20):
        moves = [Move(c, RULES.preview(state, Seat(2), c)) for c in RULES.legal(state, Seat(2))]
        chosen = floor.choose("easy", Seat(2), RULES.view(state, Seat(2)), moves, random.Random(seed))
        assert chosen in (PlayCard("c1"), PlayCard("d1"))
