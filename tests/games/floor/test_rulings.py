"""Vectors of the rulings and the rulebook's worked examples; ids name the section."""

import pytest

from shared.games.floor import RULES, scoring
from shared.games.floor.commands import PlayCard, RevealAutoma, SetAside
from shared.games.floor.events import AutomaRevealed, TrickWon
from shared.games.floor.options import Options
from shared.games.floor.state import Play, Trick
from shared.games.rules import Seat
from tests.games.floor.position import SIX_OPERATOR, act, act_all, position, with_trick


@pytest.mark.parametrize(
    ("leader", "played", "winner"),
    [
        pytest.param(0, "a4 b4 c3", 1, id="winning-the-trick: last of equals"),
        pytest.param(2, "a4 b4 c3", 0, id="winning-the-trick: last in play order, not by seat"),
        pytest.param(0, "a5 b4 c3", 0, id="winning-the-trick: highest rank"),
        pytest.param(1, "a2 b2 c2", 0, id="winning-the-trick: three equals"),
        pytest.param(0, "S9 H8 D9", 2, id="standard-deck: last of equals"),
        pytest.param(0, "S11 H12 D10", 1, id="standard-deck: queen over jack and ten"),
        pytest.param(0, "S1 H2 D9", 2, id="standard-deck: ace is one"),
    ],
)
def test_the_highest_rank_wins_and_the_last_of_equals(leader: int, played: str, winner: int) -> None:
    order = played.split()
    hands = [order[(seat - leader) % 3] for seat in range(3)]
    state, events = act_all(position(*hands, leader=leader), [PlayCard(card) for card in order])
    assert events[1] == TrickWon(winner)
    assert RULES.view(state, None).leader == RULES.view(state, None).turn == winner


SEVEN = "a2 a3 a4 b2 b3 b6"


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        pytest.param(
            f"{SEVEN} c1", [PlayCard("c1"), PlayCard("c1", operator=True)], id="playing-a-trick: only c1"
        ),
        pytest.param(
            f"{SEVEN} b5",
            [SetAside(card) for card in f"{SEVEN} b5".split()],
            id="unable-to-play: any of seven",
        ),
    ],
)
def test_a_seat_plays_a_free_suit_or_sets_one_card_aside(hand: str, legal: list[object]) -> None:
    state = with_trick(position("", "", hand, options=SIX_OPERATOR), "a1", "b1")
    assert list(RULES.legal(state, Seat(2))) == legal


def test_the_leader_plays_any_card_with_or_without_the_operator() -> None:
    state = position("a1 a2", "", "", options=SIX_OPERATOR)
    plain = (PlayCard("a1"), PlayCard("a2"))
    assert RULES.legal(state, Seat(0)) == (*plain, *(PlayCard(c.card, operator=True) for c in plain))


def test_a_card_set_aside_blocks_no_suit_and_wins_nothing() -> None:
    state = with_trick(position("a6", "a5", "", "b2", leader=2), "b1")
    state, _ = act_all(state, [SetAside("b2")])
    assert RULES.legal(state, Seat(0)) == (PlayCard("a6"),)
    state, _ = act_all(state, [PlayCard("a6")])
    state, events = act_all(state, [SetAside("a5")])
    assert events[1] == TrickWon(0)


@pytest.mark.parametrize(
    ("lead", "deck", "revealed", "played", "left"),
    [
        pytest.param("a1", "a6 b2 d3 d4", "a6 b2", "b2", "d3 d4 a6", id="automa-following: only one legal"),
        pytest.param("a1", "c1 d2 e3", "c1 d2", "d2", "e3 c1", id="automa-following: higher, floors ignored"),
        pytest.param("a1", "c5 b5 e3", "c5 b5", "c5", "e3 b5", id="automa-following: first of equals"),
        pytest.param("a1", "a6 a2 c1", "a6 a2", None, "c1 a6 a2", id="automa-following: neither legal"),
        pytest.param("a1", "b4", "b4", "b4", "", id="automa-following: last card legal"),
        pytest.param("a1", "a4", "a4", None, "a4", id="automa-following: last card not legal"),
        pytest.param("", "c3 d5 e6", "c3", "c3", "d5 e6", id="automa-leading: top card"),
        pytest.param(
            "a1", "OPERATOR a6 c6", "OPERATOR a6", None, "c6 a6", id="automa-operator: the other not legal"
        ),
        pytest.param("a1", "a6 OPERATOR c6", "a6 OPERATOR", None, "c6 a6", id="automa-operator: second"),
        pytest.param(
            "a1", "OPERATOR b6 c6", "OPERATOR b6", "b6", "c6", id="automa-operator: the other legal"
        ),
        pytest.param("", "OPERATOR c3 d5", "OPERATOR c3", "c3", "d5", id="automa-operator: leading"),
        pytest.param("", "c3 OPERATOR d5", "c3", "c3", "OPERATOR d5", id="automa-operator: stays unseen"),
    ],
)
def test_the_automa_plays_by_its_deck(
    lead: str, deck: str, revealed: str, played: str | None, left: str
) -> None:
    state = position("b1 f1", "b2 f2", deck=deck, options=SIX_OPERATOR, leader=1 if lead else 2)
    state = with_trick(state, *lead.split())
    state, events = act(state, 2, RevealAutoma())
    assert events[0] == AutomaRevealed(2, tuple(revealed.split()), played)
    assert state.automa == tuple(left.split())
    assert state.operators == (True, True, "OPERATOR" not in revealed)
    assert state.plays[-1] == Play(Seat(2), played, "OPERATOR" in revealed, tuple(revealed.split()))


def test_cards_put_under_the_deck_block_no_suit() -> None:
    state = with_trick(position("b1", "a1", deck="a6 b2 c3", leader=1), "a1")
    state, _ = act(state, 2, RevealAutoma())
    assert RULES.legal(state, Seat(0)) == (SetAside("b1"),)
    state = with_trick(position("a1 d2", "a1", deck="a6 a2 c3", leader=1), "a1")
    state, _ = act(state, 2, RevealAutoma())
    assert RULES.legal(state, Seat(0)) == (PlayCard("d2"),)


def test_the_automa_may_win_and_lead() -> None:
    state = position("a1 a2", "b1 b2", deck="c3 c4 d6")
    state, events = act_all(state, [PlayCard("a1"), PlayCard("b1"), RevealAutoma()])
    assert events[1] == TrickWon(2)
    assert RULES.legal(state, Seat(2)) == (RevealAutoma(),)


def test_matching_cards_stay_at_the_floor_whoever_won_and_the_rest_is_discarded() -> None:
    """The rulebook's trick of 4, 6 and 4 on the fourth floor."""
    state, _ = act_all(position("a4", "b6", "c4", trick=4), [PlayCard(card) for card in ("a4", "b6", "c4")])
    view = RULES.view(state, None)
    assert view.floors[3].cards == ("a4", "c4")
    assert view.discards == ("b6",)
    assert view.tricks[3].winner == 1


def _tricks(floor: int, cards: int, operators: int) -> tuple[Trick, ...]:
    suits = "abcdef"
    plays = [Play(Seat(0), f"{suits[at]}{floor}") for at in range(cards)]
    return (Trick(floor, Seat(0), (*plays, *[Play(Seat(1), None, operator=True)] * operators)),)


@pytest.mark.parametrize(
    ("floor", "cards", "operators", "pair", "points"),
    [
        pytest.param(5, 3, 0, (5, 1), 3, id="end-of-the-round: one marker"),
        pytest.param(5, 3, 0, (5, 5), 6, id="end-of-the-round: both markers"),
        pytest.param(4, 4, 1, (4, 1), 3, id="operator: four cards and one operator"),
        pytest.param(4, 4, 1, (4, 4), 6, id="operator: the same for both markers"),
        pytest.param(4, 4, 5, (4, 4), 0, id="operator: never below nothing"),
        pytest.param(4, 4, 4, (4, 3), 0, id="operator: exactly nothing"),
    ],
)
def test_a_marker_earns_what_its_floor_is_worth(
    floor: int, cards: int, operators: int, pair: tuple[int, int], points: int
) -> None:
    worth = scoring.values(_tricks(floor, cards, operators))
    assert scoring.scores((pair, (floor, 6)), worth) == (points, worth[floor - 1])


@pytest.mark.parametrize(
    ("rounds", "places"),
    [
        pytest.param([(6, 4, 1), (1, 3, 8), (3, 3, 1)], (2, 1, 3), id="game-end: out before its best round"),
        pytest.param(
            [(5, 3, 1), (1, 3, 4), (3, 3, 3)], (2, 1, 3), id="game-end: total first, then backwards"
        ),
        pytest.param([(2, 2, 0), (2, 2, 1), (1, 1, 9)], (2, 2, 1), id="game-end: tied in all rounds"),
        pytest.param([(1, 2, 2), (2, 2, 2), (0, 1, 1)], (3, 1, 1), id="game-end: a shared victory"),
    ],
)
def test_the_highest_total_wins_and_ties_look_at_the_last_round_first(
    rounds: list[tuple[int, ...]], places: tuple[int, ...]
) -> None:
    assert scoring.places(rounds) == places


@pytest.mark.parametrize("options", [Options(), Options(operator=True)])
def test_high_ranks_win_tricks_and_score_nowhere(options: Options) -> None:
    state = position("a8", "b6", "c7", "d1", trick=6, options=options)
    state, events = act_all(state, [PlayCard(card) for card in ("a8", "b6", "c7", "d1")])
    assert events[1] == TrickWon(0)
    assert RULES.view(state, None).discards == ("a8", "c7", "d1")
