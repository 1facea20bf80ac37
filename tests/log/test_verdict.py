"""What our own check says of logs that were tampered with."""

from collections.abc import Callable, Sequence

import pytest

from shared.log.fair import Draw, Draws, draw_key
from shared.log.verdict import Fault, verdict
from tests.engine.finished import KINDS, finished, playing
from tests.engine.tampering import out_swapped, tampered, with_draws, with_entry, with_events

Log = Sequence[bytes]


def _faults(log: Log) -> set[tuple[Fault, int]]:
    return {(found.fault, found.version) for found in verdict("g_1", log).found}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_as_it_was_played_is_in_order(kind: str, players: int) -> None:
    judged = verdict("g_1", finished(kind, players=players))
    assert judged.found == ()
    assert judged.secret is not None
    assert judged.draws


@pytest.mark.parametrize("kind", KINDS)
def test_a_running_game_has_no_secret_and_nothing_wrong(kind: str) -> None:
    judged = verdict("g_1", playing(kind, 9).log)
    assert (judged.secret, judged.found, judged.entries) == (None, (), 10)


def _deal_changed(events: list[list[list[list[str]]]]) -> None:
    hands = next(event for event in events if event[0] == "dealt")[3]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def _markers_changed(events: list[list[list[list[int]]]]) -> None:
    markers = next(event for event in events if event[0] == "dealt")[2]
    markers[0], markers[1] = markers[1], markers[0]


def _one_more(log: Log) -> tuple[Draw, ...]:
    """A right draw with the number after the last."""
    key = draw_key(bytes.fromhex("5e" * 32), "g_1", ("", "", ""))
    chance = Draws(key, len(verdict("g_1", log).draws))
    chance.below("spare", 6)
    return chance.made


CHANGES: dict[str, tuple[Callable[[Log], Log], set[tuple[Fault, int]]]] = {
    "another secret": (
        lambda log: tampered("g_1", log, with_entry(-1, secret="77" * 32)),
        {(Fault.COMMITMENT, 1), (Fault.OUTCOME, 1), (Fault.OUTCOME, 37), (Fault.OUTCOME, 73)},
    ),
    "no secret at all but bytes that are none": (
        lambda log: tampered("g_1", log, with_entry(-1, secret="xyz")),
        {(Fault.COMMITMENT, 1), (Fault.OUTCOME, 1), (Fault.OUTCOME, 37), (Fault.OUTCOME, 73)},
    ),
    "a draw changed": (
        lambda log: tampered("g_1", log, with_draws(0, out_swapped)),
        {(Fault.OUTCOME, 1)},
    ),
    "a draw left out": (
        lambda log: tampered("g_1", log, with_draws(0, lambda draws: draws[1:])),
        {(Fault.NUMBER, 1), (Fault.NUMBER, 37), (Fault.NUMBER, 73)},
    ),
    "another deal than drawn": (
        lambda log: tampered("g_1", log, with_events(0, _deal_changed)),
        {(Fault.DEAL, 1), (Fault.RULES, 19)},
    ),
    "another deal than drawn in a later round": (
        lambda log: tampered("g_1", log, with_events(36, _markers_changed)),
        {(Fault.DEAL, 37), (Fault.DEAL, 73)},
    ),
    "a draw that no rule asks for": (
        lambda log: tampered("g_1", log, with_draws(100, lambda _: _one_more(log))),
        {(Fault.DEAL, 101)},
    ),
    "a missing entry": (lambda log: [*log[:4], *log[5:]], {(Fault.CHAIN, 5)}),
    "two entries swapped": (
        lambda log: [*log[:4], log[5], log[4], *log[6:]],
        {(Fault.CHAIN, 5)},
    ),
    "bytes that are no entry": (
        lambda log: [*log[:4], b"\xc1", *log[5:]],
        {(Fault.UNREADABLE, 5)},
    ),
    "no beginning": (
        lambda log: tampered("g_1", log, with_entry(0, opening=None)),
        {(Fault.OPENING, 1)},
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_named_with_its_place(name: str) -> None:
    change, expected = CHANGES[name]
    assert _faults(change(finished("floor"))) == expected


def test_the_head_tells_a_changed_end_that_the_marks_cannot() -> None:
    log = finished("floor")
    changed = tampered("g_1", log, with_entry(-1, actor=0, command="another"))
    assert verdict("g_1", changed).found == verdict("g_1", log).found == ()
    assert verdict("g_1", changed).head != verdict("g_1", log).head
