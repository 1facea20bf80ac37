"""The notifier on the month's clock: reads feeds, looks at logs again, plans. Its own functions judge all of it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from services.notify.notice import Notice
from services.notify.plan import SETTLE_MS, plan, unsaid
from services.notify.standing import Standing, decode, encode, note_game
from shared.log.commands import FeedItem, decode_feed
from shared.log.commands import encode as encode_item
from shared.log.entry import decode_entry
from shared.log.feed import feed_item
from tests.notify.month.clock import Clock, Outages, Stamp
from tests.notify.month.person import Person
from tests.notify.month.table import Table

LAGS_MS = (*range(0, 300, 20), 6000)
"""How long items lie in the feed; now and then longer than a change takes to settle."""
LAG_MS = max(LAGS_MS)
UNSAVED = 20
"""Items that were read before the cursor was last saved: whoever comes back reads them again."""


class Told(NamedTuple):
    when: Stamp
    account: str
    notice: Notice


class Notifier:
    def __init__(
        self,
        clock: Clock,
        rng: Random,
        people: Mapping[str, Person],
        tables: Mapping[str, Table],
        away: Outages,
    ) -> None:
        self.clock, self.rng, self.people, self.tables, self.away = clock, rng, people, tables, away
        self.told: list[Told] = []
        self._unread: list[FeedItem] = []
        self._read: list[FeedItem] = []
        for _, until in away.spans:
            clock.at(until, self._comes_back)

    def feed(self, table: Table) -> None:
        self._unread.append(decode_feed(encode_item(feed_item(table.game))))
        self.clock.at(self.clock.now + self.rng.choice(LAGS_MS), self._reads)

    def _reads(self) -> None:
        if not self.away.until(self.clock.now):
            items, self._unread = self._unread, []
            self._note(items)
            if self.rng.random() < 0.1:  # another notifier that is behind
                self._note(self._read)
            self._read = [*self._read, *items][-UNSAVED:]

    def _comes_back(self) -> None:
        self._unread = [*self._read, *self._unread]
        self._reads()

    def _note(self, items: Sequence[FeedItem]) -> None:
        """Each game's newest only, as `Feed.read` gives them."""
        for item in {item.game: item for item in items}.values():
            for account in filter(None, item.players):
                self._note_for(self.people[account], item)

    def _note_for(self, person: Person, item: FeedItem) -> None:
        before = decode(person.stored)
        after = note_game(before, item, person.name, self.clock.now)
        if after is not before:
            person.stored = encode(after)
            self._wakes(person, self.clock.now + SETTLE_MS)

    def _wakes(self, person: Person, at: int) -> None:
        if person.wakes_at is None or at < person.wakes_at:
            person.wakes_at = at
            self.clock.at(at, self._sees_to, person, at)

    def _sees_to(self, person: Person, at: int) -> None:
        now = self.clock.now
        if person.wakes_at != at:
            return
        if until := self.away.until(now):
            self.clock.at(until, self._sees_to, person, at)
            return
        standing = self._looked(decode(person.stored), person, now)
        planned = plan(standing, person.listener(unsaid(standing, person.quiet, now), now), now)
        person.stored, person.wakes_at = encode(planned.standing), None
        if planned.next_at is not None:
            assert planned.next_at > now, "it would never come to rest"
            self._wakes(person, planned.next_at)
        for notice in planned.notices:
            self.told.append(Told(self.clock.stamp(), person.name, notice))
            person.hears(notice)

    def _looked(self, standing: Standing, person: Person, now: int) -> Standing:
        """The games that may be told of, from their logs as they are now."""
        for id in unsaid(standing, person.quiet, now):
            table = self.tables[id]
            began = decode_entry(table.log[0]).at
            standing = note_game(standing, feed_item(table.game), person.name, now, began=began)
        return standing
