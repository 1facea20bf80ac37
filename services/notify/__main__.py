"""`python -m services.notify`: one is enough; several tell everything once all the same."""

import asyncio
from functools import partial

from services.notify.app import Notifier
from services.notify.celery import QUEUE, app
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import watched
from shared.watch.broker import look
from shared.watch.figures import looked_up


async def work(config: Settings) -> None:
    notifier = Notifier(config, app)
    with watched(config, *notifier.checks()), looked_up(partial(look, app, QUEUE)):
        await notifier.run()


if __name__ == "__main__":
    set_up("notify")
    traces.set_up("notify")
    asyncio.run(until_told(work(settings())))
