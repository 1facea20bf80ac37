"""A month of async games on a clock of its own: feed items in, notices out, through the planner's pure core only.

Games are turns that go round; who plays when is drawn. What a player is told is held against what happened.
"""

from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random

from services.notify.notice import Kind, Notice
from services.notify.plan import SETTLE_MS, TURNS_TAG, Listener, plan
from services.notify.standing import NOTHING, Standing, note_game
from shared.api.notices.quiet import Quiet, QuietHours
from shared.log.commands import FeedItem

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
BEGIN = 1_900_000_000_000
TURNS_A_GAME = 60
ZONES = ("UTC", "Asia/Tokyo", "America/New_York", "Europe/Paris", "Australia/Lord_Howe", "Asia/Kolkata")


@dataclass
class Player:
    account: str
    quiet: Quiet
    standing: Standing = NOTHING
    wakes_at: int | None = None
    looks_at: dict[str, int] = field(default_factory=dict[str, int])
    """Games, and until when the player looks at them."""
    shown: dict[str, Notice] = field(default_factory=dict[str, Notice])
    """Messages on the player's phone by tag, as they replace and withdraw each other."""


@dataclass
class Table:
    id: str
    players: tuple[str, ...]
    turn_ms: int
    version: int = 0
    seat: int = 0
    due: int = 0
    ended: bool = False


@dataclass
class Month:
    """`told` is every notice by account, with its moment."""

    seed: int
    people: int
    tables: int
    days: int = 30
    told: list[tuple[int, str, Notice]] = field(default_factory=list[tuple[int, str, Notice]])
    counts: Counter[str] = field(default_factory=Counter[str])
    timed_out: int = 0
    played: int = 0

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.players = {name: self._player(name) for name in (f"a_{n}" for n in range(self.people))}
        self.games = [self._table(n) for n in range(self.tables)]
        self.events: list[tuple[int, int, str, str]] = []
        """A heap of moment, order, what and who."""
        self.order = 0
        self.turns: list[tuple[str, str, int, int, int]] = []
        """Account, game, version, since, until."""
        self.waiting: dict[tuple[str, str], tuple[int, int]] = {}
        for game in self.games:
            self._at(BEGIN + self.rng.randrange(10 * DAY_MS), "move", game.id)
        self.by_id = {game.id: game for game in self.games}

    def _player(self, name: str) -> Player:
        begin, length = self.rng.randrange(24), self.rng.choice((0, 6, 8, 10))
        hours = QuietHours(f"{begin:02}:00", f"{(begin + length) % 24:02}:30") if length else None
        return Player(name, Quiet(hours, self.rng.choice(ZONES)))

    def _table(self, n: int) -> Table:
        seats = tuple(self.rng.sample(sorted(self.players), self.rng.choice((2, 3, 4))))
        return Table(f"g_{n}", seats, self.rng.choice((1, 2, 3, 7)) * DAY_MS)

    def _at(self, moment: int, what: str, who: str) -> None:
        self.order += 1
        heappush(self.events, (moment, self.order, what, who))

    def run(self) -> "Month":
        until = BEGIN + self.days * DAY_MS
        while self.events and self.events[0][0] < until:
            now, _, what, who = heappop(self.events)
            if what == "move":
                self._move(self.by_id[who], now)
            elif what == "look":
                account, game = who.split()
                self.players[account].looks_at[game] = now + self.rng.randrange(1000, 90_000)
            else:
                self._wake(self.players[who], now)
        return self

    def _move(self, game: Table, now: int) -> None:
        """The seat that is awaited has played, or its time ran out; the next one will do so some time later."""
        if game.version and game.due == now:
            self.timed_out += 1
        self.played += 1
        if game.version:
            account = game.players[game.seat]
            since, version = self.waiting.pop((account, game.id))
            self.turns.append((account, game.id, version, since, now))
            game.seat = (game.seat + 1) % len(game.players)
        game.version += self.rng.choice((1, 1, 1, 2))
        game.due = now + game.turn_ms
        game.ended = game.version >= TURNS_A_GAME
        if not game.ended:
            self.waiting[game.players[game.seat], game.id] = now, game.version
            self._next_move(game, now)
        self._tell(game, now)

    def _next_move(self, game: Table, now: int) -> None:
        account = game.players[game.seat]
        longest = self.rng.choice((500, 60_000, 5 * HOUR_MS, game.turn_ms * 0.9, game.turn_ms * 2))
        after = round(longest * self.rng.uniform(0.5, 1))
        at = min(now + after, game.due)
        if self.rng.random() < 0.4:
            self._at(max(now + 1, at - self.rng.randrange(1, 60_000)), "look", f"{account} {game.id}")
        self._at(at, "move", game.id)

    def _tell(self, game: Table, now: int) -> None:
        item = FeedItem(
            game.id, "floor", game.version, () if game.ended else (game.seat,), {}, game.players, game.ended,
            {} if game.ended else {game.seat: game.due}, now, turns={} if game.ended else {game.seat: game.version},
        )  # fmt: skip
        for account in game.players:
            player = self.players[account]
            for _ in range(self.rng.choice((1, 1, 2))):  # told twice is told once
                player.standing = note_game(
                    player.standing, item, account, now, began=now if game.version < 3 else 1
                )
            self._wakes(player, now + SETTLE_MS)

    def _wakes(self, player: Player, at: int) -> None:
        if player.wakes_at is None or at < player.wakes_at:
            player.wakes_at = at
            self._at(at, "wake", player.account)

    def _wake(self, player: Player, now: int) -> None:
        if player.wakes_at != now:
            return
        looking = frozenset(game for game, until in player.looks_at.items() if until >= now)
        planned = plan(player.standing, Listener(quiet=player.quiet, looking=looking), now)
        player.standing, player.wakes_at = planned.standing, None
        if planned.next_at is not None:
            assert planned.next_at > now, "it would never come to rest"
            self._wakes(player, planned.next_at)
        for notice in planned.notices:
            self._hear(player, notice, looking, now)

    def _hear(self, player: Player, notice: Notice, looking: frozenset[str], now: int) -> None:
        self.told.append((now, player.account, notice))
        self.counts[notice.what if notice.kind is Kind.TELL else f"{notice.what} ({notice.kind})"] += 1
        if notice.kind is Kind.WITHDRAW:
            player.shown.pop(notice.tag, None)
            return
        player.shown[notice.tag] = notice
        if notice.kind is Kind.TELL:
            assert player.quiet.until(now) is None, "told in quiet hours"
            fresh = notice.about[:1] if notice.tag == TURNS_TAG else notice.about
            assert not {one.game for one in fresh} & looking, "told what they see"
