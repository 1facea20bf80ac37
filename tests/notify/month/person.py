"""A player of the month: when it is night, what is wanted, what was looked at, what stands on the phone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from services.notify.notice import Kind, Notice
from services.notify.plan import Listener
from shared.api.notices.quiet import Quiet, QuietHours, next_time
from shared.api.notices.words import Happening
from tests.notify.month.clock import BEGIN, DAY, MINUTE

ZONES = ("UTC", "Asia/Tokyo", "America/New_York", "Europe/Paris", "Australia/Lord_Howe", "Asia/Kolkata")
WISHES = (
    *[frozenset(Happening)] * 6,
    frozenset(Happening) - {Happening.DIGEST},
    frozenset(Happening) - {Happening.AWAY, Happening.REMINDER},
)


class Look(NamedTuple):
    game: str
    since: int
    until: int


@dataclass
class Person:
    name: str
    quiet: Quiet
    wanted: frozenset[Happening]
    gone_at: int | None
    """When they vanish, never to do anything again."""
    muted: frozenset[str] = frozenset()
    looks: list[Look] = field(default_factory=list[Look])
    shown: dict[str, Notice] = field(default_factory=dict[str, Notice])
    """Messages on the phone by tag, as they replace and withdraw each other."""
    stored: bytes = b""
    """What the notifier knows."""
    wakes_at: int | None = None

    def is_there(self, now: int) -> bool:
        return self.gone_at is None or now < self.gone_at

    def sees(self, game: str, since: int, until: int) -> bool:
        """Whether they looked at a game at some moment from one to the other."""
        return any(look.game == game and look.since <= until and since < look.until for look in self.looks)

    def listener(self, games: Sequence[str], now: int) -> Listener:
        """`games`: those about which the notifier asks who looks at them."""
        looking = frozenset(game for game in games if self.sees(game, now, now))
        return Listener(self.wanted, self.quiet, self.muted, looking)

    def hears(self, notice: Notice) -> None:
        if notice.kind is Kind.WITHDRAW:
            self.shown.pop(notice.tag, None)
        else:
            self.shown[notice.tag] = notice

    def goes_to_sleep(self, after: int) -> int:
        """When the next quiet hours begin; at once for whoever has none."""
        if self.quiet.hours is None:
            return after
        hour, minute = map(int, self.quiet.hours.begin.split(":"))
        return next_time(after, hour * 60 + minute, self.quiet.zone)

    def sleeps(self, at: int) -> bool:
        """Whether the clock on the wall says so."""
        if self.quiet.hours is None:
            return False
        local = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(self.quiet.zone))
        begin, end, clock = self.quiet.hours.begin, self.quiet.hours.end, f"{local:%H:%M}"
        return begin <= clock < end if begin < end else clock >= begin or clock < end


def somebody(rng: Random, name: str, games: Sequence[str], days: int) -> Person:
    begin, length = rng.randrange(24), rng.choice((0, 6, 8, 10))
    hours = QuietHours(f"{begin:02}:00", f"{(begin + length) % 24:02}:30") if length else None
    gone_at = BEGIN + rng.randrange(days * DAY) if rng.random() < 0.12 else None
    muted = frozenset(game for game in games if rng.random() < 0.02)
    return Person(name, Quiet(hours, rng.choice(ZONES)), rng.choice(WISHES), gone_at, muted)


def glance(rng: Random, game: str, at: int) -> Look:
    return Look(game, at + 1, at + rng.choice((1000, MINUTE, 3 * MINUTE)) + rng.randrange(30_000))
