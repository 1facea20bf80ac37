"""The demo's proof notices every way in which a log may differ from what was answered."""

import msgspec
import pytest

from services.demo.play import Played
from services.demo.proof import faults
from shared.client import Accepted, Item

EVENTS = ({"type": "played", "card": "c4"},)
LOG = (Item(1), Item(2, seat=0, events=EVENTS), Item(3, seat=1), Item(4, seat=0, events=EVENTS))
ANSWERED = Played("g", 0, [Accepted("x", 2, EVENTS), Accepted("y", 4, EVENTS)])


def test_a_log_that_is_what_was_answered_has_no_faults() -> None:
    assert faults(ANSWERED, LOG) == []


@pytest.mark.parametrize(
    ("log", "said"),
    [
        pytest.param(LOG[:3], "which is missing", id="lost"),
        pytest.param((*LOG, Item(5, seat=0, events=EVENTS)), "3 stand in the log", id="doubled"),
        pytest.param((*LOG[:3], Item(4, seat=0)), "something else stands", id="other events"),
        pytest.param((*LOG[:3], Item(4, seat=1, events=EVENTS)), "something else stands", id="another seat"),
        pytest.param((*LOG[:2], LOG[3]), "gaps", id="gap"),
    ],
)
def test_a_log_that_differs_is_told(log: tuple[Item, ...], said: str) -> None:
    assert [fault for fault in faults(ANSWERED, log) if said in fault]


def test_two_commands_answered_with_one_version_are_told() -> None:
    once = msgspec.structs.replace(ANSWERED, accepted=[ANSWERED.accepted[0], Accepted("y", 2, EVENTS)])
    assert "two commands were answered with one version" in faults(once, LOG)
