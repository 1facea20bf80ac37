"""One game without turns in memory, on a clock of its own: bots react as late as the dispatcher lets them."""

import random
from collections.abc import Sequence
from typing import Any

from services.bots.arena.match import setup_of
from services.bots.choosing import PATIENCE_MS
from services.bots.dispatcher.delays import Delays
from services.bots.dispatcher.thoughts import Thoughts
from services.bots.policies import POLICIES
from services.bots.policies.moves import Move
from shared.games.kinds import KINDS
from shared.games.rules import AnyRules, Command, Outcome, Rejected, Seat, TimeOut
from shared.log.commands import FeedItem
from shared.log.fair import Draws, draw_key

BOT_MS = 500
"""The API's own value: reactions are not hurried."""
GAME = "g_arena"


def play(kind: str, levels: Sequence[str], seed: int) -> Outcome:
    """Equal seeds give equal deals, whoever plays."""
    return _Table(kind, levels, seed).play()


class _Table:
    def __init__(self, kind: str, levels: Sequence[str], seed: int) -> None:
        self._rules: AnyRules = KINDS[kind]
        self._levels = dict(enumerate(levels))
        self._key = draw_key(seed.to_bytes(32, "big"), GAME, [""] * len(levels))
        self._rng = random.Random(f"{seed}:{levels}")  # noqa: S311 - has to repeat itself
        self._thoughts = Thoughts(Delays(self._rng))
        self._chance = Draws(self._key, 0)
        self._draws = self._now = self._moved_at = self._version = 0
        self._due: dict[str, int] = {}
        self._state: Any = self._rules.initial(setup_of(kind, len(levels)))
        self._take(self._rules.open(self._state, self._chance))

    def play(self) -> Outcome:
        while (outcome := self._rules.outcome(self._state)) is None:
            timer = min(self._due, key=self._due.__getitem__, default=None)
            thought_at = self._thoughts.next_at()
            if timer is not None and (thought_at is None or self._due[timer] <= thought_at):
                self._now = max(self._now, self._due[timer])
                self._do(None, TimeOut(timer))
            elif thought_at is None:
                raise RuntimeError("nobody plays any more")
            else:
                self._now = max(self._now, thought_at)
                for thought in self._thoughts.due(self._now):
                    self._think(Seat(thought.seat))
        return outcome

    def _think(self, seat: Seat) -> None:
        rules, state = self._rules, self._state
        legal = rules.legal(state, seat)
        moves = tuple(Move(command, rules.preview(state, seat, command)) for command in legal)
        choose = POLICIES[rules.kind]
        wish = choose(self._levels[seat], seat, rules.view(state, seat), moves, self._rng) if moves else None
        waits = rules.clock(state, seat) is None or self._now - self._moved_at < PATIENCE_MS
        if wish is not None or (legal and not waits):
            self._do(seat, wish or legal[0])

    def _do(self, seat: Seat | None, command: Command | TimeOut) -> None:
        self._chance = Draws(self._key, self._draws)
        try:
            events = self._rules.decide(self._state, seat, command, self._chance)
        except Rejected:
            return  # somebody was faster
        self._take(events)

    def _take(self, events: Sequence[Any]) -> None:
        self._draws += len(self._chance.made)
        for event in events:
            self._state = self._rules.evolve(self._state, event)
        self._version, self._moved_at = self._version + 1, self._now
        timers = self._rules.timers(self._state)
        self._due = {timer.key: self._due.get(timer.key, self._now + timer.delay_ms) for timer in timers}
        awaited = [seat for seat in self._levels if self._rules.clock(self._state, Seat(seat)) is not None]
        ended = self._rules.outcome(self._state) is not None
        item = FeedItem(
            GAME, self._rules.kind, self._version, tuple(awaited), self._levels, (None,) * len(self._levels),
            ended,
        )  # fmt: skip
        self._thoughts.note(item, BOT_MS, self._now)
