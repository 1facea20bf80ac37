"""`python -m services.engine.inbox`: one is enough; several tell the same, which changes nothing."""

import uvloop

from services.engine.inbox.writer import Writer
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import settings

if __name__ == "__main__":
    set_up("inbox")
    uvloop.run(until_told(Writer(settings()).run()))
