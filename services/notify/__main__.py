"""`python -m services.notify`: one is enough; several tell everything once all the same."""

import asyncio

from services.notify.app import Notifier
from services.notify.celery import app
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch.address import watched


async def work(config: Settings) -> None:
    notifier = Notifier(config, app)
    with watched(config, *notifier.checks()):
        await notifier.run()


if __name__ == "__main__":
    set_up("notify")
    asyncio.run(until_told(work(settings())))
