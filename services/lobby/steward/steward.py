"""The steward's composition root: every duty of the lobby, and what each needs."""

import structlog

from services.lobby.steward.duty import Duty, see_to
from shared.log.connect import connect
from shared.log.outage import for_ever, together
from shared.settings import Settings

log = structlog.get_logger(__name__)


class Steward:
    def __init__(self, config: Settings) -> None:
        self._redis = connect(config.valkey)
        self._duties: tuple[Duty, ...] = ()

    async def run(self) -> None:
        """Until it is cancelled."""
        log.info("steward-started", duties=[duty.name for duty in self._duties])
        try:
            await together(*(for_ever(self._seeing_to(duty)) for duty in self._duties))
        finally:
            await self._redis.connection_pool.disconnect()

    def _seeing_to(self, duty: Duty):
        return lambda: see_to(self._redis, duty)
