"""`python -m services.bots.dispatcher [--debug]`"""

import asyncio
import logging
import sys

from services.bots.celery import app
from services.bots.dispatcher.app import Dispatcher
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch.address import watched


async def work(config: Settings) -> None:
    dispatcher = Dispatcher(config, app)
    with watched(config, *dispatcher.checks()):
        await dispatcher.run()


if __name__ == "__main__":
    set_up("dispatcher", logging.DEBUG if "--debug" in sys.argv[1:] else logging.INFO)
    asyncio.run(until_told(work(settings())))
