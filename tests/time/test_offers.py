"""What people agree on: going back, and ending."""

import random

import pytest

from shared.games.floor.commands import SetAside
from shared.log.seatcommands import Agree, AskTakeback, Decline, OfferEnd, Resign
from shared.log.seats import Ending
from tests.time.sitting import Sitting, knowledge


def before_setting_aside(*, people: int = 3, fold_seed: int = 0) -> Sitting:
    """The awaited seat can only set a card aside, and somebody still has to play after it."""
    for seed in range(fold_seed, fold_seed + 400):
        table = Sitting(people=people, seed=seed)
        table.rng = random.Random(seed)
        while table.game.outcome is None:
            legal = table.game.rules.legal(table.game.state, table.awaited)
            if isinstance(legal[0], SetAside) and len(table.game.state.plays) == 1:
                return table
            table.moves()
    raise AssertionError("nobody ever has to set a card aside")


def test_a_card_set_aside_is_taken_back_when_all_agree() -> None:
    table = before_setting_aside()
    seat, state = table.awaited, table.game.state
    others = [other for other in range(3) if other != seat]
    table.moves()
    assert table.wishes(seat, AskTakeback()) is None
    asked = table.game.version
    assert table.wishes(others[0], Agree(asked)) is None
    assert table.game.state != state
    assert table.wishes(others[1], Agree(asked)) is None
    assert table.game.state == state
    assert knowledge(table.told_again()) == knowledge(table.game)


def test_the_seat_plays_again_after_a_takeback_and_the_log_only_grew() -> None:
    table = before_setting_aside()
    seat = table.awaited
    table.moves()
    table.wishes(seat, AskTakeback())
    asked, entries = table.game.version, len(table.log)
    for other in {0, 1, 2} - {seat}:
        table.wishes(other, Agree(asked))
    assert table.awaited == seat
    assert seat in table.game.due()
    assert len(table.log) == entries + 2
    assert table.moves() is None


def test_a_card_that_others_saw_is_never_taken_back() -> None:
    table = Sitting()
    seat = table.awaited
    table.moves()
    assert table.wishes(seat, AskTakeback()) == "takeback-after-reveal"
    later = before_setting_aside()
    seat = later.awaited
    later.moves()
    later.moves()
    assert later.wishes(seat, AskTakeback()) == "takeback-after-reveal"


def test_there_must_be_a_move_to_take_back() -> None:
    table = Sitting()
    assert table.wishes(0, AskTakeback()) == "nothing-to-take-back"


@pytest.mark.parametrize("kind", ["elevators", "eddie"])
def test_where_every_move_shows_something_nothing_is_taken_back(kind: str) -> None:
    table = Sitting(kind)
    table.passes(10_000)
    seat = table.game.awaited()[0]
    assert table.moves(seat) is None
    assert table.wishes(seat, AskTakeback()) == "takeback-after-reveal"


def test_all_who_are_there_end_a_game_without_a_result() -> None:
    table = Sitting()
    assert table.wishes(0, OfferEnd()) is None
    asked = table.game.version
    assert table.wishes(0, Agree(asked)) == "already-agreed"
    table.wishes(1, Agree(asked))
    assert table.game.outcome is None
    table.wishes(2, Agree(asked))
    assert table.game.chairs.ended is Ending.AGREED
    assert table.game.outcome is not None
    assert set(table.game.outcome.places) == {None}


def test_who_did_not_come_back_is_not_asked() -> None:
    table = Sitting()
    away = table.awaited
    table.passes(60_000)
    here = [seat for seat in range(3) if seat != away]
    table.wishes(here[0], OfferEnd())
    table.wishes(here[1], Agree(table.game.version))
    assert table.game.chairs.ended is Ending.AGREED


@pytest.mark.parametrize("resigns_first", [True, False])
def test_who_gives_up_keeps_no_offer_waiting(resigns_first: bool) -> None:
    table = Sitting()
    table.wishes(0, OfferEnd())
    answers = [(2, Resign()), (1, Agree(table.game.version))]
    for seat, answer in answers if resigns_first else reversed(answers):
        assert table.game.outcome is None
        assert table.wishes(seat, answer) is None
    assert table.game.chairs.ended is Ending.AGREED


def test_who_gives_up_agrees_to_nothing_of_their_own() -> None:
    table = Sitting()
    table.wishes(0, OfferEnd())
    table.wishes(0, Resign())
    assert table.game.outcome is None


def test_one_person_among_bots_needs_nobody_s_consent() -> None:
    table = Sitting(people=1)
    table.wishes(0, OfferEnd())
    assert table.game.chairs.ended is Ending.AGREED


def test_a_no_or_a_move_makes_an_offer_void() -> None:
    table = Sitting()
    table.wishes(0, OfferEnd())
    first = table.game.version
    assert table.wishes(1, OfferEnd()) == "offer-stands"
    table.wishes(1, Decline(first))
    assert table.wishes(2, Agree(first)) == "no-such-offer"
    table.wishes(0, OfferEnd())
    second = table.game.version
    table.moves()
    assert table.wishes(1, Agree(second)) == "no-such-offer"


def test_an_offer_is_no_reason_for_a_version_conflict_but_a_move_is() -> None:
    table = Sitting()
    seen = table.game.version
    table.wishes(0, OfferEnd())
    assert table.wishes(table.awaited, table.choice(table.awaited), expect=seen) is None
    assert table.wishes(table.awaited, table.choice(table.awaited), expect=seen) == "version-conflict"
