"""`python -m services.bots.dispatcher [--debug]`"""

import asyncio
import logging
import signal
import sys

from services.bots.celery import app
from services.bots.dispatcher.app import Dispatcher
from shared.logs import set_up
from shared.settings import settings


async def main() -> None:
    """Runs until SIGTERM or SIGINT."""
    running = asyncio.create_task(Dispatcher(settings(), app).run())
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, running.cancel)
    await asyncio.wait([running])
    if not running.cancelled():
        running.result()


if __name__ == "__main__":
    set_up("dispatcher", logging.DEBUG if "--debug" in sys.argv[1:] else logging.INFO)
    asyncio.run(main())
