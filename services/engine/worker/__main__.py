"""`python -m services.engine.worker`: one worker; several share the partitions."""

import asyncio
import signal

import uvloop

from services.engine.worker.loop import Worker
from shared.garbage import collect_seldom
from shared.log.archive import open_archive
from shared.log.connect import connect
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import watched


async def work(config: Settings) -> None:
    worker = Worker(
        connect(config.valkey),
        connect(config.valkey, blocking=True),
        partitions=config.partitions,
        lease_ms=config.lease_ms,
        most_games=config.worker_games,
        archive=open_archive(config),
    )
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, worker.stop)
    with watched(config, *worker.checks()):
        await worker.run()


if __name__ == "__main__":
    set_up("engine-worker")
    collect_seldom()
    traces.set_up("engine-worker")
    uvloop.run(work(settings()))
