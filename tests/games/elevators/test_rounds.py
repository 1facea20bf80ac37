"""Refilling Your Hand, Ending a Round, Setting up the Next Round, and the course of a whole match."""

import random
from collections import Counter

import pytest

from shared.games.elevators.events import Dealt, Drew, Ended, LinedUp, Played, Scored
from shared.games.elevators.options import ROUNDS
from shared.games.elevators.scoring import next_start
from shared.games.rules import Seat
from tests.games.elevators.kit import CUSTOM, HOUSE, KIT
from tests.games.elevators.table import after, cards, decide, play, table
from tests.games.kit import Board, board


def _whole(players: str) -> Board:
    return board(KIT, players, 5).play_out(random.Random(5))


@pytest.mark.parametrize(
    ("name", "plays", "draws"),
    [("two", 30, 28), ("three", 21, 18), ("four", 28, 24), ("four-custom-set", 28, 24)],
)
def test_a_round_has_its_number_of_plays(name: str, plays: int, draws: int) -> None:
    tags = Counter(type(event) for step in _whole(name).steps for event in step.events)
    assert (tags[Played], tags[Drew]) == (plays * ROUNDS, draws * ROUNDS)
    assert (tags[Dealt], tags[LinedUp], tags[Scored], tags[Ended]) == (ROUNDS, ROUNDS, ROUNDS, 1)


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_every_seat_ends_a_round_with_one_card_and_turns_go_round(name: str) -> None:
    game = board(KIT, name, 6)
    rng = random.Random(6)
    while choices := game.choices():
        before = game.state
        game.play(*rng.choice(choices))
        if game.state.round == before.round and not before.choosing and game.state.places is None:
            assert game.state.turn == (before.turn + 1) % before.match.players
    assert [len(hand) for hand in game.state.hands] == [1] * game.seats
    assert game.state.decks == ((), (), ())


def test_whoever_draws_the_last_card_plays_once_more_too() -> None:
    hands = ("b.girl b.boy", "r.girl r.boy", "g.girl g.boy")
    state = table(hands=hands, decks=("", "y.father", ""))
    for seat, card, deck in ((0, "b.girl", 1), (1, "r.girl", None), (2, "g.girl", None)):
        state = after(state, seat, play(card, seat, deck=deck))
        assert state.round == 1
    events = decide(state, 0, play("b.boy", 1))
    assert [type(event) for event in events] == [Played, Scored, Dealt, LinedUp]


def test_a_drawn_card_comes_from_the_top_and_may_come_from_any_deck_that_is_not_empty() -> None:
    state = table(hands=("b.girl b.boy", "r.girl r.boy"), decks=("y.girl n.boy", "", "g.boy"))
    assert {c.deck for c in KIT.rules.legal(state, Seat(0))} == {0, 2}
    then = after(state, 0, play("b.girl", 0, deck=0))
    assert (then.hands[0], then.decks) == (cards("b.boy y.girl"), (("n.boy",), (), ("g.boy",)))
    assert KIT.rules.view(then, None).decks[0].top == "n"


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_between_rounds_families_and_cards_in_use_stay_and_cafes_are_cleared(name: str) -> None:
    game = board(KIT, name, 8)
    rng = random.Random(8)
    match, starts = game.state.match, [game.state.start]
    while choices := game.choices():
        events = game.play(*rng.choice(choices))
        if any(isinstance(event, Dealt) for event in events):
            assert game.state.match == match
            assert game.state.cafes == ((),) * game.seats
            starts.append(game.state.start)
    scores = game.state.rounds
    assert starts[1:] == [next_start(scores[at], starts[at]) for at in range(ROUNDS - 1)]


def test_all_three_cards_of_every_elevator_are_open_on_the_side_for_the_players() -> None:
    for name, chosen in (("two", HOUSE), ("three", HOUSE), ("four", HOUSE), ("three-custom-set", CUSTOM)):
        game = board(KIT, name, 3)
        shown = KIT.rules.view(game.state, None).elevators
        side = "three" if name.startswith("three") else "two_or_four"
        for line, elevator in enumerate(shown):
            group = chosen.groups[game.state.match.order[line]]
            assert elevator.doubles == group.doubles
            assert elevator.cards == tuple(getattr(card, side) for card in group.cards)


def test_a_preview_tells_the_end_of_the_round_the_cafe_and_the_back_that_is_drawn() -> None:
    state = table(("b.boy", "", ""), hands=("b.girl n.boy", "r.girl", "g.girl"))
    shown = KIT.rules.preview(state, Seat(0), play("b.girl"))
    assert (shown.at, shown.cafe, shown.draws, shown.ends_round) == (0, None, None, True)
    state = table(("b.boy y.boy", "", ""), hands=("b.girl n.boy", "r.girl r.LC"), decks=("g.LC", "", ""))
    shown = KIT.rules.preview(state, Seat(0), play("n.boy", deck=0))
    assert (shown.line, shown.at, shown.cafe, shown.draws, shown.ends_round) == ((), 2, "boy", "g", False)
    state = table(hands=("b.girl n.boy", "r.girl r.LC"))
    assert not KIT.rules.preview(state, Seat(0), play("n.boy")).ends_round
