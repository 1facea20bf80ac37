"""`python -m services.lobby.steward`: one is enough; more take over from each other."""

import asyncio

from services.lobby.steward.observing import observed
from services.lobby.steward.steward import Steward
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import watched


async def work(config: Settings) -> None:
    async with observed(config):
        with watched(config):
            await Steward(config).run()


if __name__ == "__main__":
    set_up("steward")
    traces.set_up("steward")
    asyncio.run(until_told(work(settings())))
