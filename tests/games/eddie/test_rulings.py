"""The rulebook's examples and our rulings on laying cards, tiles and the end, as tables."""

import pytest
from msgspec.structs import replace

from shared.games.eddie.cards import CARDS, fits
from shared.games.eddie.options import Refill
from tests.games.eddie.kit import DRAW, KIT, hand, lay, options, position, refused, run_out, tops
from tests.games.kit import board

WHAT_FITS = {
    "playing-0": ("0", "1 STOP"),
    "playing-1": ("1", "0 2 STOP"),
    "playing-2": ("2", "1 3 STOP"),
    "playing-3": ("3", "2 4 STOP"),
    "playing-4": ("4", "3 5 STOP"),
    "playing-5": ("5", "4 6 STOP"),
    "playing-6": ("6", "5 7 STOP"),
    "playing-7": ("7", "6 8 STOP"),
    "playing-8": ("8", "7 STOP"),
    "stop-and-go-on-stop": ("STOP", "GO"),
    "stop-and-go-on-go": ("GO", "0 1 2 3 4 5 6 7 8 STOP"),
}


@pytest.mark.parametrize(("top", "cards"), WHAT_FITS.values(), ids=WHAT_FITS)
def test_what_fits_on_a_top(top: str, cards: str) -> None:
    assert [card for card in CARDS if fits(card, top)] == cards.split()


# Position, hands, what is laid on the top lift by seat, what shows then, and what is refused on it.
LAYS = {
    "vectors-1-no-2-on-4": ("3 8 8 8", "4, 2 5", "0:4", "4", "1:2"),
    "vectors-1-then-5": ("3 8 8 8", "4, 2 5", "0:4 1:5", "5", None),
    "vectors-2-both-send-4": ("3 8 8 8", "4, 4 5", "0:4", "4", "1:4"),
    "vectors-3-late-4-on-another-3": ("3 8 8 8", "2, 3, 4", "0:2 1:3 2:4", "4", None),
    "vectors-4-late-4-on-go": ("3 8 8 8", "STOP, GO, 4", "0:STOP 1:GO 2:4", "4", None),
    "play-0-not-on-8": ("8 3 3 3", "0 2, 2", "", "8", "0:0"),
    "play-8-not-on-0": ("0 3 3 3", "8 2, 2", "", "0", "0:8"),
    "play-go-not-on-number": ("3 3 3 3", "GO 2, 2", "", "3", "0:GO"),
    "play-go-not-on-go": ("GO 3 3 3", "GO 2, 2", "", "GO", "0:GO"),
    "play-stop-not-on-stop": ("STOP 3 3 3", "STOP 2, 2", "", "STOP", "0:STOP"),
    "play-stop-on-go": ("GO 3 3 3", "STOP 2, 2", "0:STOP", "STOP", "1:2"),
    "play-printed-stop-is-a-card": ("STOP 8 8 8", "GO, 4 5", "0:GO 1:4", "4", None),
    "stop-and-go-laid-stop-takes-no-number": ("3 8 8 8", "STOP, 4 7", "0:STOP", "STOP", "1:4"),
}


@pytest.mark.parametrize(("tile", "hands", "laid", "top", "refusal"), LAYS.values(), ids=LAYS)
def test_cards_are_judged_in_order_each_against_the_top(
    tile: str, hands: str, laid: str, top: str, refusal: str | None
) -> None:
    # Piles, and a third seat that can always play on the 8s and 3s, keep everything else from happening.
    game = position(tile, *(f"{held} / 7 7 2 2" for held in hands.split(", ")), "7 2")
    for seat, card in (step.split(":") for step in laid.split()):
        game.play(int(seat), lay(card))
    assert tops(game).split()[0] == top
    if refusal:
        seat, card = refusal.split(":")
        error = refused(game, int(seat), lay(card))
        assert (error.reason, error.params) == (
            "card-does-not-fit",
            {"card": card, "lift": "top", "top": top},
        )


def test_examples_of_play_tim_and_lisa() -> None:
    """Tim draws 2 and 3 as the text needs; the rest of the cards is ours."""
    game = position("2 8 STOP 4", "5 4 2 / 2 3 0 0 0", "3 7 GO / 1 1 1", rules=options(Refill.MANUAL))
    tim, lisa = 0, 1
    game.play(tim, lay("5", "left"))
    game.play(tim, lay("4", "left"))
    game.play(tim, DRAW)
    assert hand(game, tim) == "2 2 3"
    game.play(lisa, lay("3", "top"))
    game.play(lisa, lay("7", "right"))
    game.play(lisa, DRAW)
    game.play(tim, lay("2", "top"))
    game.play(tim, lay("3", "left"))
    game.play(lisa, lay("GO", "bottom"))
    game.play(tim, lay("2", "bottom"))
    assert tops(game) == "2 7 2 3"
    assert [len(game.play(seat, DRAW)[0].cards) for seat in (lisa, tim)] == [1, 3]


BLOCKED = {
    "vectors-5-stop-fits": ("4 4 4 4", "STOP", "8", False),
    "vectors-6-go-does-not": ("4 4 4 4", "GO", "8", True),
    "vectors-7-only-go-on-stop": ("STOP STOP STOP STOP", "STOP", "8", True),
    "blocked-one-way-is-enough": ("4 4 4 STOP", "8", "GO", False),
}


@pytest.mark.parametrize(("tile", "one", "other", "blocked"), BLOCKED.values(), ids=BLOCKED)
def test_a_tile_without_a_way_on_is_left_at_once(tile: str, one: str, other: str, blocked: bool) -> None:
    game = position("", one, other, coming=f"{tile}, GO GO 1 STOP, 1 1 1 1")
    run_out(game, "tile:0")
    assert game.state.turned == 1 + blocked
    assert tops(game) == ("GO GO 1 STOP" if blocked else tile)
    assert hand(game, 0) == one


def test_the_play_that_blocks_turns_the_next_tile_bare_in_the_same_decision() -> None:
    game = position("3 8 8 8", "4 4 / 4", "1 1 1 / 1", coming="0 0 0 0, 8 8 8 8")
    events = game.play(0, lay("4", tile=1))
    assert [type(event).__name__ for event in events] == ["Laid", "Drew", "TileTurned"]
    assert (tops(game), hand(game, 0), hand(game, 1)) == ("0 0 0 0", "4 4", "1 1 1")
    assert all(top.by is None for top in game.state.lifts)
    error = refused(game, 1, lay("1", tile=1))
    assert (error.reason, error.params) == ("tile-changed", {"tile": 2})
    game.play(1, lay("1"))


def test_after_the_eighth_tile_all_eight_are_mixed_again() -> None:
    game = position("3 0 0 0", "2 7 7", "7 7 7", coming="")
    events = game.play(0, lay("2"))
    assert [type(event).__name__ for event in events[1:3]] == ["TilesMixed", "TileTurned"]
    assert sorted(events[1].order) == sorted(" ".join(tile) for tile in game.setup.options.set.tiles)
    assert len(game.state.coming) == 9 - game.state.turned


SHUT_OUT = replace(options().set, tiles=(("4", "4", "4", "4"),) * 8)


def test_dead_a_whole_round_after_mixing_without_a_card_ends_the_game() -> None:
    game = position("3 0 0 0", "2 7", "7 7 7", "8 8 8", rules=replace(options(), set=SHUT_OUT), coming="")
    events = game.play(0, lay("2"))
    # Cards left are 1, 3 and 3; eight tiles of 4s took neither a 7 nor an 8.
    assert [type(event).__name__ for event in events] == ["Laid", "TilesMixed", *["TileTurned"] * 8, "Ended"]
    outcome = game.rules.outcome(game.state)
    assert (outcome.places, outcome.scores) == ((1, 2, 2), (1, 3, 3))


def test_dead_equals_share_the_win() -> None:
    game = position("3 0 0 0", "2 7 7", "7 7", "8 8 8", rules=replace(options(), set=SHUT_OUT), coming="")
    game.play(0, lay("2"))
    assert game.rules.outcome(game.state).places == (1, 1, 3)


def test_whoever_has_neither_hand_nor_pile_left_wins_at_once() -> None:
    game = position("3 8 8 8", "4", "7 7 7 / 7", "7 2")
    assert game.rules.preview(game.state, 0, lay("4")).wins
    game.play(0, lay("4"))
    assert game.rules.outcome(game.state).places == (1, 3, 2)
    assert refused(game, 1, lay("7", "left")).reason == "game-over"


def test_an_empty_hand_with_a_pile_is_not_the_end() -> None:
    game = position("3 8 8 8", "4 / 5", "7 7 7", rules=options(Refill.MANUAL))
    game.play(0, lay("4"))
    assert game.rules.outcome(game.state) is None


REFUSED = {
    "begin-not-before-the-first-tile": ("", "4, 2", lay("4"), "not-begun"),
    "play-a-tile-that-is-gone": ("3 8 8 8", "4, 2", lay("4", tile=2), "tile-changed"),
    "play-a-card-not-held": ("3 8 8 8", "4, 2", lay("2"), "card-not-in-hand"),
    "refill-auto-knows-no-draw": ("3 8 8 8", "4, 2", DRAW, "hand-fills-itself"),
}


@pytest.mark.parametrize(("tile", "hands", "command", "reason"), REFUSED.values(), ids=REFUSED)
def test_refused(tile: str, hands: str, command: object, reason: str) -> None:
    assert refused(position(tile, *hands.split(", ")), 0, command).reason == reason


@pytest.mark.parametrize(("players", "cards", "size"), [(2, 36, 3), (3, 24, 3), (4, 18, 2)])
def test_preparation_all_72_cards_are_dealt(players: int, cards: int, size: int) -> None:
    state = board(KIT, f"{players}-auto-refused", 1).state
    assert [len(hand) for hand in state.hands] == [size] * players
    assert [len(pile) + size for pile in state.piles] == [cards] * players
    held = [card for cards in (*state.hands, *state.piles) for card in cards]
    counts = {card: held.count(card) for card in CARDS}
    assert counts == {**dict.fromkeys("01235678", 7), "4": 6, "STOP": 5, "GO": 5}


def test_the_countdown_is_the_delay_of_the_first_tile() -> None:
    delays = [KIT.rules.timers(board(KIT, name, 1).state)[0].delay_ms for name in KIT.setups]
    assert sorted(set(delays)) == [0, 3000, 10000]
