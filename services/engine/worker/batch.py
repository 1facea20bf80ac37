"""Judges a batch of one partition's commands and gathers everything that changes into one commit."""

from collections.abc import Mapping

import msgspec
import structlog

from services.engine.worker.judge import Arrived, Held, give_back, judge
from services.engine.worker.judging import Judging
from shared.log.commands import Answer, LiveMessage, Reply, WasAway, encode
from shared.log.commit import GameAppend, Plan
from shared.log.feed import feed_item
from shared.log.keys import Keys

log = structlog.get_logger()

PARKED = "game-parked"

ACCEPTED_MS = 120_000
"""How long an acceptance is kept under its key, for a caller that missed it; afterwards its log tells it for ever."""
REFUSED_MS = 24 * 3600 * 1000
"""How long the same command gets the same refusal."""


class Batch:
    """One partition's part of a cycle. `games` holds every game that its commands name."""

    def __init__(
        self,
        keys: Keys,
        games: Mapping[str, Held | None],
        answered: Mapping[tuple[str, str], Answer],
    ) -> None:
        self._keys = keys
        self._games = dict(games)
        self._answered = dict(answered)
        self._appends: dict[str, GameAppend] = {}
        self._timers: dict[str, dict[str, int]] = {}
        self._replies: dict[str, list[Reply]] = {}
        self.plan = Plan()
        self.parked: dict[str, str] = {}
        self.timers_set: dict[str, dict[str, int]] = {}
        """Timers of each game that moved on, for the clock that waits for them."""
        self.refused = False
        """The server did not carry the commit out."""
        self.moved_at = 0
        """When the last command or game that it took had arrived or moved, in ms."""
        self.outcomes: dict[tuple[str, str], int] = {}
        """How many commands ended how, by kind of game."""
        self._judging = Judging(keys.partition)
        self.started: list[str] = []
        self.ended: list[str] = []
        """Kinds of games."""

    def take(self, stream_id: bytes, arrived: Arrived | None) -> None:
        """Judges one command; the same id was perhaps answered before. Bytes that are no command (`None`) just go."""
        self.plan.done.append(stream_id)
        if arrived is None:
            self._count("", "unreadable")
            log.error("not-a-command", partition=self._keys.partition)
            return
        self.moved_at = arrived.at
        sent = arrived.sent
        judging = self._judging.begin(sent) if sent.trace else None
        answer, entry = self._answered.get((sent.game, sent.id)), None
        if answer is None:
            answer, entry = self._judge(arrived)
            self._answered[sent.game, sent.id] = answer
            if answer.reason != PARKED:
                kept_ms = ACCEPTED_MS if answer.reason is None else REFUSED_MS
                kept = encode(msgspec.structs.replace(answer, seat=sent.seat))
                fresh = entry is not None or answer.reason is not None
                self.plan.answers.append((self._keys.answer(sent.game, sent.id), kept, kept_ms, fresh))
        outcome = _outcome(answer, entry)
        self._count(self._kind(sent.game), outcome)
        if judging is not None:
            judging.set_attributes({"version": answer.version, "outcome": outcome})
        if sent.reply_to and not (sent.follows and entry is not None):
            self._replies.setdefault(sent.reply_to, []).append(Reply(sent.game, answer, entry))

    def give_back(self, game: str, away: WasAway) -> None:
        """Gives a game the time back that we were away."""
        held = self._games.get(game)
        if held is None:
            return
        self._timers.setdefault(game, held.game.timers)
        before = held.game.version
        try:
            entry = give_back(held, away)
        except Exception as cause:  # as with a command
            self.park(game, cause, Answer("", before, PARKED))
            return
        if entry is not None:
            self.moved_at = held.game.updated_at
            self._appends[game] = GameAppend(game, before, [entry])

    def _judge(self, arrived: Arrived) -> tuple[Answer, bytes | None]:
        sent = arrived.sent
        held = self._games.get(sent.game)
        if held is None:
            return Answer(sent.id, 0, PARKED), None
        self._timers.setdefault(sent.game, held.game.timers)
        before = held.game.version
        try:
            answer, entry = judge(held, arrived)
        except Exception as cause:  # broken is ours: this game stops, all others go on
            return self.park(sent.game, cause, Answer(sent.id, before, PARKED)), None
        if entry is not None:
            self._appends.setdefault(sent.game, GameAppend(sent.game, before)).entries.append(entry)
        return answer, entry

    def settled(self) -> None:
        """The commit was carried out, or not: what was traced of it is over."""
        self._judging.end(refused=self.refused)

    def _count(self, kind: str, outcome: str) -> None:
        self.outcomes[kind, outcome] = self.outcomes.get((kind, outcome), 0) + 1

    def _kind(self, game: str) -> str:
        held = self._games.get(game)
        return held.game.opening.kind if held is not None and held.game.version else ""

    def park(self, game: str, cause: Exception, answer: Answer) -> Answer:
        """Sets a game aside that cannot go on, and tells whoever watches the logs."""
        log.error("game-parked", game=game, cause=type(cause).__name__, where=_where(cause))
        self.parked[game] = type(cause).__name__
        self._games[game] = None
        self.plan.parked.append((game, f"{type(cause).__name__} at version {answer.version + 1}"))
        return answer

    def finish(self) -> Plan:
        """The commit; call once, after the last `take`."""
        for game, append in self._appends.items():
            self.plan.games.append(append)
            message = LiveMessage(append.last + 1, tuple(append.entries))
            self.plan.messages.append((self._keys.live(game), encode(message)))
            if (held := self._games[game]) is not None:
                self._settle(held, append)
        for channel, replies in self._replies.items():
            self.plan.messages.append((channel, encode(replies)))
        return self.plan

    def _settle(self, held: Held, append: GameAppend) -> None:
        """What follows from a game having moved on: timers, feed, and its secret at the start and the end."""
        game = held.game
        before, now = self._timers[game.id], game.timers
        self.plan.due += [(f"{game.id} {key}", None) for key in before if key not in now]
        self.plan.due += [(f"{game.id} {key}", due) for key, due in now.items() if before.get(key) != due]
        self.timers_set[game.id] = now
        self.plan.feed.append(encode(feed_item(game, self._judging.of(game.id))))
        if game.outcome is not None:
            self.plan.secrets.append((self._keys.secret(game.id), None))
            self.plan.running.append((game.id, None))
            self.ended.append(game.opening.kind)
        elif append.last == 0:
            self.plan.secrets.append((self._keys.secret(game.id), held.secret))
            self.plan.running.append((game.id, game.updated_at))
            self.started.append(game.opening.kind)


def _outcome(answer: Answer, entry: bytes | None) -> str:
    if answer.reason is not None:
        return "parked" if answer.reason == PARKED else answer.reason
    return "repeated" if entry is None else "accepted"


def _where(cause: Exception) -> str:
    """File and line of a failure; its text may name cards, so it stays out of the logs."""
    trace = cause.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (
        "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
    )
