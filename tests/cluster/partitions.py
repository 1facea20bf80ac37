"""Which partition lies where, and waiting until the cluster takes commands of it again."""

import asyncio
from collections.abc import Awaitable, Callable

from redis.exceptions import RedisError

from shared.log.keys import Keys
from tests.cluster.nodes import ClusterOfNodes, Node

ALL = [Keys(partition) for partition in range(64)]
WITHIN_S = 20.0


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    """Through the failures of a cluster that is busy with itself."""
    async with asyncio.timeout(WITHIN_S):
        while True:
            try:
                if await holds():
                    return
            except (RedisError, OSError):
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.02)


def partition_on(nodes: ClusterOfNodes, master: Node) -> Keys:
    return next(keys for keys in ALL if nodes.master_of(keys.log("g_1")) is master)
