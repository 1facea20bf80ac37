"""How long bots take: the table's pace where there are turns, a human reaction where there are none."""

from collections.abc import Mapping
from math import exp, log
from random import Random, SystemRandom
from types import MappingProxyType

from services.bots.dispatcher.thoughts import Charge, realtime
from services.bots.webhook.playing import STAND_IN_LEVEL
from shared.log.commands import FeedItem

REACTION_MS: Mapping[str, int] = MappingProxyType({"easy": 2200, "normal": 1200, "hard": 900})
"""Medians by level."""

FASTEST_MS = 350
SPREAD = 0.35
"""Sigma of the log-normal: two thirds of all reactions lie between 0.7 and 1.4 times the median."""

HURRY = 10
"""So much faster are reactions at tables that ask for no delay; with none, a game would be one volley."""


GATHER_MS = 50
"""A webhook's own way is its reaction; what happens in so short a time is one call."""


class Delays:
    def __init__(self, random: Random | None = None) -> None:
        self._random = random or SystemRandom()

    def __call__(self, item: FeedItem, seat: int, bot_ms: int, charge: Charge | None = None) -> int:
        if not realtime(item.kind):
            return round(bot_ms * self._random.uniform(1, 1.3))
        if charge is not None and charge.answers and seat not in item.bots:
            return GATHER_MS
        reaction = self._reaction_ms(item.bots.get(seat, STAND_IN_LEVEL))
        return reaction if bot_ms else reaction // HURRY

    def _reaction_ms(self, level: str) -> int:
        median = REACTION_MS.get(level, REACTION_MS["easy"])
        return max(FASTEST_MS, round(exp(self._random.gauss(log(median), SPREAD))))
