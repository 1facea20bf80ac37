"""Figures have labels that cannot grow, and no label can hold anybody's id."""

import pytest
from prometheus_client import REGISTRY

from shared.watch.figures import OTHER, Among, Count, Level, Slugs, looked_up, written
from tests.watch.catalogue import figures

LISTED = {
    "paternoster_archive_broken_logs": {},
    "paternoster_batch_commands": {},
    "paternoster_bot_queue_seconds": {"kind": 4, "level": 5},
    "paternoster_bot_thinking_seconds": {"kind": 4, "level": 5},
    "paternoster_bot_thoughts": {"outcome": 5},
    "paternoster_bot_calls": {"result": 9},
    "paternoster_commands": {"kind": 4, "outcome": "slugs"},
    "paternoster_commands_unanswered": {"why": 3},
    "paternoster_commits_refused": {"cause": 5},
    "paternoster_connections": {"transport": 5},
    "paternoster_duty_failures": {"duty": "slugs"},
    "paternoster_duty_last_success_timestamp_seconds": {"duty": "slugs"},
    "paternoster_feed_lag_seconds": {"reader": 5},
    "paternoster_games_ended": {"kind": 4},
    "paternoster_games_started": {"kind": 4},
    "paternoster_http_requests": {"method": 8, "route": "routes", "status": "statuses"},
    "paternoster_http_seconds": {"method": 8, "route": "routes"},
    "paternoster_limit_refusals": {"limit": "limits"},
    "paternoster_notice_seconds": {"channel": 6},
    "paternoster_notices": {"channel": 6, "kind": 6, "result": 7},
    "paternoster_queue_tasks": {"queue": 3},
    "paternoster_running_games": {"kind": 4},
    "paternoster_unjudged_age_seconds": {"partition": 65},
    "paternoster_unjudged_commands": {"partition": 65},
}
"""Labels of every figure that has some, and how many values each may have, `other` among them."""

IDS = ("g_01HZX3", "a_0", "pn_secret", "/v1/games/g_01HZX3", "Ann", "b.girl", "c4", "123456")


def test_every_label_is_listed_with_its_size() -> None:
    labelled = {name for name, figure in figures().items() if figure.labels}
    assert labelled == {name for name, labels in LISTED.items() if labels}
    for name in labelled:
        assert figures()[name].labels.keys() == LISTED[name].keys(), name
        for label, bound in figures()[name].labels.items():
            size = LISTED[name][label]
            assert not isinstance(size, int) or (isinstance(bound, Among) and len(bound.values) == size), (
                name,
                label,
            )


@pytest.mark.parametrize("id", IDS)
def test_no_id_name_or_card_gets_into_a_label(id: str) -> None:
    for name, figure in figures().items():
        for label, bound in figure.labels.items():
            assert bound.bounded(id) == OTHER, (name, label)


def test_every_label_stops_growing() -> None:
    words = [
        f"{first}-{second}" for first in "abcdefghijklmnopqrstuvwxyz" for second in "abcdefghijklmnopqrst"
    ]
    for figure in figures().values():
        for bound in figure.labels.values():
            bound = Slugs() if isinstance(bound, Slugs) else bound
            assert len({bound.bounded(word) for word in words}) <= 201


def test_what_is_not_in_the_list_is_counted_as_other() -> None:
    count = Count("test_letters", "Of a test", letter=Among("ab"))
    for letter in "abxy":
        count.add(letter)
    found = {
        letter: REGISTRY.get_sample_value("paternoster_test_letters_total", {"letter": letter})
        for letter in "abx"
    }
    assert found == {"a": 1, "b": 1, "x": None}
    assert REGISTRY.get_sample_value("paternoster_test_letters_total", {"letter": OTHER}) == 2


def test_figures_from_elsewhere_are_looked_up_at_every_scrape() -> None:
    level, looks = Level("test_looks", "Of a test"), iter((1, 2))
    with looked_up(lambda: level.set(to=next(looks))):
        assert b"paternoster_test_looks 1.0" in written()
        assert b"paternoster_test_looks 2.0" in written()
    level.forget()
    assert b"paternoster_test_looks NaN" in written()
