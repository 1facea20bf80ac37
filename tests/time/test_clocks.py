"""Banks and deadlines, folded from the times of entries alone."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.log.pace import Pace, RunOut
from shared.log.seatcommands import Agree, AskTakeback, Decline, HandOver, OfferEnd, Resign, TakeSeatBack
from tests.time.sitting import DAY, MINUTE, START, Sitting, knowledge

BANK = Pace(turn_ms=10_000, bank_ms=MINUTE, increment_ms=2_000)


def test_a_turn_within_its_own_time_leaves_the_bank_alone_and_earns_the_increment() -> None:
    table = Sitting(pace=BANK)
    seat = table.awaited
    table.passes(10_000)
    table.moves()
    assert table.game.clocks.banks[seat] == MINUTE + 2_000


def test_a_turn_beyond_its_own_time_costs_the_bank() -> None:
    table = Sitting(pace=BANK)
    seat = table.awaited
    table.passes(25_000)
    table.moves()
    assert table.game.clocks.banks[seat] == MINUTE - 15_000 + 2_000


def test_the_deadline_is_the_turn_s_time_and_the_bank() -> None:
    table = Sitting(pace=BANK)
    assert table.game.due() == {table.awaited: START + 10_000 + MINUTE}


def test_when_time_has_run_out_the_bank_is_empty() -> None:
    table = Sitting(pace=BANK)
    seat = table.awaited
    table.passes(10_000 + MINUTE)
    table.bot_moves()
    assert table.game.clocks.banks[seat] == 0


def test_time_that_we_were_away_counts_for_nobody() -> None:
    table = Sitting(pace=BANK)
    seat = table.awaited
    table.passes(30_000)
    table.away(10 * MINUTE)
    table.passes(30_000)
    assert table.moves() is None
    assert table.game.clocks.banks[seat] == MINUTE - 50_000 + 2_000


def test_being_away_shorter_than_a_game_s_last_entry_changes_nothing() -> None:
    table = Sitting(pace=BANK)
    before = len(table.log)
    table.away(0)
    assert len(table.log) == before


def test_leave_stops_the_clock_of_that_seat_and_no_other() -> None:
    table = Sitting(pace=Pace(turn_ms=DAY))
    seat = table.awaited
    assert table.leave(seat, START + 5 * DAY) is None
    assert table.game.due() == {seat: START + 6 * DAY}
    table.moves()
    other = table.awaited
    assert table.game.due() == {other: table.at + DAY}


def test_leave_that_ends_early_leaves_the_turn_what_it_had() -> None:
    table = Sitting(pace=Pace(turn_ms=DAY))
    seat = table.awaited
    table.passes(DAY // 2)
    table.leave(seat, table.at + 5 * DAY)
    table.passes(2 * DAY)
    table.leave(seat, table.at)
    assert table.game.due() == {seat: table.at + DAY // 2}


def test_a_turn_that_begins_during_leave_has_its_whole_time_afterwards() -> None:
    table = Sitting(pace=Pace(turn_ms=DAY))
    away = (table.awaited + 1) % 3
    table.leave(away, START + 3 * DAY)
    table.moves()
    assert table.game.due() == {away: START + 4 * DAY}


@pytest.mark.parametrize("pace", [Pace(turn_ms=MINUTE), Pace()])
def test_leave_stops_no_clock_of_a_live_game(pace: Pace) -> None:
    assert Sitting(pace=pace).leave(0, START + DAY) == "not-by-days"


paces = st.builds(
    Pace,
    turn_ms=st.sampled_from([5_000, MINUTE, DAY]),
    bank_ms=st.sampled_from([0, 3_000, MINUTE]),
    increment_ms=st.sampled_from([0, 1_000]),
    run_out=st.sampled_from(RunOut),
    first_ms=st.sampled_from([None, 2 * MINUTE]),
)
seats = st.integers(0, 2)
what = st.one_of(
    st.tuples(st.sampled_from(["moves", "moves", "bot"]), st.just(0)),
    st.tuples(st.just("passes"), st.sampled_from([1, 900, 4_000, MINUTE, DAY])),
    st.tuples(st.just("away"), st.sampled_from([4_000, 10 * MINUTE])),
    st.tuples(st.just("leave"), seats),
    *(
        st.tuples(st.just(wish), seats)
        for wish in (HandOver(), TakeSeatBack(), Resign(), AskTakeback(), OfferEnd(), Agree, Decline)
    ),
)


def _happens(table: Sitting, what: Any, value: int) -> None:
    awaited = table.game.awaited()
    match what:
        case "moves" if awaited:
            table.moves(awaited[0])
        case "bot" if awaited and table.game.bot_at(awaited[0]):
            table._send("bot", awaited[0], table.choice(awaited[0]))
        case "passes":
            table.passes(value)
        case "away":
            table.away(value)
        case "leave":
            table.leave(value, table.at + 2 * DAY)
        case str():
            pass
        case _:
            offer = table.game.chairs.offer
            table.wishes(value, what(offer.version if offer else 1) if isinstance(what, type) else what)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    kind=st.sampled_from(["floor", "floor", "elevators", "eddie"]),
    people=st.integers(1, 3),
    pace=paces,
    story=st.lists(what, max_size=25),
)
def test_whatever_happens_no_bank_is_negative_and_the_log_alone_tells_the_same(
    kind: str, people: int, pace: Pace, story: list[tuple[Any, int]]
) -> None:
    table = Sitting(kind, people=people, pace=pace)
    for happening, value in story:
        _happens(table, happening, min(value, people - 1) if not isinstance(happening, str) else value)
        game = table.game
        assert min(game.clocks.banks.values()) >= 0
        assert all(due > table.at for due in game.timers.values())
        assert knowledge(table.told_again()) == knowledge(game)
    assert game_goes_on(table)


def game_goes_on(table: Sitting) -> bool:
    """It has ended, or somebody's clock runs, a bot is awaited, or it ends by itself when nobody comes back."""
    game = table.game
    return bool(game.outcome or game.timers or any(game.bot_at(seat) for seat in game.awaited()))
