"""The tables and what their people and bots do: early, late, never; leaving, coming back, agreeing on ends."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from shared.log.chairs import Why
from shared.log.seatcommands import Agree, Decline, HandOver, OfferEnd, Resign, TakeSeatBack
from tests.notify.month.clock import BEGIN, DAY, HOUR, MINUTE, Clock, Outages
from tests.notify.month.person import Person, glance
from tests.notify.month.table import Table


class Play:
    """`tell` is called once for each commit of a table. Commands that come while the engine is away wait for it."""

    def __init__(
        self,
        clock: Clock,
        rng: Random,
        people: Mapping[str, Person],
        away: Outages,
        tell: Callable[[Table], None],
    ) -> None:
        self.clock, self.rng, self.people, self.away, self.tell = clock, rng, people, away, tell
        self.tables: dict[str, Table] = {}
        self.counts: Counter[str] = Counter()
        self._queue: list[tuple[int, Table, Callable[[Table], object]]] = []
        for since, until in away.spans:
            clock.at(until, self._back, since, until)

    def expect(self, id: str, days: int) -> None:
        """A table that will be opened in the first third of the month, and perhaps stopped by the staff later."""
        begins = BEGIN + self.rng.randrange(days * DAY // 3)
        self.clock.at(begins, self._opened, id)
        if self.rng.random() < 0.05:
            self.clock.at(begins + self.rng.randrange(4 * DAY), self._stopped, id)

    def _opened(self, id: str) -> None:
        if until := self.away.until(self.clock.now):
            self.clock.at(until, self._opened, id)
            return
        names = self.rng.sample(sorted(self.people), self.rng.choice((1, 2, 3)))
        table = self.tables[id] = Table(self.rng, id, names, self.clock.now)
        self._committed(table)

    def _stopped(self, id: str) -> None:
        if table := self.tables.get(id):
            self._send(table, lambda table: self._count("stopped by the staff", table.is_stopped()))

    def _count(self, what: str, reason: str | None) -> None:
        self.counts[what if reason is None else f"{what}: {reason}"] += 1

    def _send(self, table: Table, do: Callable[[Table], object]) -> None:
        if self.away.until(self.clock.now):
            self._queue.append((self.clock.now, table, do))
            self.counts["commands while we were away"] += 1
        else:
            table.at = self.clock.now
            do(table)
            self._committed(table)

    def _back(self, since: int, until: int) -> None:
        """Time is given back before anything is judged that waited."""
        for table in self.tables.values():
            table.gives_back(since, until)
        for at, table, do in self._queue:
            table.at = at
            do(table)
        self._queue.clear()
        self.counts["we were away"] += 1
        for table in self.tables.values():
            self._committed(table)

    def _committed(self, table: Table) -> None:
        new = len(table.log) - len(table.committed)
        if not new:
            return
        table.committed += [self.clock.stamp()] * new
        self.tell(table)
        self._follow(table)

    def _follow(self, table: Table) -> None:
        """What happens next by itself, by bots, and by people who now know that it is up to them."""
        game, now = table.game, self.clock.now
        for key, due in game.timers.items():
            if table.armed.get(key) != due:
                table.armed[key] = due
                self.clock.at(due, self._runs_out, table, key, due)
        turns = {seat: turn for seat in game.seats if (turn := game.clock(seat)) is not None and table.runs}
        mine = {seat: turn for seat, turn in turns.items() if game.bot_at(seat) is None}
        for seat in turns.keys() - mine.keys():
            busy = self.rng.choice((0,) * 9 + (20_000,))
            self.clock.at(now + game.opening.pace.bot_ms + busy, self._bot_moves, table, seat, game.version)
        for seat, turn in mine.items():
            if table.thinking.get(seat) != turn:
                self._thinks(table, seat, turn)
        table.thinking = mine
        self._hears_offer(table)

    def _hears_offer(self, table: Table) -> None:
        offer = table.game.chairs.offer
        if offer is None or offer.version == table.offered or not table.runs:
            return
        table.offered = offer.version
        for seat in table.game.chairs.asked(offer.seat):
            if self._is_there(table, seat):
                self._later(self.rng.randrange(10 * HOUR), self._answers, table, seat, offer.version)

    def _later(self, ms: int, do: Callable[..., None], *about: object) -> None:
        self.clock.at(self.clock.now + ms, do, *about)

    def _is_there(self, table: Table, seat: int) -> bool:
        return self.people[table.names[seat]].is_there(self.clock.now)

    def _runs_out(self, table: Table, key: str, due: int) -> None:
        """Only who is at work notices."""
        if until := self.away.until(self.clock.now):
            self.clock.at(until, self._runs_out, table, key, due)
        elif table.game.timers.get(key) == due:
            self._send(table, lambda table: self._count("time ran out", table.runs_out(key)))

    def _bot_moves(self, table: Table, seat: int, version: int) -> None:
        if until := self.away.until(self.clock.now):
            self.clock.at(until, self._bot_moves, table, seat, version)
        elif table.game.version == version:
            self._send(table, lambda table: self._count("bots' moves", table.bot_moves(seat)))

    def _thinks(self, table: Table, seat: int, turn: int) -> None:
        """How long is drawn when the turn comes; some look at the game before they play, or without playing."""
        whole = table.game.opening.pace.turn_ms or DAY
        longest = self.rng.choice((500, MINUTE, 5 * HOUR, whole * 0.9, whole * 2))
        if table.brisk and self.rng.random() < 0.8:
            longest = HOUR
        after = round(longest * self.rng.uniform(0.5, 1))
        if self._is_there(table, seat):
            self._looks(self.people[table.names[seat]], table.id, after)
        self._later(after, self._acts, table, seat, turn)
        if after > whole:
            self._later(after + self.rng.randrange(2 * DAY), self._returns, table, seat)

    def _looks(self, person: Person, game: str, after: int) -> None:
        """At once, or before they play, or before they go to sleep."""
        before = max(after - self.rng.randrange(MINUTE), 0)
        bedtime = person.goes_to_sleep(self.clock.now) - MINUTE - self.rng.randrange(MINUTE) - self.clock.now
        wait = self.rng.choice((0, before, bedtime, None, None))
        if wait is not None and wait >= 0:
            person.looks.append(glance(self.rng, game, self.clock.now + wait))

    def _acts(self, table: Table, seat: int, turn: int) -> None:
        if not table.waits_for(seat, turn) or not self._is_there(table, seat):
            return
        chance = self.rng.random()
        if chance < 0.02:
            self._send(table, lambda table: self._count("hand-overs", table.wishes(seat, HandOver())))
            self._later(self.rng.randrange(2 * DAY), self._returns, table, seat)
        elif chance < 0.025:
            self._send(table, lambda table: self._count("resigned", table.wishes(seat, Resign())))
        elif chance < 0.04:
            self._send(table, lambda table: self._count("offers to end", table.wishes(seat, OfferEnd())))
            self._later(self.rng.randrange(HOUR), self._acts, table, seat, turn)
        elif chance < 0.06:
            self._takes_leave(table.names[seat])
            self._later(self.rng.randrange(4 * DAY), self._acts, table, seat, turn)
        else:
            self._send(table, lambda table: self._moves(table, seat, turn))

    def _moves(self, table: Table, seat: int, turn: int) -> None:
        if table.waits_for(seat, turn):
            self._count("players' moves", table.moves(seat))

    def _returns(self, table: Table, seat: int) -> None:
        """Takes the seat back, or plays on where that alone is not allowed."""
        sitting = table.game.chairs.sitting_in.get(seat)
        if table.runs and sitting and sitting.why is not Why.CONCEDED and self._is_there(table, seat):
            self._send(table, lambda table: self._takes_back(table, seat))

    def _takes_back(self, table: Table, seat: int) -> None:
        reason = table.wishes(seat, TakeSeatBack())
        if reason == "turn-timed-out":
            reason = table.moves(seat)
        self._count("came back", reason)

    def _answers(self, table: Table, seat: int, version: int) -> None:
        answer = self.rng.choice((Agree, Agree, Decline))
        self._send(table, lambda table: self._count("answers to offers", table.wishes(seat, answer(version))))

    def _takes_leave(self, name: str) -> None:
        until = self.clock.now + self.rng.choice((1, 4)) * DAY
        self._on_leave(name, until)
        if self.rng.random() < 0.3:
            self._later(self.rng.randrange(DAY), self._on_leave, name, 0)

    def _on_leave(self, name: str, until: int) -> None:
        """`until` a moment that has passed: the leave is given up."""
        for table in self.tables.values():
            if table.runs and name in table.names:
                seat = table.names.index(name)
                self._send(table, lambda table, seat=seat: self._count("leaves", table.leave(seat, until)))
