"""A simulated month: nobody is told twice, or what they see, or at night; nobody is left without a word."""

import os
from collections import Counter

import pytest

from services.notify.notice import Kind
from services.notify.plan import SEEN_MS, SETTLE_MS, TURNS_TAG
from shared.api.notices.words import Happening
from tests.notify.month import BEGIN, DAY_MS, Month

PEOPLE, TABLES = (
    int(os.environ.get("PATERNOSTER_MONTH_PEOPLE", "30")),
    int(os.environ.get("PATERNOSTER_MONTH_TABLES", "40")),
)


@pytest.fixture(scope="module")
def month() -> Month:
    return Month(7, PEOPLE, TABLES).run()


def test_every_notice_is_told_once(month: Month) -> None:
    told = Counter((account, notice.id) for _, account, notice in month.told)
    assert told.most_common(1)[0][1] == 1
    print(
        f"\n{PEOPLE} people, {TABLES} games, {month.played} turns ({month.timed_out} timed out): {dict(month.counts)}"
    )


def test_no_turn_is_news_twice(month: Month) -> None:
    news = Counter(
        (account, notice.about[0].game, notice.about[0].version)
        for _, account, notice in month.told
        if notice.happening is Happening.YOUR_TURN and notice.kind is Kind.TELL
    )
    assert news.most_common(1)[0][1] == 1


def test_every_turn_is_played_or_told_by_the_end_of_quiet_hours(month: Month) -> None:
    told: dict[tuple[str, str, int], list[int]] = {}
    for at, account, notice in month.told:
        if notice.happening is Happening.YOUR_TURN and notice.kind is Kind.TELL:
            for one in notice.about:
                told.setdefault((account, one.game, one.version), []).append(at)
    for account, game, version, since, until in month.turns:
        quiet = month.players[account].quiet
        late = SETTLE_MS + SEEN_MS + 1000
        free = quiet.until(since + late) or since + late
        watched = any(seen for seen in month.players[account].looks_at if seen == game)
        assert (account, game, version) in told or until <= free or watched, (account, game, version)


def test_reminders_come_in_their_order_and_before_the_time_is_up(month: Month) -> None:
    for at, _, notice in month.told:
        if notice.happening in (Happening.REMINDER, Happening.LAST_REMINDER) and notice.kind is Kind.TELL:
            assert all(one.due is not None and at < one.due for one in notice.about)


def test_what_stands_on_a_phone_in_the_end_is_what_waits(month: Month) -> None:
    """What moved within the last moments is still settling."""
    now = BEGIN + month.days * DAY_MS
    for account, player in month.players.items():
        shown = player.shown.get(TURNS_TAG)
        waits = {game for (who, game), (since, _) in month.waiting.items() if who == account}
        settling = any(at > now - 60_000 for who, _, _, _, at in month.turns if who == account)
        named = {one.game for one in shown.about} if shown else set()
        assert settling or named <= waits, account


def test_a_month_has_every_kind_of_notice_that_games_give(month: Month) -> None:
    for happening in (
        Happening.YOUR_TURN,
        Happening.STARTED,
        Happening.ENDED,
        Happening.REMINDER,
        Happening.LAST_REMINDER,
    ):
        assert month.counts[happening] > 0, month.counts
    assert month.counts["withdrawn (withdraw)"] > 0
