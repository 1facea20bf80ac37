"""What a match goes through: deals, turnaround, leads, the end of rounds, clocks."""

import random
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from shared.games.floor import RULES
from shared.games.floor.cards import pack
from shared.games.floor.commands import PlayCard, SetAside
from shared.games.floor.events import (
    Dealt,
    Turned,
)
from shared.games.floor.options import Options
from shared.games.floor.state import State
from shared.games.rules import Seat, Setup
from tests.games.floor.kit import KIT, SETUPS
from tests.games.floor.plain import table_of
from tests.games.floor.position import act_all, cards, position
from tests.games.kit import Board, board

every_setup = pytest.mark.parametrize("name", SETUPS)


def _played_out(name: str, seed: int) -> Board:
    return board(KIT, name, seed).play_out(random.Random(seed))


def _of(game: Board, kind: type) -> list:
    return [event for step in game.steps for event in step.events if isinstance(event, kind)]


@every_setup
def test_a_match_goes_as_it_would_at_a_table(name: str) -> None:
    """Moves, winners, hands, shelves and scores agree with the plain table after every command."""
    game, rng = board(KIT, name, 50), random.Random(50)
    for number in range(1, game.setup.players + 1):
        table = table_of(game.state)
        while game.state.round == number and (choices := game.choices()):
            _compare(game.state, table)
            seat, command = rng.choice(choices)
            game.play(seat, command)
            table = table.after(_move(command))
        assert table.trick == 13
        assert list(game.state.rounds[-1].scores) == table.points(game.state.rounds[-1].markers)


def _move(command: object) -> tuple[str, str, bool]:
    match command:
        case PlayCard():
            return ("play", command.card, command.operator)
        case SetAside():
            return ("aside", command.card, False)
        case _:
            return ("reveal", "", False)


def _compare(state: State, table: object) -> None:
    assert {_move(command) for command in RULES.legal(state, Seat(table.next))} == set(table.moves())
    assert [list(hand) for hand in state.hands] == table.hands
    assert list(state.automa) == (table.pile or [])
    assert [trick.winner for trick in state.tricks] == table.winners
    view = RULES.view(state, None)
    assert {floor.number: list(floor.cards) for floor in view.floors} == table.shelves
    assert view.floor == table.floor


@every_setup
def test_every_card_is_dealt_once_in_each_round_and_each_player_deals_once(name: str) -> None:
    game = _played_out(name, 51)
    players, options = game.setup.players, game.setup.options
    deals = _of(game, Dealt)
    assert sorted(deal.dealer for deal in deals) == list(range(players))
    assert all(after.dealer == (before.dealer + 1) % players for before, after in pairwise(deals))
    for deal in deals:
        out = [*deal.hands, *deal.later, deal.automa, deal.automa_later]
        dealt = sorted(card for hand in out for card in hand if card != "OPERATOR")
        assert dealt == sorted(pack(options.deck, game.seats))
        assert {len(hand) for hand in deal.hands} == {12 if options.friendly else 7}
        assert {len(hand) for hand in deal.later} == {0 if options.friendly else 5}
        assert all(1 <= floor <= 6 for pair in deal.markers for floor in pair)


@every_setup
def test_the_turnaround_adds_five_cards_to_the_one_left_except_among_friendly_neighbours(name: str) -> None:
    game = _played_out(name, 52)
    turned = _of(game, Turned)
    assert len(turned) == (0 if game.setup.options.friendly else game.setup.players)
    for deal, more in zip([deal for deal in _of(game, Dealt) if any(deal.later)], turned, strict=True):
        assert (more.hands, more.automa) == (deal.later, deal.automa_later)
        assert {len(hand) for hand in more.hands} == {5}


@pytest.mark.parametrize(("players", "dealer", "first"), [(2, 0, 1), (2, 1, 2), (3, 2, 0), (4, 3, 0)])
def test_the_seat_left_of_the_dealer_leads_even_if_it_is_the_automas(
    players: int, dealer: int, first: int
) -> None:
    state = RULES.initial(Setup(players, Options()))
    hands = ((),) * players
    state = RULES.evolve(state, Dealt(dealer, ((1, 1),) * players, hands, hands))
    assert RULES.view(state, None).turn == first


def test_the_winner_of_the_sixth_trick_leads_the_seventh_on_the_sixth_floor() -> None:
    state = replace(position("a1 a2", "b5 b2", "c1 c2", trick=6), later=cards("d1", "d2", "d3"))
    state, events = act_all(state, [PlayCard(card) for card in ("a1", "b5", "c1")])
    view = RULES.view(state, Seat(0))
    assert isinstance(events[-1], Turned)
    assert (view.turn, view.trick, view.floor, view.hand) == (1, 7, 6, ("a2", "d1"))


@every_setup
def test_a_seats_clock_starts_anew_with_each_of_its_turns_and_nobody_elses_runs(name: str) -> None:
    game, rng, shown = board(KIT, name, 54), random.Random(54), []
    while choices := game.choices():
        clocks = [RULES.clock(game.state, Seat(seat)) for seat in range(game.seats)]
        assert [seat for seat, clock in enumerate(clocks) if clock is not None] == [choices[0][0]]
        shown += [clock for clock in clocks if clock is not None]
        game.play(*rng.choice(choices))
    assert shown == list(range(12 * game.seats * game.setup.players))


def test_a_match_of_three_fits_into_eight_kilobytes() -> None:
    steps = _played_out("3-six-suit", 55).steps
    sizes = [len(msgspec.msgpack.encode(step.events)) for step in steps]
    assert sum(sizes) + 45 * len(steps) < 8 * 1024
    plays = [size for size, step in zip(sizes, steps, strict=True) if len(step.events) == 1 and step.command]
    assert max(plays) <= 18


def test_the_players_are_two_to_four() -> None:
    assert [problem.code for problem in RULES.check(Setup(5, Options()))] == ["player-count"]
