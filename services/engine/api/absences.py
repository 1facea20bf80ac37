"""Seats of a game whose players are not there: nobody has an open stream of theirs, nor had until a moment ago."""

import time
from collections import OrderedDict
from typing import NamedTuple

import structlog
from redis.exceptions import RedisError

from services.engine.api.reader import Reader
from services.engine.api.view import told_of
from services.engine.api.wire import SeatAbsent
from shared.api.moment import rfc3339
from shared.api.presence import Presence
from shared.api.problem import ApiError
from shared.log.game import Game

log = structlog.get_logger()

KEPT_S = 3.0
"""How long one look is good for all who follow the game."""
MOST_GAMES = 2000


class Look(NamedTuple):
    at: float
    absent: tuple[SeatAbsent, ...]


class Absences:
    def __init__(self, reader: Reader, presence: Presence) -> None:
        self._reader = reader
        self._presence = presence
        self._looks: OrderedDict[str, Look] = OrderedDict()

    async def of(self, game: str) -> tuple[SeatAbsent, ...]:
        """By seat; nobody where it cannot be told just now."""
        known = self._looks.pop(game, None)
        if known is None or time.monotonic() - known.at > KEPT_S:
            known = Look(time.monotonic(), await self._look(game))
        self._looks[game] = known
        while len(self._looks) > MOST_GAMES:
            self._looks.popitem(last=False)
        return known.absent

    async def _look(self, game: str) -> tuple[SeatAbsent, ...]:
        try:
            found = await self._reader.latest(game)
            players = people_of(found)
            present = await self._presence.present(players.values())
        except (ApiError, RedisError, OSError) as error:
            log.info("absences-not-looked-at", game=game, error=type(error).__name__)
            return ()
        due = {seat: at for seat, at in found.due().items() if seat in told_of(found, None)}
        return tuple(
            SeatAbsent(seat, rfc3339(due[seat]) if seat in due else None)
            for seat, player in players.items()
            if player not in present
        )


def people_of(game: Game) -> dict[int, str]:
    """Accounts by the seats that they play themselves now."""
    if game.outcome is not None:
        return {}
    return {
        seat: player
        for seat, holder in enumerate(game.opening.holders)
        if (player := holder.player) is not None and game.bot_at(seat) is None
    }
