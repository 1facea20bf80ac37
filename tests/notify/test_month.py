"""A simulated month of real games: what players are told is held against what the games' logs say.

`PATERNOSTER_MONTH_PEOPLE=200 PATERNOSTER_MONTH_TABLES=300` is the whole size. Prints what was done and told.
"""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import pytest

from services.notify.notice import About, Kind, Notice
from services.notify.plan import SEEN_MS, SETTLE_MS, TURNS_TAG
from shared.api.notices.words import Happening
from shared.log.seats import BotSatIn, GameStopped, SeatConceded, ServiceAway, TurnMissed
from tests.notify.month.clock import HOUR, MINUTE
from tests.notify.month.logbook import Book, Line, Span, Turn, read
from tests.notify.month.month import Month
from tests.notify.month.notifier import LAG_MS, Told
from tests.notify.month.person import Person

PEOPLE, TABLES = (
    int(os.environ.get("PATERNOSTER_MONTH_PEOPLE", "24")),
    int(os.environ.get("PATERNOSTER_MONTH_TABLES", "30")),
)
REMINDERS = (Happening.REMINDER, Happening.LAST_REMINDER)
WAITING = (Happening.YOUR_TURN, *REMINDERS, Happening.DIGEST)
"""Tell of turns that wait."""
LATE_MS = SETTLE_MS + SEEN_MS + LAG_MS + 1000


class Records:
    """A month that is over, its logs, and its loud notices."""

    def __init__(self, month: Month) -> None:
        self.month = month
        self.books = read(month.tables.values())
        self.told = [told for told in month.notifier.told if told.notice.kind is Kind.TELL]

    def named(self, *happenings: Happening) -> Iterator[tuple[Told, About]]:
        for told in self.told:
            if told.notice.happening in happenings:
                for one in told.notice.about:
                    yield told, one

    def line(self, told: Told, game: str) -> Line:
        """A game as it was when it was told of."""
        return self.books[game].at(told.when)

    def latest_due(self, account: str, game: str, first: Told, again: Told) -> int:
        """The latest deadline that the log had said between two notices of a turn."""
        lines = self.books[game].lines
        stood = lines[self.line(first, game).version - 1 : self.line(again, game).version]
        return max(line.turns[account].due or 0 for line in stood if account in line.turns)

    def spans(self) -> Iterator[Span]:
        for book in self.books.values():
            yield from book.spans()

    def person(self, account: str) -> Person:
        return self.month.people[account]

    def free_after(self, account: str, moment: int) -> int:
        """The next moment at which somebody can be told."""
        while True:
            back = self.month.away.until(moment)
            woken = self.person(account).quiet.until(moment)
            if back is None and woken is None:
                return moment
            moment = max((back and back + LATE_MS) or 0, woken or 0)

    @cached_property
    def heard(self) -> dict[tuple[str, str], list[tuple[int, Happening, int | None]]]:
        """Moment, what and which turn, by account and game."""
        found: dict[tuple[str, str], list[tuple[int, Happening, int | None]]] = {}
        for told, one in self.named(*Happening):
            what = told.notice.happening
            assert what is not None
            found.setdefault((told.account, one.game), []).append((told.when.at, what, one.clock))
        return found

    def heard_of(self, span: Span, *happenings: Happening) -> list[int]:
        return [
            at
            for at, what, clock in self.heard.get((span.account, span.game), [])
            if clock == span.clock and what in happenings and span.since <= at <= span.until(self.month.ends)
        ]


@pytest.fixture(scope="module")
def records() -> Records:
    return Records(Month(7, PEOPLE, TABLES).run())


def test_a_month_has_every_kind_of_notice_that_games_give(
    records: Records, capsys: pytest.CaptureFixture[str]
) -> None:
    done, told = records.month.counts()
    with capsys.disabled():
        print(f"\n{PEOPLE} people, {len(records.month.tables)} games")
        print(
            "\n".join(f"{count:7} {what}" for found in (done, told) for what, count in sorted(found.items()))
        )
    games = set(Happening) - {Happening.INVITATION, Happening.ROUND}
    assert all(told[happening] for happening in games)
    assert told["withdrawn (withdraw)"]
    assert all(done[what] for what in ("commands while we were away", "leaves", "hand-overs", "came back"))


def test_every_notice_is_told_once(records: Records) -> None:
    told = Counter((told.account, told.notice.id) for told in records.month.notifier.told)
    assert told.most_common(1)[0][1] == 1


def test_no_turn_is_news_twice(records: Records) -> None:
    news = Counter(
        (told.account, one.game, one.version)
        for told in records.told
        if told.notice.happening is Happening.YOUR_TURN
        for one in told.notice.about[:1]
    )
    assert news.most_common(1)[0][1] == 1


def test_a_start_and_an_end_are_told_once(records: Records) -> None:
    named = records.named(Happening.STARTED, Happening.ENDED)
    told = Counter((told.account, one.game, told.notice.happening) for told, one in named)
    assert told.most_common(1)[0][1] == 1


@pytest.mark.parametrize(("happening", "times"), [(Happening.REMINDER, 2), (Happening.LAST_REMINDER, 1)])
def test_a_turn_is_reminded_of_anew_only_when_its_deadline_has_moved_far(
    records: Records, happening: Happening, times: int
) -> None:
    reminded: dict[tuple[str, str, int], list[Told]] = {}
    for told, one in records.named(happening):
        reminded.setdefault((told.account, one.game, one.version), []).append(told)
    for (account, game, _), told in reminded.items():
        for first, again in pairwise(told[::times]):
            assert records.latest_due(account, game, first, again) >= _due(first, game) + HOUR


def _due(told: Told, game: str) -> int:
    return next(one.due for one in told.notice.about if one.game == game and one.due is not None)


def test_a_turn_told_of_is_a_turn_that_stands_in_the_games_log(records: Records) -> None:
    for told, one in records.named(*WAITING):
        turn = records.line(told, one.game).turns.get(told.account)
        assert turn == Turn(one.clock or 0, one.due), told
        since = records.books[one.game].lines[one.version - 1]
        assert since.turns[told.account].clock == one.clock


def test_nothing_is_asked_of_a_player_whose_seat_a_bot_holds(records: Records) -> None:
    for told, one in records.named(*WAITING):
        assert told.account not in records.line(told, one.game).held, told


def test_nobody_is_told_loudly_while_the_clock_on_their_wall_says_quiet(records: Records) -> None:
    for told in records.told:
        assert not records.person(told.account).sleeps(told.when.at), told


def test_nobody_is_told_of_a_game_that_they_look_at_or_have_muted(records: Records) -> None:
    for told in records.told:
        person, at = records.person(told.account), told.when.at
        for one in _news(told.notice):
            assert one.game not in person.muted, told
            assert not person.sees(one.game, at, at), told


def _news(notice: Notice) -> tuple[About, ...]:
    """What a message of turns was sent for; it names the others too that wait."""
    return notice.about[:1] if notice.tag == TURNS_TAG else notice.about


def test_every_turn_is_played_or_told_or_seen(records: Records) -> None:
    for span in records.spans():
        person = records.person(span.account)
        if span.game in person.muted:
            continue
        free, until = records.free_after(span.account, span.since + LATE_MS), span.until(records.month.ends)
        seen = person.sees(span.game, span.since, until)
        assert until <= free or seen or records.heard_of(span, Happening.YOUR_TURN), (span.account, span.game)


def test_no_time_runs_out_without_a_last_word(records: Records) -> None:
    """Unless they look at the game, or there was no moment at which they could be told."""
    for span in records.spans():
        person = records.person(span.account)
        if (
            span.over is None
            or span.due is None
            or span.over.entry.at < span.due
            or span.game in person.muted
        ):
            continue
        since = min(_last_word(person, span.due), span.due - HOUR)
        down = any(begin < span.due and end + LATE_MS > since for begin, end in records.month.away.spans)
        late = records.free_after(span.account, span.due_since + LATE_MS) >= span.due
        words = [at for at in records.heard_of(span, Happening.YOUR_TURN, *REMINDERS) if at >= since]
        seen = person.sees(span.game, since, span.due)
        assert words or down or late or seen, (span.account, span.game, span.due)


def _last_word(person: Person, due: int) -> int:
    """One hour before the end, or before the night that would swallow it."""
    return person.quiet.shifted(due - HOUR, due) - MINUTE


def test_reminders_come_before_the_time_is_up(records: Records) -> None:
    for told, one in records.named(*REMINDERS):
        assert one.due is not None
        assert told.when.at < one.due


def test_an_end_is_told_once_to_each_player_who_has_not_seen_it(records: Records) -> None:
    for book in records.books.values():
        for account in book.players:
            person = records.person(account)
            ends = [
                at for at, what, _ in records.heard.get((account, book.game), []) if what is Happening.ENDED
            ]
            if book.end is None:
                assert not ends
                continue
            ended = book.end.committed.at
            free = records.free_after(account, ended + LATE_MS)
            excused = (
                book.game in person.muted or person.sees(book.game, ended, free) or free > records.month.ends
            )
            assert len(ends) == 1 or (excused and not ends), (account, book.game)
            assert all(ended < at <= free for at in ends)


def test_an_end_is_told_to_nobody_else(records: Records) -> None:
    for told, one in records.named(Happening.STARTED, Happening.ENDED, Happening.AWAY):
        assert told.account in records.books[one.game].players


def test_somebody_who_is_told_to_be_away_is_away(records: Records) -> None:
    for told, one in records.named(Happening.AWAY):
        line = records.line(told, one.game)
        assert not line.ended
        assert line.held - {told.account}, told


def test_whoever_stays_away_is_told_of(records: Records) -> None:
    for book in records.books.values():
        for account, since, until in _absences(book, records.month.ends):
            for other in set(book.players) - {account}:
                person, free = records.person(other), records.free_after(other, since + LATE_MS)
                told = [
                    at for at, what, _ in records.heard.get((other, book.game), [])
                    if what is Happening.AWAY and since <= at <= free
                ]  # fmt: skip
                unwanted = book.game in person.muted or Happening.AWAY not in person.wanted
                assert told or unwanted or until <= free or person.sees(book.game, since, free)


def _absences(book: Book, ends: int) -> Iterator[tuple[str, int, int]]:
    """Account, since when and until when a bot held its seat while the game ran."""
    for account in book.players:
        since: int | None = None
        for line in book.lines:
            away = account in line.held and not line.ended
            if away and since is None:
                since = line.committed.at
            elif not away and since is not None:
                yield account, since, line.committed.at
                since = None
        if since is not None:
            yield account, since, ends


def test_what_stands_on_a_phone_in_the_end_is_what_waits(records: Records) -> None:
    """What moved within the last moments is still settling."""
    ends = records.month.ends
    for account, person in records.month.people.items():
        mine = [book for book in records.books.values() if account in book.players]
        waits = {book.game for book in mine if account in book.lines[-1].turns}
        settling = any(book.lines[-1].committed.at > ends - MINUTE for book in mine)
        shown = person.shown.get(TURNS_TAG)
        named = {one.game for one in shown.about} if shown else set[str]()
        assert settling or named <= waits or records.month.away.until(ends - 1), account


def test_every_turn_is_played_in_time_or_runs_out_at_its_deadline(records: Records) -> None:
    """Time while we were away is nobody's."""
    for span in records.spans():
        assert span.due is not None
        assert span.until(records.month.ends) <= span.due, span
        if span.over is not None and span.over.entry.at == span.due:
            assert isinstance(span.over.events[0], (BotSatIn, TurnMissed, SeatConceded, GameStopped))


def test_time_that_we_were_away_is_given_back_to_every_turn(records: Records) -> None:
    for book in records.books.values():
        for before, after in pairwise(book.lines):
            away = sum(event.ms for event in after.events if isinstance(event, ServiceAway))
            for account, turn in before.turns.items():
                assert not away or after.turns[account].due == (turn.due or 0) + away


def test_no_game_stalls(records: Records) -> None:
    for table in records.month.tables.values():
        folded, timers = table.told_again(), table.game.timers
        assert (folded.timers, folded.outcome) == (timers, table.game.outcome)
        if table.runs:
            awaits_bot = any(table.game.bot_at(seat) for seat in table.game.awaited())
            assert awaits_bot or min(timers.values()) >= records.month.ends, table.id
