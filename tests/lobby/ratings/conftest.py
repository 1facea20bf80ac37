"""People who have played."""

from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from services.lobby.ratings.finished import Finished, Seated
from services.lobby.ratings.histories import Histories
from services.lobby.ratings.keeping import Lists
from services.lobby.ratings.reckoning import Reckoning
from shared.log.archive import Archive, open_archive
from shared.log.archived import ArchivedLog
from shared.settings import Settings
from tests.integration.conftest import Guest, Phone
from tests.lobby.ratings.contests import START


class Season:
    """Lets games end."""

    def __init__(self, server: Redis, archive: Archive) -> None:
        self._reckoning = Reckoning(
            server, ArchivedLog(server, archive), 64, Lists(server), Histories(server)
        )
        self._games = 0

    async def plays(self, *order: Phone, times: int = 1, kind: str = "eddie", **seats: Any) -> None:
        """Who came in first, who second ..."""
        for _ in range(times):
            self._games += 1
            ended = Finished(f"g_{self._games:03}", START + self._games, kind, kind, len(order) > 1, ())
            seated = tuple(
                Seated(phone.id, None, place, 10 - place, **seats) for place, phone in enumerate(order, 1)
            )
            await self.ends(replace(ended, seats=seated))

    async def ends(self, *games: Finished) -> None:
        await self._reckoning.add(games)


@pytest.fixture
def season(server: Redis, app: Any, config: Settings) -> Season:
    return Season(server, open_archive(config))


@pytest.fixture
async def ranked(guest: Guest, season: Season) -> tuple[Phone, Phone, Phone, Phone]:
    """Four who have played one another ten times, always with the same result."""
    ann, ben, cleo, dan = [await guest(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    await season.plays(ann, ben, cleo, dan, times=10)
    return ann, ben, cleo, dan
