"""The schedule: which seat's thought is due when. No server, no clock."""

from itertools import pairwise
from random import Random
from statistics import median

import msgspec
import pytest

from services.bots.dispatcher.delays import FASTEST_MS, GATHER_MS, Delays
from services.bots.dispatcher.thoughts import Charge, Thought, Thoughts
from shared.log.commands import FeedItem

TURN = FeedItem("g_1", "floor", 3, (1,), {0: "easy", 1: "easy"}, (None, None, "a_2"), ended=False)
RACE = FeedItem("g_2", "eddie", 3, (0,), {0: "easy", 1: "normal"}, (None, None), ended=False)


def after(item: FeedItem, **changes: object) -> FeedItem:
    return msgspec.structs.replace(item, version=item.version + 1, **changes)


def fixed(item: FeedItem, seat: int, bot_ms: int, charge: Charge | None) -> int:
    return bot_ms


@pytest.fixture
def thoughts() -> Thoughts:
    return Thoughts(fixed)


def test_an_awaited_bot_thinks_after_its_delay(thoughts: Thoughts) -> None:
    thoughts.note(TURN, 500, 1000)
    assert thoughts.next_at() == 1500
    assert thoughts.due(1499) == []
    assert thoughts.due(1500) == [Thought("g_1", 3, 1)]


def test_a_person_who_is_awaited_is_nobody_to_enqueue(thoughts: Thoughts) -> None:
    thoughts.note(after(TURN, awaited=(2,)), 0, 0)
    assert thoughts.due(10**9) == []


def test_a_newer_version_replaces_what_was_pending(thoughts: Thoughts) -> None:
    thoughts.note(TURN, 500, 0)
    thoughts.note(after(TURN, awaited=(0,)), 500, 100)
    assert thoughts.due(10_000) == [Thought("g_1", 4, 0)]


@pytest.mark.parametrize("item", [TURN, msgspec.structs.replace(TURN, version=2, awaited=(0,))])
def test_a_change_that_is_not_newer_changes_nothing(thoughts: Thoughts, item: FeedItem) -> None:
    thoughts.note(TURN, 500, 0)
    thoughts.note(item, 0, 100)
    assert thoughts.due(499) == []
    assert thoughts.due(500) == [Thought("g_1", 3, 1)]


@pytest.mark.parametrize("item", [TURN, RACE])
def test_nothing_is_pending_in_a_game_that_ended(thoughts: Thoughts, item: FeedItem) -> None:
    thoughts.note(item, 500, 0)
    thoughts.note(after(item, ended=True, awaited=()), 500, 0)
    assert thoughts.due(10**9) == []
    assert thoughts.games() == frozenset()


def test_a_turn_that_waits_is_asked_for_again_and_ever_more_rarely(thoughts: Thoughts) -> None:
    thoughts.note(TURN, 0, 0)
    asked = []
    while (at := thoughts.next_at()) is not None and len(asked) < 8:
        assert thoughts.due(at) == [Thought("g_1", 3, 1)]
        asked.append(at)
    assert [later - earlier for earlier, later in pairwise(asked)] == [
        3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000,
    ]  # fmt: skip


def test_a_turn_that_was_taken_is_not_asked_for_again(thoughts: Thoughts) -> None:
    thoughts.note(TURN, 0, 0)
    thoughts.due(0)
    thoughts.note(after(TURN, awaited=(2,)), 0, 100)
    assert thoughts.due(10**9) == []


def test_without_turns_every_bot_thinks_after_a_change(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 500, 0)
    assert thoughts.due(500) == [Thought("g_2", 3, 0), Thought("g_2", 3, 1)]


def test_without_turns_later_changes_do_not_restart_a_reaction(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 1000, 0)
    thoughts.note(after(RACE), 1000, 900)
    thoughts.note(after(after(RACE)), 1000, 950)
    assert thoughts.due(999) == []
    assert thoughts.due(1000) == [Thought("g_2", 5, 0), Thought("g_2", 5, 1)]


def test_without_turns_the_next_change_after_a_thought_begins_a_new_reaction(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 1000, 0)
    thoughts.due(1000)
    thoughts.note(after(RACE), 1000, 1200)
    assert thoughts.due(2199) == []
    assert thoughts.due(2200) == [Thought("g_2", 4, 0), Thought("g_2", 4, 1)]


def test_without_turns_only_who_has_a_way_on_is_asked_again(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 0, 0)
    thoughts.due(0)
    assert thoughts.due(3000) == [Thought("g_2", 3, 0)]


def test_a_seat_that_its_player_took_back_does_not_think(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 1000, 0)
    thoughts.note(after(RACE, bots={1: "normal"}), 1000, 10)
    assert [thought.seat for thought in thoughts.due(10**6)] == [1]


def test_what_could_not_be_enqueued_comes_due_again(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 0, 0)
    due = thoughts.due(0)
    thoughts.put_back(due, 1000)
    assert thoughts.due(999) == []
    assert thoughts.due(1000) == due


def test_what_could_not_be_enqueued_is_forgotten_when_the_game_moved_on(thoughts: Thoughts) -> None:
    thoughts.note(TURN, 0, 0)
    due = thoughts.due(0)
    thoughts.note(after(TURN, awaited=(2,)), 0, 100)
    thoughts.put_back(due, 1000)
    assert thoughts.due(10**6) == []


def test_without_turns_a_thought_that_could_not_be_enqueued_outlives_a_change(thoughts: Thoughts) -> None:
    thoughts.note(RACE, 0, 0)
    due = thoughts.due(0)
    thoughts.note(after(RACE), 500, 10)
    thoughts.put_back(due, 1000)
    assert [thought.version for thought in thoughts.due(1000)] == [4, 4]


def test_where_there_are_turns_a_bot_takes_the_tables_pace_and_a_little_more() -> None:
    delays = Delays(Random(1))
    assert all(2000 <= delays(TURN, 1, 2000) <= 2600 for _ in range(1000))
    assert delays(TURN, 1, 0) == 0


@pytest.mark.parametrize(("seat", "middle"), [(0, 2200), (1, 1200)], ids=["easy", "normal"])
def test_without_turns_bots_react_as_people_of_their_level(seat: int, middle: int) -> None:
    delays = Delays(Random(2))
    reactions = [delays(RACE, seat, 500) for _ in range(4000)]
    assert median(reactions) == pytest.approx(middle, rel=0.05)
    assert min(reactions) >= FASTEST_MS
    assert max(reactions) > 2 * middle


def test_without_turns_a_bot_that_is_called_reacts_by_itself() -> None:
    called = msgspec.structs.replace(RACE, bots={0: "easy"})
    assert Delays(Random(1))(called, 1, 500, Charge("a_bot1")) == GATHER_MS


@pytest.mark.parametrize(("seat", "middle"), [(0, 2200), (1, 1200)], ids=["sat-in-for", "set-aside"])
def test_without_turns_who_plays_for_a_called_bot_reacts_as_a_person(seat: int, middle: int) -> None:
    delays, item = Delays(Random(2)), msgspec.structs.replace(RACE, bots={0: "easy"})
    charge = Charge("a_bot1", answers=seat == 0)
    reactions = [delays(item, seat, 500, charge) for _ in range(4000)]
    assert median(reactions) == pytest.approx(middle, rel=0.05)


def test_without_turns_a_table_without_delay_gets_a_tenth_of_the_reaction() -> None:
    delays = Delays(Random(3))
    assert median(delays(RACE, 0, 0) for _ in range(4000)) == pytest.approx(220, rel=0.05)
