"""`python -m services.lobby.steward`: one is enough; more take over from each other."""

import asyncio

from services.lobby.steward.steward import Steward
from shared.log.outage import until_told
from shared.logs import set_up
from shared.settings import settings

if __name__ == "__main__":
    set_up("steward")
    asyncio.run(until_told(Steward(settings()).run()))
