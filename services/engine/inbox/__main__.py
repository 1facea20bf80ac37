"""`python -m services.engine.inbox`: one is enough; several tell the same, which changes nothing."""

import uvloop

from services.engine.inbox.writer import Writer
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import Settings, settings
from shared.watch import traces
from shared.watch.address import watched


async def work(config: Settings) -> None:
    writer = Writer(config)
    with watched(config, writer.reading.check()):
        await writer.run()


if __name__ == "__main__":
    set_up("inbox")
    traces.set_up("inbox")
    uvloop.run(until_told(work(settings())))
