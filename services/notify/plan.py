"""Judges what a player is told now. Pure: what is known and a clock in, notices and the next moment to look out.

Rules: a change settles for two seconds first; who looks at a game is not told of it; all turns that wait are one
message, replaced when another comes and withdrawn when none is left; nothing loud in quiet hours or of a muted game; each
thing once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from msgspec.structs import replace

from services.notify.notice import About, Kind, Notice
from services.notify.reminding import HOUR_MS, Stage, stages
from services.notify.standing import (
    DAY_MS,
    Known,
    Standing,
    Thing,
    next_pruning,
    pruned,
    with_game,
    with_thing,
)
from shared.api.notices.quiet import Quiet, next_time
from shared.api.notices.words import Happening
from shared.api.presence import HELD_MS

SETTLE_MS = 2000
SEEN_MS = HELD_MS + 1000
"""Whoever is still looking after so long has seen it; before, it may be an app that was closed a moment ago."""
OLD_MS = 10 * 60_000
"""The start of a game that was begun longer ago is no news."""
LONG_WAIT_MS = 12 * 3_600_000
DIGEST_MINUTES = 9 * 60

TURNS_TAG, CLOCK_TAG = "turns", "clock"
SILENT = {TURNS_TAG: Happening.YOUR_TURN, CLOCK_TAG: Happening.REMINDER}
"""What the messages are about that are put right in silence."""


class Listener(NamedTuple):
    """What a player wants to hear, and sees anyhow."""

    wanted: frozenset[Happening] = frozenset(Happening)
    quiet: Quiet = Quiet()
    muted: frozenset[str] = frozenset()
    looking: frozenset[str] = frozenset()
    """Games."""


class Plan(NamedTuple):
    standing: Standing
    notices: tuple[Notice, ...] = ()
    next_at: int | None = None


def unsaid(standing: Standing, quiet: Quiet, now: int) -> list[str]:
    """Games that may be told of now, whose logs should be read again first."""
    return [
        game
        for game, known in standing.games.items()
        if (known.waits and known.told != known.turn)
        or not known.told_start
        or (known.ended and not known.told_end)
        or known.away != known.told_away
        or any(stage.at <= now for stage in stages(known, quiet))
    ]


def plan(standing: Standing, listener: Listener, now: int) -> Plan:
    """Everything that is due by now; what is held back comes up again at `next_at`."""
    planning = Planning(pruned(standing, now), listener, now)
    planning.turns()
    planning.reminders()
    planning.withdrawals()
    for game in planning.standing.games:
        planning.game(game)
    for thing in planning.standing.things:
        planning.thing(thing)
    planning.digest()
    if (pruning := next_pruning(planning.standing)) is not None:
        planning.wakes.append(pruning)
    return Plan(planning.standing, tuple(planning.notices), min(planning.wakes, default=None))


@dataclass
class Planning:
    standing: Standing
    listener: Listener
    now: int
    notices: list[Notice] = field(default_factory=list[Notice])
    wakes: list[int] = field(default_factory=list[int])

    def turns(self) -> None:
        """One message of all turns that wait, when there is a new one among them."""
        fresh = [game for game, known in self._games() if self._is_news(game, known)]
        if not fresh:
            return
        waiting = [game for game, known in self._games() if known.waits and known.shown == known.turn]
        named = sorted(fresh, key=lambda game: -self._known(game).since) + waiting
        self._tell(Happening.YOUR_TURN, TURNS_TAG, f"{named[0]}:{self._known(named[0]).turn}", named)
        for game in fresh:
            known = self._known(game)
            reminded = max(known.reminded, self._passed(known))
            self._set(game, told=known.turn, shown=known.turn, told_start=True)
            self._remind(game, reminded)

    def _is_news(self, game: str, known: Known) -> bool:
        """Whether a turn is to be told now; one that is not and never will be is noted as told."""
        if not known.waits or known.told == known.turn:
            return False
        if game in self.listener.muted or Happening.YOUR_TURN not in self.listener.wanted:
            self._set(game, told=known.turn)
            return False
        if not self._settled(known.since):
            return False
        if game in self.listener.looking:
            return self._watched(game, known)
        return not self._held()

    def _watched(self, game: str, known: Known) -> bool:
        if known.looked and self.now >= known.looked + SEEN_MS:
            self._set(game, told=known.turn, told_start=True)
        else:
            looked = known.looked or self.now
            self._set(game, looked=looked)
            self.wakes.append(looked + SEEN_MS)
        return False

    def reminders(self) -> None:
        """At most one message for each way of reminding, of all turns that it is time for.

        A deadline that has moved far, by leave or since we were away, calls again for what is ahead of it.
        """
        due: dict[Happening, list[str]] = {Happening.LAST_REMINDER: [], Happening.REMINDER: []}
        for game, known in self._games():
            if known.reminded and (known.due or 0) >= known.reminded_due + HOUR_MS:
                self._remind(game, self._passed(known))
        for game, known in self._games():
            ahead = [stage for stage in self._stages(known) if stage.number > known.reminded]
            passed = [stage for stage in ahead if stage.at <= self.now]
            self.wakes.extend(stage.at for stage in ahead if stage.at > self.now)
            if passed and known.told == known.turn and self._may_remind(game, known, passed[-1]):
                due[passed[-1].happening].append(game)
        for happening, games in due.items():
            if games:
                games.sort(key=lambda game: self._known(game).due or 0)
                known = self._known(games[0])
                name = f"{games[0]}:{known.turn}:{known.reminded}:{known.due}"
                self._tell(happening, CLOCK_TAG, name, games)

    def _may_remind(self, game: str, known: Known, stage: Stage) -> bool:
        """Notes that the turn is through this stage, unless it is held back until quiet hours end."""
        wanted = stage.happening in self.listener.wanted and game not in self.listener.muted
        unseen = game not in self.listener.looking and (known.due or 0) > self.now
        if wanted and unseen and self._held():
            return False
        told = wanted and unseen
        self._set(game, rung=known.turn if told else known.rung)
        self._remind(game, stage.number)
        return told

    def _remind(self, game: str, stage: int) -> None:
        """Notes that the turn is through that stage of the deadline that it has now."""
        self._set(game, reminded=stage, reminded_due=self._known(game).due or 0)

    def _passed(self, known: Known) -> int:
        """The last stage whose moment has come."""
        return max((stage.number for stage in self._stages(known) if stage.at <= self.now), default=0)

    def withdrawals(self) -> None:
        """What a message on the devices says of a turn that is over is put right in silence, also in quiet hours."""
        self._withdraw("shown", TURNS_TAG)
        self._withdraw("rung", CLOCK_TAG)

    def _withdraw(self, slot: Literal["shown", "rung"], tag: str) -> None:
        named = {game: known for game, known in self._games() if getattr(known, slot)}
        over = [game for game, known in named.items() if getattr(known, slot) != known.turn]
        left = [game for game in named if game not in over]
        for game in over:
            self._set(game, **{slot: 0})
        if not over or any(notice.tag == tag for notice in self.notices):
            return
        last = max(over, key=lambda game: named[game].version)
        name = f"{tag}:{last}:{named[last].version}"
        if left:
            self._silent(Kind.UPDATE, tag, name, left)
        else:
            self._silent(Kind.WITHDRAW, tag, name, over)

    def game(self, game: str) -> None:
        """A game's start, its end, and who has left it."""
        known = self._known(game)
        if not known.told_start and self._settled(known.at if not known.began else known.began):
            news = not known.ended and not known.waits and known.began > self.now - OLD_MS
            if self._once(game, Happening.STARTED, f"game:{game}", known, news=news):
                self._set(game, told_start=True)
        known = self._known(game)
        if known.ended and not known.told_end and self._settled(known.at):
            if self._once(game, Happening.ENDED, f"game:{game}", known, news=True):
                self._set(game, told_end=True, told_start=True)
        elif known.away != known.told_away and not known.ended and self._settled(known.at):
            news = any(seat not in known.told_away for seat in known.away)
            if self._once(game, Happening.AWAY, f"away:{game}", known, news=news):
                self._set(game, told_away=known.away)

    def _once(self, game: str, happening: Happening, tag: str, known: Known, *, news: bool) -> bool:
        """Tells it if somebody wants to hear it and does not see it. `False` while it is held back."""
        if (
            news
            and happening in self.listener.wanted
            and game not in self.listener.muted | self.listener.looking
        ):
            if self._held():
                return False
            self._tell(happening, tag, f"{game}:{known.version}", [game])
        return True

    def thing(self, id: str) -> None:
        """Tells what is no game once, and takes the message away when it concerns the player no more."""
        thing = self.standing.things[id]
        if not thing.open or (thing.until is not None and thing.until <= self.now):
            if thing.shown:
                self._silent(Kind.WITHDRAW, id, f"{id}:{thing.version}", [])
            self._set_thing(id, told=True, shown=False)
        elif not thing.told and self._settled(thing.at):
            wanted = thing.happening in self.listener.wanted
            if wanted and self._held():
                return
            if wanted:
                self._tell_thing(id, thing)
            self._set_thing(id, told=True, shown=wanted)

    def _tell_thing(self, id: str, thing: Thing) -> None:
        self._add(
            Notice(
                id=f"{thing.happening}:{id}:{thing.version}", kind=Kind.TELL, tag=id, at=self.now,
                happening=thing.happening, code=thing.code, params=thing.params, until=thing.until,
            )
        )  # fmt: skip

    def digest(self) -> None:
        """Once a day, in the morning: the games that have waited for long."""
        if Happening.DIGEST not in self.listener.wanted:
            return
        zone, last = self.listener.quiet.zone, self.standing.digest_at
        waiting = [game for game, known in self._games() if known.waits and game not in self.listener.muted]
        if not last:
            self.standing = replace(self.standing, digest_at=self.now)
        elif next_time(max(last, self.now - DAY_MS), DIGEST_MINUTES, zone) <= self.now:
            long = [game for game in waiting if self._known(game).since <= self.now - LONG_WAIT_MS]
            if long and self._held():
                return
            self.standing = replace(self.standing, digest_at=self.now)
            if long:
                long.sort(key=lambda game: self._known(game).due or self._known(game).since + 365 * DAY_MS)
                name = f"{next_time(self.now, DIGEST_MINUTES, zone)}:{long[0]}"
                self._tell(Happening.DIGEST, "digest", name, long)
        if waiting:
            self.wakes.append(next_time(self.now, DIGEST_MINUTES, zone))

    def _settled(self, since: int) -> bool:
        """Whether a change is old enough to be told; else it comes up when it is."""
        if since + SETTLE_MS <= self.now:
            return True
        self.wakes.append(min(since, self.now) + SETTLE_MS)
        return False

    def _held(self) -> bool:
        """Whether it is quiet now; what is held back comes up when it is not."""
        until = self.listener.quiet.until(self.now)
        if until is not None:
            self.wakes.append(until)
        return until is not None

    def _tell(self, happening: Happening, tag: str, name: str, games: list[str]) -> None:
        self._add(
            Notice(
                id=f"{happening}:{name}", kind=Kind.TELL, tag=tag, at=self.now, happening=happening,
                about=self._about(games), until=self._until(happening, games), trace=self._known(games[0]).trace,
            )
        )  # fmt: skip

    def _until(self, happening: Happening, games: list[str]) -> int | None:
        """The last of the deadlines: a message of several games is of use as long as one of them waits."""
        deadlines = [due for game in games if (due := self._known(game).due)]
        if happening is Happening.ENDED or len(deadlines) < len(games):
            return None
        return max(deadlines)

    def _silent(self, kind: Kind, tag: str, name: str, games: list[str]) -> None:
        about = self._about(games)
        self._add(
            Notice(
                id=f"{kind}:{name}", kind=kind, tag=tag, at=self.now, happening=SILENT.get(tag), about=about
            )
        )

    def _add(self, notice: Notice) -> None:
        self.notices.append(replace(notice, badge=sum(known.waits for _, known in self._games())))

    def _about(self, games: list[str]) -> tuple[About, ...]:
        found = [(game, self._known(game)) for game in games]
        return tuple(
            About(game, known.turn or known.version, known.due, known.clock) for game, known in found
        )

    def _stages(self, known: Known) -> tuple[Stage, ...]:
        return stages(known, self.listener.quiet)

    def _games(self) -> Iterator[tuple[str, Known]]:
        return iter(tuple(self.standing.games.items()))

    def _known(self, game: str) -> Known:
        return self.standing.games[game]

    def _set(self, game: str, **changes: object) -> None:
        self.standing = with_game(self.standing, game, replace(self._known(game), **changes))

    def _set_thing(self, id: str, **changes: object) -> None:
        self.standing = with_thing(self.standing, id, replace(self.standing.things[id], **changes))
