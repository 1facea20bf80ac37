"""Who plays with whom: tickets and what is known of people in, groups out. Pure, and the same for the same.

Whoever has waited longest chooses first: the nearest of those who fit, for the most players that are welcome. Two fit
when their misfit is no more than the mean of what the two put up with. Whoever has waited for the whole curve takes
anybody, so such a ticket is left over only when there are not enough others whom it may meet.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from math import inf
from typing import NamedTuple

from services.lobby.matching.line import Line
from services.lobby.matching.quality import Known, curve_of
from services.lobby.matching.ticket import Ticket

NEAREST = 24
"""How many of those who fit are considered."""
STEPS = 20_000
"""How many combinations are tried around people who have blocked each other, for one who takes anybody."""


class Group(NamedTuple):
    players: int
    tickets: tuple[Ticket, ...]
    """Who has waited longest comes first. Fewer than players where bots fill up."""


def groups(tickets: Iterable[Ticket], known: Known, now: int) -> tuple[Group, ...]:
    """No ticket is in two groups, nor is a person in two live ones."""
    waiting = _Waiting(tickets, known, now)
    return tuple(found for ticket in waiting.by_age if (found := waiting.serve(ticket)))


class _Waiting:
    def __init__(self, tickets: Iterable[Ticket], known: Known, now: int) -> None:
        self._known = known
        self._now = now
        self.by_age = sorted(tickets, key=lambda ticket: (ticket.made_at, ticket.id))
        self._here = {ticket.id: ticket for ticket in self.by_age}
        self._of: dict[str, list[Ticket]] = {}
        strengths: dict[tuple[str, int], dict[str, float]] = {}
        for ticket in self.by_age:
            self._of.setdefault(ticket.account, []).append(ticket)
            for players in ticket.wish.players:
                place = strengths.setdefault((ticket.pool, players), {})
                place[ticket.id] = known.strengths.get(ticket.id, {}).get(players, 0.0)
        self._lines = {pool: Line(strength) for pool, strength in strengths.items()}

    def serve(self, ticket: Ticket) -> Group | None:
        if ticket.id not in self._here:
            return None
        found = next(self._possible(ticket), None)
        if found:
            self._take(found)
        return found

    def _possible(self, ticket: Ticket) -> Iterator[Group]:
        """Best first."""
        for players in self._sizes(ticket):
            if found := self._people(ticket, players, players - 1):
                yield Group(players, found)
        if self._takes_bots(ticket):
            for others in range(ticket.wish.players[-1] - 2, -1, -1):
                for players in ticket.wish.players:
                    if others < players - 1 and (found := self._people(ticket, players, others, bots=True)):
                        yield Group(players, found)

    def _sizes(self, ticket: Ticket) -> Sequence[int]:
        welcome = ticket.wish.players[::-1]
        return welcome if self._waited(ticket) >= curve_of(ticket.wish).smaller_ms else welcome[:1]

    def _people(
        self, ticket: Ticket, players: int, others: int, *, bots: bool = False
    ) -> tuple[Ticket, ...] | None:
        """The ticket and so many others who fit and may all meet each other."""
        if not others:
            return (ticket,)
        fitting = (other for other in self._fitting(ticket, players) if not bots or self._takes_bots(other))
        nearest = list(islice(fitting, NEAREST))
        found = _together((ticket,), nearest, others, self._known, _Steps())
        if found is None and self._accepts(ticket) == inf:
            return _together((ticket,), [*nearest, *fitting], others, self._known, _Steps())
        return found

    def _fitting(self, ticket: Ticket, players: int) -> Iterator[Ticket]:
        """The least misfit first."""
        accepts = self._accepts(ticket)
        better: list[tuple[float, int, Ticket]] = []
        for number, (gap, id) in enumerate(self._lines[ticket.pool, players].near(ticket.id)):
            while better and better[0][0] <= gap:
                yield heappop(better)[2]
            if gap > accepts:
                break
            other = self._here[id]
            misfit = gap + self._known.apart(ticket, other)
            if misfit <= self._put_up(accepts, other):
                heappush(better, (misfit, number, other))
        yield from (other for *_, other in sorted(better))

    def _put_up(self, accepts: float, other: Ticket) -> float:
        return inf if accepts == inf else (accepts + self._accepts(other)) / 2

    def _accepts(self, ticket: Ticket) -> float:
        return curve_of(ticket.wish).accepts(self._waited(ticket))

    def _waited(self, ticket: Ticket) -> int:
        return self._now - ticket.made_at

    def _takes_bots(self, ticket: Ticket) -> bool:
        return ticket.wish.bots is not None and self._waited(ticket) >= ticket.wish.bots.after_ms

    def _take(self, group: Group) -> None:
        for ticket in group.tickets:
            self._remove(ticket)
            if ticket.wish.live:
                for other in self._of[ticket.account]:
                    if other.wish.live:
                        self._remove(other)

    def _remove(self, ticket: Ticket) -> None:
        if self._here.pop(ticket.id, None):
            for players in ticket.wish.players:
                self._lines[ticket.pool, players].remove(ticket.id)


class _Steps:
    """Counts down."""

    def __init__(self) -> None:
        self.left = STEPS


def _together(
    chosen: tuple[Ticket, ...], able: Sequence[Ticket], wanted: int, known: Known, steps: _Steps
) -> tuple[Ticket, ...] | None:
    """So many of these, as far to the front as possible, who may all meet each other and those chosen."""
    if not wanted:
        return chosen
    for place, other in enumerate(able[: len(able) - wanted + 1]):
        steps.left -= 1
        if steps.left < 0:
            return None
        if all(known.may_meet(one, other) for one in chosen):
            found = _together((*chosen, other), able[place + 1 :], wanted - 1, known, steps)
            if found:
                return found
    return None
