"""What happens to seats whose players do not move, leave, or come back."""

import pytest

from shared.games.rules import Event
from shared.log.chairs import Why
from shared.log.pace import Pace, RunOut
from shared.log.seatcommands import HandOver, Resign, TakeSeatBack
from shared.log.seats import (
    SEAT_EVENTS,
    BotSatIn,
    Ending,
    GameStopped,
    PlayerReturned,
    SeatConceded,
    TurnMissed,
)
from tests.time.sitting import DAY, MINUTE, Sitting

FIRST_MOVE = Pace(turn_ms=MINUTE, run_out=RunOut.FIRST_MOVE)
CONCEDE = Pace(turn_ms=MINUTE, run_out=RunOut.CONCEDE)


def of_seats(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if type(event) in SEAT_EVENTS]


def test_a_bot_sits_in_until_the_player_s_next_move() -> None:
    table = Sitting()
    seat = table.awaited
    table.passes(MINUTE)
    assert of_seats(table.events()) == [BotSatIn(seat, "normal")]
    assert table.moves(seat) is None
    assert of_seats(table.events()) == [PlayerReturned(seat)]
    assert not table.game.chairs.sitting_in


def test_a_seat_plays_its_first_legal_move_and_the_second_time_in_a_row_a_bot_sits_in() -> None:
    table = Sitting(people=1, pace=FIRST_MOVE)
    while table.awaited != 0:
        table.bot_moves()
    table.passes(MINUTE)
    assert of_seats(table.events()) == [TurnMissed(0)]
    assert len(table.events()) > 1
    while table.awaited != 0:
        table.bot_moves()
    table.passes(MINUTE)
    assert of_seats(table.events()) == [BotSatIn(0, "normal")]


def test_a_move_between_two_missed_turns_makes_them_not_in_a_row() -> None:
    table = Sitting(people=1, pace=FIRST_MOVE)
    for missed in (True, False, True):
        while table.awaited != 0:
            table.bot_moves()
        if missed:
            table.passes(MINUTE)
        else:
            table.moves()
    assert of_seats(table.events()) == [TurnMissed(0)]


def test_where_running_out_concedes_a_bot_plays_to_the_end_and_the_player_has_no_say() -> None:
    table = Sitting(pace=CONCEDE)
    seat = table.awaited
    table.passes(MINUTE)
    assert of_seats(table.events()) == [SeatConceded(seat, "normal", timed_out=True)]
    assert table.moves(seat) == table.wishes(seat, TakeSeatBack()) == "seat-conceded"
    assert table.bot_moves() is None


def test_who_resigns_is_last_and_the_last_who_did_not_has_won() -> None:
    table = Sitting()
    assert table.wishes(1, Resign()) is None
    assert table.game.outcome is None
    table.wishes(2, Resign())
    assert table.game.outcome is not None
    assert table.game.outcome.places == (1, 3, 2)
    assert table.game.chairs.ended is Ending.CONCEDED
    assert table.told_again().outcome == table.game.outcome


def test_nobody_is_ranked_when_only_bots_are_left() -> None:
    table = Sitting(people=1)
    table.wishes(0, Resign())
    assert table.game.outcome is not None
    assert table.game.outcome.places == (None, None, None)


def test_a_seat_is_handed_over_and_taken_back_without_a_move() -> None:
    table = Sitting()
    seat = table.awaited
    assert table.wishes(seat, HandOver("hard")) is None
    assert table.game.bot_at(seat) == "hard"
    assert table.wishes(seat, HandOver("hard")) == "already-handed-over"
    assert table.bot_moves() is None
    assert table.wishes(seat, TakeSeatBack()) is None
    assert table.game.bot_at(seat) is None
    assert table.wishes(seat, TakeSeatBack()) == "seat-not-away"


def test_handing_over_and_back_wins_no_time() -> None:
    table = Sitting()
    seat, due = table.awaited, table.game.due()[table.awaited]
    table.passes(MINUTE // 2)
    table.wishes(seat, HandOver())
    assert seat not in table.game.due()
    table.wishes(seat, TakeSeatBack())
    assert table.game.due()[seat] == due


def test_a_turn_that_ran_out_is_only_taken_back_by_a_move() -> None:
    table = Sitting()
    seat = table.awaited
    table.passes(MINUTE)
    assert table.wishes(seat, TakeSeatBack()) == "turn-timed-out"
    table.bot_moves()
    assert table.wishes(seat, TakeSeatBack()) is None


def test_when_everybody_is_away_even_bots_wait_and_the_first_who_comes_back_wakes_the_game() -> None:
    table = Sitting(people=2)
    for _ in range(2):
        while table.game.bot_at(table.awaited):
            table.bot_moves()
        table.passes(MINUTE)
    assert table.game.chairs.paused
    assert table.game.awaited() == []
    assert table.wishes(0, TakeSeatBack()) is None
    assert not table.game.chairs.paused
    assert table.game.awaited()


def test_no_bot_moves_in_a_game_that_is_paused() -> None:
    table = Sitting(people=1)
    while table.awaited != 0:
        table.bot_moves()
    table.passes(MINUTE)
    seat = 0
    do = table.choice(seat)
    assert table._send("bot", seat, do).reason == "game-paused"


def test_bots_play_on_when_everybody_handed_over_on_purpose() -> None:
    table = Sitting(people=1)
    table.wishes(0, HandOver())
    while table.game.outcome is None:
        assert table.bot_moves() is None
    assert table.game.chairs.ended is None


@pytest.mark.parametrize("days", [1, 14])
def test_a_game_that_everybody_left_ends_without_a_result_after_its_time(days: int) -> None:
    table = Sitting(people=1, pace=Pace(turn_ms=MINUTE, absent_ms=days * DAY))
    while table.awaited != 0:
        table.bot_moves()
    table.passes(MINUTE)
    table.passes(days * DAY - 1)
    assert table.game.outcome is None
    table.passes(1)
    assert table.events() == (GameStopped(Ending.ABANDONED),)
    assert table.game.outcome is not None
    assert set(table.game.outcome.places) == {None}
    assert not table.game.timers


def test_a_game_whose_first_move_is_never_made_has_not_begun() -> None:
    table = Sitting(pace=Pace(turn_ms=MINUTE, first_ms=2 * MINUTE))
    table.passes(2 * MINUTE - 1)
    assert table.game.outcome is None
    table.passes(1)
    assert table.events() == (GameStopped(Ending.NOT_BEGUN),)


def test_after_the_first_move_a_game_has_begun_and_the_policy_holds() -> None:
    table = Sitting(pace=Pace(turn_ms=MINUTE, first_ms=2 * MINUTE))
    table.moves()
    table.passes(MINUTE)
    assert [type(event) for event in table.events()] == [BotSatIn]
    assert [sitting.why for sitting in table.game.chairs.sitting_in.values()] == [Why.TIMED_OUT]
