"""A month of games by days on one clock: real games in, notices out, the services away at times."""

from collections import Counter
from random import Random

from services.notify.notice import Kind, Notice
from tests.notify.month.clock import BEGIN, DAY, Clock, Outages, drawn_spans
from tests.notify.month.notifier import Notifier
from tests.notify.month.person import somebody
from tests.notify.month.play import Play
from tests.notify.month.table import Table


class Month:
    def __init__(self, seed: int, people: int, tables: int, days: int = 30) -> None:
        rng, self.clock, self.ends = Random(seed), Clock(), BEGIN + days * DAY
        ids = [f"g_{n}" for n in range(tables)]
        self.people = {name: somebody(rng, name, ids, days) for name in (f"a_{n}" for n in range(people))}
        engine_away = Outages(drawn_spans(rng, days))
        self.away = Outages([*engine_away.spans, *drawn_spans(rng, days)])
        """When the notifier is away: whenever the engine is, and at times by itself."""
        self.play = Play(self.clock, rng, self.people, engine_away, self._tell)
        self.notifier = Notifier(self.clock, rng, self.people, self.play.tables, self.away)
        for id in ids:
            self.play.expect(id, days)

    def _tell(self, table: Table) -> None:
        self.notifier.feed(table)

    def run(self) -> "Month":
        self.clock.run(self.ends)
        return self

    @property
    def tables(self) -> dict[str, Table]:
        return self.play.tables

    def counts(self) -> tuple[Counter[str], Counter[str]]:
        """What was done, and what was told."""
        done = self.play.counts + Counter(
            f"game {table.game.chairs.ended or ('still runs' if table.runs else 'finished')}"
            for table in self.tables.values()
        )
        return done, Counter(_named(told.notice) for told in self.notifier.told)


def _named(notice: Notice) -> str:
    return notice.what if notice.kind is Kind.TELL else f"{notice.what} ({notice.kind})"
