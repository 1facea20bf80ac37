"""A day's tickets through the matcher's rule: how long people wait and how far apart they are put.

`PATERNOSTER_TICKETS=20000` for another number; `-s` shows the figures.
"""

import os
from collections.abc import Iterator
from itertools import combinations
from math import inf
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

import pytest

from services.lobby.matching.groups import Group, groups
from services.lobby.matching.quality import LIVE, POINTS, Known
from services.lobby.matching.ticket import Bots, Ticket, Wish, made
from tests.lobby.matching.people import LIVE_PACE, START

TICKETS = int(os.environ.get("PATERNOSTER_TICKETS", "2000"))
PER_S = 2.0
"""How many come."""
ROUND_MS = 1000
KINDS = {"floor": ((3,), (4,), (3, 4)), "eddie": ((2,), (2, 3, 4)), "elevators": ((2,), (2, 3))}
BOTS_AFTER_MS = 20_000


class Played(NamedTuple):
    at: int
    group: Group

    def waits(self) -> Iterator[int]:
        return (self.at - ticket.made_at for ticket in self.group.tickets)

    def spread(self, known: Known) -> float:
        points = [known.strengths[ticket.id][self.group.players] for ticket in self.group.tickets]
        return max(points) - min(points)


def _tickets(random: Random) -> tuple[list[Ticket], Known]:
    """Ratings as newcomers' are spread; one in twenty pairs of people who come close together is blocked."""
    tickets: list[Ticket] = []
    strengths: dict[str, dict[int, float]] = {}
    blocked: set[frozenset[str]] = set()
    at = START
    for number in range(TICKETS):
        at += int(random.expovariate(PER_S) * 1000)
        kind = random.choice(list(KINDS))
        bots = Bots(BOTS_AFTER_MS, "normal") if random.random() < 0.3 else None
        wants = Wish(kind, {}, random.choice(KINDS[kind]), LIVE_PACE, live=True, rated=True, bots=bots)
        tickets.append(made(f"t_{number:06}", f"a_{number}", wants, at))
        points = random.gauss(25, 25 / 3) * POINTS
        strengths[tickets[-1].id] = dict.fromkeys(range(2, 6), points)
        blocked |= {
            frozenset((f"a_{number}", f"a_{other}"))
            for other in range(max(0, number - 60), number)
            if random.random() < 0.05
        }
    return tickets, Known(strengths, frozenset(blocked))


class Day(NamedTuple):
    played: list[Played]
    left: list[Ticket]
    known: Known
    ended_at: int


@pytest.fixture(scope="module")
def day() -> Day:
    coming, known = _tickets(Random(1))
    waiting: list[Ticket] = []
    played: list[Played] = []
    now, last = START, coming[-1].made_at + LIVE.anybody_ms
    while now < last:
        now += ROUND_MS
        while coming and coming[0].made_at <= now:
            waiting.append(coming.pop(0))
        found = groups(waiting, known, now)
        played += (Played(now, group) for group in found)
        placed = {ticket.id for group in found for ticket in group.tickets}
        waiting = [ticket for ticket in waiting if ticket.id not in placed]
        _starves_nobody(waiting, known, now)
    return Day(played, waiting, known, now)


def _starves_nobody(left: list[Ticket], known: Known, now: int) -> None:
    """Nobody who takes anybody is left over beside enough others who may all meet."""
    for old in (ticket for ticket in left if LIVE.accepts(now - ticket.made_at) == inf):
        for players in old.wish.players:
            others = [
                one for one in left if one is not old and one.pool == old.pool and players in one.wish.players
            ]
            for some in combinations(others, players - 1):
                assert not all(known.may_meet(*pair) for pair in combinations((old, *some), 2)), old


def test_figures_of_a_day(day: Day, capsys: pytest.CaptureFixture[str]) -> None:
    waits = [wait / 1000 for one in day.played for wait in one.waits()]
    spreads = [one.spread(day.known) for one in day.played if len(one.group.tickets) > 1]
    bots = sum(len(one.group.tickets) < one.group.players for one in day.played)
    with capsys.disabled():
        print(
            f"\n{TICKETS} tickets, {PER_S}/s: {len(day.played)} games, {bots} with bots, {len(day.left)} left over; "
            f"waited {median(waits):.0f} s (median), {quantiles(waits, n=20)[-1]:.0f} s (95 %), {max(waits):.0f} s "
            f"(longest); apart {median(spreads):.0f} points (median), {quantiles(spreads, n=20)[-1]:.0f} (95 %)"
        )
    assert len(waits) + len(day.left) == TICKETS


def test_no_two_who_blocked_each_other_meet(day: Day) -> None:
    for one in day.played:
        accounts = [ticket.account for ticket in one.group.tickets]
        assert not any(frozenset(pair) in day.known.blocked for pair in combinations(accounts, 2))


def test_nobody_waits_for_bots_longer_than_the_ticket_says(day: Day) -> None:
    longest = max(
        wait
        for one in day.played
        for ticket, wait in zip(one.group.tickets, one.waits(), strict=True)
        if ticket.wish.bots
    )
    assert longest <= BOTS_AFTER_MS + ROUND_MS
    assert not [one for one in day.left if one.wish.bots and day.ended_at - one.made_at > BOTS_AFTER_MS]


def test_whoever_is_put_further_apart_than_at_first_has_waited(day: Day) -> None:
    for one in day.played:
        points = [day.known.strengths[ticket.id][one.group.players] for ticket in one.group.tickets]
        furthest = max(abs(points[0] - other) for other in points)
        assert furthest <= LIVE.accepts(max(one.waits()))
