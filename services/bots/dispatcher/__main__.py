"""`python -m services.bots.dispatcher [--debug]`"""

import asyncio
import logging
import sys
from functools import partial

from services.bots.celery import QUEUE, app
from services.bots.dispatcher.app import Dispatcher
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import watched
from shared.watch.broker import look
from shared.watch.figures import looked_up


async def work(config: Settings) -> None:
    dispatcher = Dispatcher(config, app)
    with watched(config, *dispatcher.checks()), looked_up(partial(look, app, QUEUE)):
        await dispatcher.run()


if __name__ == "__main__":
    set_up("dispatcher", logging.DEBUG if "--debug" in sys.argv[1:] else logging.INFO)
    traces.set_up("dispatcher")
    asyncio.run(until_told(work(settings())))
