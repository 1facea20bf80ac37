"""What is pending: which seats' thoughts are due when. Pure; times are milliseconds on the caller's clock.

A seat that was asked stays, to be asked again: Celery may have lost the task, or the engine refused the
command. Asking twice is harmless: both tasks choose the same command under the same id.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from types import MappingProxyType

import msgspec

from shared.games.kinds import KINDS
from shared.log.commands import FeedItem

AGAIN_MS = 3000
AGAIN_AT_MOST_MS = 60_000


class Charge(msgspec.Struct, frozen=True):
    """The account of a bot whose seat is ours to see to."""

    bot: str
    answers: bool = True
    """Its webhook is called; else a built-in bot plays for it."""


Delay = Callable[[FeedItem, int, int, Charge | None], int]
"""How long a seat's bot takes, in ms, given the game's `Pace.bot_ms`; an account's, where it has a charge."""


class Thought(msgspec.Struct, frozen=True):
    game: str
    version: int
    """The newest that was known when it came due."""
    seat: int
    trace: str | None = None
    """The context of what woke it."""
    called: str | None = None
    """The bot's account that is called for it; a built-in bot thinks where there is none."""


@dataclass(slots=True)
class Turn:
    """A seat that is to think."""

    at: int
    asked: int = 0
    """How often it was enqueued since."""


@dataclass(slots=True)
class Known:
    """A running game as the feed told it last."""

    version: int
    awaited: tuple[int, ...] = ()
    trace: str | None = None
    turns: dict[int, Turn] = field(default_factory=dict[int, Turn])
    charges: Mapping[int, Charge] = field(default_factory=dict[int, Charge])


def realtime(kind: str) -> bool:
    return kind in KINDS and KINDS[kind].realtime


def thinking(item: FeedItem, charges: Mapping[int, Charge]) -> list[int]:
    """Seats whose bots think after this change; without turns all of them, for a bot may call a mistake."""
    seats = dict.fromkeys((*item.bots, *charges))
    return [seat for seat in seats if realtime(item.kind) or seat in item.awaited]


def again_ms(asked: int) -> int:
    """
    >>> [again_ms(asked) for asked in (1, 2, 3, 10)]
    [3000, 6000, 12000, 60000]
    """
    return min(AGAIN_MS * 2 ** (min(asked, 10) - 1), AGAIN_AT_MOST_MS)


class Thoughts:
    def __init__(self, delay: Delay) -> None:
        self._delay = delay
        self._games: dict[str, Known] = {}
        self._order: list[tuple[int, str, int]] = []
        """A heap of due time, game and seat. What was replaced stays in until it comes up."""

    def note(
        self, item: FeedItem, bot_ms: int, now: int, charges: Mapping[int, Charge] = MappingProxyType({})
    ) -> None:
        """Takes a change; one that is not newer than what is known changes nothing."""
        known = self._games.get(item.game, Known(0))
        if item.ended:
            self._games.pop(item.game, None)
        elif item.version > known.version:
            started = known.turns if realtime(item.kind) else {}
            self._games[item.game] = Known(item.version, item.awaited, item.trace, charges=charges)
            for seat in thinking(item, charges):
                delay = self._delay(item, seat, bot_ms, charges.get(seat))
                self._begin(item, seat, started.get(seat), now + delay)

    def _begin(self, item: FeedItem, seat: int, started: Turn | None, at: int) -> None:
        """A reaction that has begun goes on: changes meanwhile must not keep a bot from ever acting."""
        if started is not None and started.asked == 0:
            self._games[item.game].turns[seat] = started
        else:
            self._set(item.game, seat, Turn(at))

    def _set(self, game: str, seat: int, turn: Turn) -> None:
        self._games[game].turns[seat] = turn
        heappush(self._order, (turn.at, game, seat))

    def due(self, now: int) -> list[Thought]:
        """Takes what is due. Awaited seats come up again, later each time, until their game changes."""
        found: list[Thought] = []
        while self._order and self._order[0][0] <= now:
            at, game, seat = heappop(self._order)
            known = self._games.get(game)
            turn = known.turns.get(seat) if known else None
            if known and turn and turn.at == at:
                charge = known.charges.get(seat)
                found.append(Thought(game, known.version, seat, known.trace, charge and charge.bot))
                self._asked(game, known, seat, now)
        return found

    def _asked(self, game: str, known: Known, seat: int, now: int) -> None:
        turn = known.turns.pop(seat)
        if seat in known.awaited:
            asked = turn.asked + 1
            self._set(game, seat, Turn(now + again_ms(asked), asked))

    def put_back(self, thoughts: Iterable[Thought], at: int) -> None:
        """Thoughts that could not be enqueued come due again, unless their game has changed since."""
        for thought in thoughts:
            known = self._games.get(thought.game)
            if known and known.version == thought.version:
                self._set(thought.game, thought.seat, Turn(at))

    def next_at(self) -> int | None:
        """When something may be due."""
        return self._order[0][0] if self._order else None

    def version(self, game: str) -> int:
        """0 for a game that is not known."""
        known = self._games.get(game)
        return known.version if known else 0

    def games(self) -> frozenset[str]:
        return frozenset(self._games)

    def pending(self) -> int:
        """Turns that will come up, as long as nothing changes."""
        return len(self._order)

    def forget(self, game: str) -> None:
        self._games.pop(game, None)
