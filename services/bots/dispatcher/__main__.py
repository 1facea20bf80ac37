"""`python -m services.bots.dispatcher [--debug]`"""

import asyncio
import logging
import sys

from services.bots.celery import app
from services.bots.dispatcher.app import Dispatcher
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import settings

if __name__ == "__main__":
    set_up("dispatcher", logging.DEBUG if "--debug" in sys.argv[1:] else logging.INFO)
    asyncio.run(until_told(Dispatcher(settings(), app).run()))
