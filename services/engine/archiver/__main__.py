"""`python -m services.engine.archiver`: looks through the logs every quarter of an hour; one is enough."""

import time

import structlog
import uvloop

from services.engine.archiver.figures import note
from services.engine.archiver.sweep import sweep
from shared.log.archive import open_archive
from shared.log.archived import load_functions
from shared.log.connect import connect
from shared.log.outage import for_ever, until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import watched
from shared.watch.readiness import Pulse

log = structlog.get_logger()

EVERY_S = 15 * 60
LATE_S = 2 * EVERY_S
"""After so long without one whole look, it does not do its work."""


async def work(config: Settings) -> None:
    redis, archive = connect(config.valkey), open_archive(config)
    looking = Pulse("archive", LATE_S)

    async def step() -> None:
        await load_functions(redis)
        before_ms = int((time.time() - config.archive_after_h * 3600) * 1000)
        moved = await sweep(redis, archive, config.partitions, before_ms)
        note(moved)
        looking.beat()
        log.info("archived", games=moved.games, bytes=moved.bytes, broken=moved.broken)

    with watched(config, looking.check()):
        await for_ever(step, EVERY_S)


if __name__ == "__main__":
    set_up("archiver")
    traces.set_up("archiver")
    uvloop.run(until_told(work(settings())))
