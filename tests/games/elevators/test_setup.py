"""Setup of the match and of a round."""

import random
from collections.abc import Iterable
from itertools import chain

import pytest

from shared.games.elevators.cards import COLOUR_OF, PEOPLE, TYPE_OF, Colour, Type
from shared.games.elevators.commands import RedrawChild
from shared.games.elevators.deal import line_up
from shared.games.elevators.events import Dealt, LinedUp, Redrawn
from shared.games.elevators.state import State
from shared.games.rules import Seat
from tests.games.elevators.kit import KIT, SETUPS
from tests.games.elevators.table import cards, decide, table
from tests.games.kit import Board, board

SIZES = {2: [10, 9, 9], 3: [6, 6, 6], 4: [8, 8, 8]}
every_setup = pytest.mark.parametrize("name", SETUPS)


class Script:
    """Shuffles come out as written; a text names the cards on top, the rest follow sorted."""

    def __init__(self, *tops: str) -> None:
        self.tops = list(tops)
        self.purposes: list[str] = []

    def shuffle(self, purpose: str, items: Iterable[str]) -> tuple[str, ...]:
        top = cards(self.tops.pop(0))
        given = sorted(items)
        assert all(card in given for card in top)
        self.purposes.append(purpose)
        return (*top, *(card for card in given if card not in top))

    def below(self, purpose: str, limit: int, count: int = 1) -> tuple[int, ...]:
        raise AssertionError(purpose)


def _deals(name: str) -> list[State]:
    """States after the deal, redraws made."""
    games = [board(KIT, name, seed) for seed in range(100)]
    for game in games:
        while game.state.choosing:
            game.play(*game.choices()[0])
    return [game.state for game in games]


@every_setup
def test_every_card_in_use_is_dealt_once_and_decks_differ_by_one_at_most(name: str) -> None:
    for state in _deals(name):
        dealt = [*chain.from_iterable((*state.hands, *state.lines, *state.decks))]
        assert sorted(dealt) == sorted(state.match.people)
        assert len(dealt) == (27 if state.match.players == 3 else 35)
        assert [len(deck) for deck in state.decks] == SIZES[state.match.players]


@every_setup
def test_hands_are_of_the_seats_own_families(name: str) -> None:
    for state in _deals(name):
        for family, hand in zip(state.match.families, state.hands, strict=True):
            colours = sorted(COLOUR_OF[card] for card in hand)
            assert colours == sorted(family if len(family) == 2 else family * 2)
            assert any(TYPE_OF[card] is not Type.LOST_CHILD for card in hand)


@every_setup
def test_lines_begin_with_one_person_no_lost_child_and_not_three_alike(name: str) -> None:
    for state in _deals(name):
        assert [len(line) for line in state.lines] == [1, 1, 1]
        types = [TYPE_OF[line[0]] for line in state.lines]
        assert Type.LOST_CHILD not in types
        assert len(set(types)) > 1


@every_setup
def test_families_and_neutral_colour_are_all_different_and_picks_are_kept(name: str) -> None:
    picks = SETUPS[name].options.colours
    for state in _deals(name):
        families = state.match.families
        used = [*chain.from_iterable(families), *filter(None, [state.match.neutral])]
        assert len(set(used)) == len(used) == 4
        assert all(family[: len(picked)] == picked for family, picked in zip(families, picks, strict=False))


def test_everything_left_open_comes_out_in_every_way() -> None:
    states = _deals("three")
    assert {state.match.neutral for state in states} == set(Colour)
    assert {state.match.families[0] for state in states} == {(colour,) for colour in Colour}
    assert {state.start for state in states} == {0, 1, 2}
    assert len({state.match.order for state in states}) == 6
    assert len({card for state in states for card in PEOPLE if card not in state.match.people}) == 35


def test_with_three_players_one_card_of_the_neutral_colour_is_out() -> None:
    for state in _deals("three"):
        neutral = [card for card in state.match.people if COLOUR_OF[card] is state.match.neutral]
        assert len(neutral) == 6


DEALT = table(hands=("b.boy g.boy", "r.LC y.boy"))


@pytest.mark.parametrize(
    ("tops", "people"),
    [
        pytest.param(["n.girl y.girl b.mother"], "n.girl y.girl b.mother", id="two-alike-may-stay"),
        pytest.param(["n.LC", "b.LC", "y.girl b.girl r.boy"], "y.girl b.girl r.boy", id="lost-child-first"),
        pytest.param(["n.girl y.LC", "y.father b.girl"], "n.girl y.father b.girl", id="lost-child-second"),
        pytest.param(["n.girl y.girl b.girl", "r.boy"], "n.girl y.girl r.boy", id="three-alike"),
        pytest.param(
            ["n.girl y.girl b.girl", "n.LC", "b.girl", "r.boy"],
            "n.girl y.girl r.boy",
            id="redrawn-obeys-both",
        ),
    ],
)
def test_a_person_who_may_not_stand_first_is_shuffled_back(tops: list[str], people: str) -> None:
    script = Script(*tops)
    lined_up = line_up(DEALT, script)
    assert lined_up.people == cards(people)
    assert script.purposes == ["stack", *["again"] * (len(tops) - 1)]
    rest = [*chain.from_iterable((*lined_up.decks, *DEALT.hands, lined_up.people))]
    assert sorted(rest) == sorted(PEOPLE)


CHOOSING = table(hands=("b.LC g.LC", "r.LC y.LC"), choosing=(Seat(0), Seat(1)))


def test_a_lost_child_is_redrawn_from_its_colour_before_it_goes_back() -> None:
    (redrawn,) = decide(CHOOSING, 0, RedrawChild(Colour.GREEN))
    assert isinstance(redrawn, Redrawn)
    assert COLOUR_OF[redrawn.card] is Colour.GREEN
    assert redrawn.card != "g.lost_child"
    state = KIT.rules.evolve(CHOOSING, redrawn)
    assert state.hands[0] == ("b.lost_child", redrawn.card)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_both_seats_choose_independently_and_the_last_choice_forms_the_lines(order: tuple[int, int]) -> None:
    first, last = map(Seat, order)
    clock = KIT.rules.clock(CHOOSING, last)
    state = CHOOSING
    for event in decide(state, first, KIT.rules.legal(state, first)[1]):
        state = KIT.rules.evolve(state, event)
    assert (state.choosing, KIT.rules.legal(state, first), KIT.rules.view(state, None).turn) == (
        (last,),
        (),
        None,
    )
    assert KIT.rules.clock(state, last) == clock
    events = decide(state, last, KIT.rules.legal(state, last)[0])
    assert [type(event) for event in events] == [Redrawn, LinedUp]
    for event in events:
        state = KIT.rules.evolve(state, event)
    assert KIT.rules.view(state, None).turn == state.start
    assert "r.lost_child" in chain.from_iterable((*state.hands, *state.decks))


def _choosing_games() -> list[Board]:
    games = [board(KIT, "two", seed) for seed in range(400)]
    return [game for game in games if game.state.choosing]


def test_a_seat_with_two_lost_children_is_asked_before_the_lines_form() -> None:
    games = _choosing_games()
    assert games
    for game in games:
        (dealt,) = game.steps[0].events[1:]
        assert isinstance(dealt, Dealt)
        (seat,) = game.state.choosing
        assert [TYPE_OF[card] for card in game.state.hands[seat]] == [Type.LOST_CHILD] * 2
        assert KIT.rules.legal(game.state, seat) == tuple(map(RedrawChild, game.state.match.families[seat]))
        game.play_out(random.Random(0))


def test_nobody_is_asked_who_holds_one_lost_child() -> None:
    for name in ("two", "three", "four"):
        for state in [board(KIT, name, seed).state for seed in range(100)]:
            lost = [[TYPE_OF[card] for card in hand].count(Type.LOST_CHILD) for hand in state.hands]
            assert [seat for seat, count in enumerate(lost) if count == 2] == list(state.choosing)


def test_a_redraw_is_no_turn_and_has_a_clock_of_its_own() -> None:
    game = _choosing_games()[0]
    (seat,) = game.state.choosing
    before = KIT.rules.clock(game.state, seat)
    game.play(*game.choices()[0])
    assert KIT.rules.clock(game.state, game.state.turn) != before is not None
